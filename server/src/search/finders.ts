import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import { ActivityStatus, ActScene } from '@zhuiyuan/contract/campaign/campaign-states';
import { consumerApi, ConsumerStatus } from '@zhuiyuan/contract/consumer/consumer';
import { agentApi } from '@zhuiyuan/contract/parties/agent/agent';
import { firmApi } from '@zhuiyuan/contract/parties/firm/firm';
import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { RiskStatus } from '@zhuiyuan/contract/codes/state/warning-states';
import { policeEventApi } from '@zhuiyuan/contract/police/police-event';
import { TaskPhase } from '@zhuiyuan/contract/codes/state/code-enums';
import { taskApi } from '@zhuiyuan/contract/codes/tasks/task';
import { Enabled, type Enumeration } from '@zhuiyuan/contract/kit/enumeration';
import { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { needApplyApi } from '@zhuiyuan/contract/movement/replenish/need-apply';
import { ApplyStatus, OrderStatus } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { needOrderApi } from '@zhuiyuan/contract/movement/replenish/need-order';
import { deliverApi } from '@zhuiyuan/contract/movement/document/deliver';
import { Review } from '@zhuiyuan/contract/kit/review';
import { mostInGroup, type SearchGroup, type SearchRow } from '@zhuiyuan/contract/search/search';
import { lotApi } from '@zhuiyuan/contract/trace/lot/lot';
import { QcState, RecallState } from '@zhuiyuan/contract/trace/lot/lot-states';
import { productApi } from '@zhuiyuan/contract/trace/product/product';
import { sql, type Expression, type SqlBool } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { contains } from '../kit/db/filtered.ts';
import { live } from '../kit/db/live.ts';
import { ownScene } from '../campaign/activity/games-only.ts';
import { partyName } from '../codes/lookup/party-name.ts';
import { asConsumerRows, matchingConsumers, toConsumer, toConsumerFilters } from '../consumer/find-consumers.ts';
import type { Operator } from '../kit/operator.ts';

/** Rows looked at for a group: a word that many have must not cost more than one that few have. */
const mostLookedAt = 200;

/** A row as its statement answers it: what the status is made of, and nothing yet of why. */
interface Row {
  id: number;
  title: string;
  text: string;
  state: number;
  recallState?: number;
}

/** Rows of one kind that a condition holds for, `most` of them. */
type Rows = (db: Db, where: Expression<SqlBool>, most: number) => Expression<Row>;

interface Kind {
  may: Parameters<Operator['may']>[0];
  /** Staff of firms have only their own. */
  isPlatforms?: true;
}

/** A kind whose words stand in columns. */
interface Columns extends Kind {
  id: string;
  /** Whose words are searched. */
  columns: readonly [string, ...string[]];
  rows: Rows;
  status: (row: Row) => SearchRow['status'];
}

/** A kind that is looked for in its own way; one more row than are shown where there are more. */
interface Own extends Kind {
  find: (db: Db, words: string) => Promise<SearchRow[]>;
}

type Finder = Columns | Own;

const statusOf = (states: Enumeration, value: number | string): SearchRow['status'] => {
  const { label, tone } = states.of(value) ?? {};
  return label && tone && tone !== 'kind' ? { label, tone } : null;
};
const shown =
  (states: Enumeration) =>
  ({ state }: Row): SearchRow['status'] =>
    statusOf(states, state);

/** Consumers by the whole of a number or some letters of a name, which both stay masked. */
const consumers = (masterKey: Buffer): Own => ({
  may: consumerApi.list.may,
  find: async (db, words) => {
    const filters = await toConsumerFilters(db, masterKey, { keywords: words });
    const rows = await asConsumerRows(matchingConsumers(db, filters))
      .limit(mostInGroup + 1)
      .execute();
    return rows.map((row) => {
      const { id, consumer, phone, state } = toConsumer(masterKey, row);
      return {
        id,
        title: consumer,
        text: [`编号 ${id}`, phone].filter(Boolean).join('　'),
        status: statusOf(ConsumerStatus, state),
        why: '',
      };
    });
  },
});

const openFinders = (masterKey: Buffer, operator: Operator): Record<SearchGroup, Finder> => ({
  lot: {
    may: lotApi.list.may,
    id: 'lot.id',
    columns: ['lot.lotNo'],
    rows: (db, where, most) =>
      live(db, 'lot')
        .innerJoin('product', 'product.id', 'lot.productId')
        .where('product.isDel', '=', 0)
        .where(where)
        .select(['lot.id', 'lot.lotNo as title', 'product.storeName as text', 'lot.qcState as state'])
        .select('lot.recallState')
        .limit(most),
    status: (row) =>
      row.recallState === RecallState.recalled
        ? shown(RecallState)({ ...row, state: RecallState.recalled })
        : shown(QcState)(row),
  },
  task: {
    may: taskApi.list.may,
    id: 'task.id',
    columns: ['task.taskNo', 'task.name'],
    rows: (db, where, most) =>
      db
        .selectFrom('task')
        .where(where)
        .select(['task.id', 'task.taskNo as title', 'task.name as text', 'task.phase as state'])
        .limit(most),
    status: shown(TaskPhase),
  },
  deliver: {
    may: deliverApi.list.may,
    id: 'deliver.id',
    columns: ['deliver.deliverNo', 'deliver.extNo'],
    rows: (db, where, most) =>
      db
        .selectFrom('deliver')
        .where(where)
        .select(['deliver.id', 'deliver.deliverNo as title', partyName('deliver', 'to').as('text')])
        .select('deliver.status as state')
        .limit(most),
    status: shown(DeliverStatus),
  },
  order: {
    may: needOrderApi.list.may,
    id: 'needOrder.id',
    columns: ['needOrder.orderNo'],
    rows: (db, where, most) =>
      db
        .selectFrom('needOrder')
        .innerJoin('agent', (join) => join.onRef('agent.id', '=', 'needOrder.agentId'))
        .where(where)
        .select(['needOrder.id', 'needOrder.orderNo as title', 'agent.name as text', 'needOrder.status as state'])
        .limit(most),
    status: shown(OrderStatus),
  },
  apply: {
    may: needApplyApi.list.may,
    id: 'needApply.id',
    columns: ['needApply.applyNo'],
    rows: (db, where, most) =>
      live(db, 'needApply')
        .innerJoin('agent', (join) => join.onRef('agent.id', '=', 'needApply.agentId'))
        .where(where)
        .select(['needApply.id', 'needApply.applyNo as title', 'agent.name as text', 'needApply.status as state'])
        .limit(most),
    status: shown(ApplyStatus),
  },
  agent: {
    may: agentApi.list.may,
    id: 'agent.id',
    columns: ['agent.name', 'agent.agentNo', 'agent.phone'],
    rows: (db, where, most) =>
      live(db, 'agent')
        .where(where)
        .select(['agent.id', 'agent.name as title', 'agent.agentNo as text', 'agent.status as state'])
        .limit(most),
    status: shown(Enabled),
  },
  shop: {
    may: shopApi.list.may,
    id: 'shop.id',
    columns: ['shop.name', 'shop.shopNo', 'shop.phone'],
    rows: (db, where, most) =>
      live(db, 'shop')
        .where(where)
        .select(['shop.id', 'shop.name as title', 'shop.shopNo as text', 'shop.audit as state'])
        .limit(most),
    status: shown(Review),
  },
  product: {
    may: productApi.list.may,
    id: 'product.id',
    columns: ['product.storeName', 'product.productNo', 'product.gtin'],
    rows: (db, where, most) =>
      live(db, 'product')
        .where(where)
        .select(['product.id', 'product.storeName as title', 'product.productNo as text', 'product.status as state'])
        .limit(most),
    status: shown(Enabled),
  },
  activity: {
    may: activityApi.list.may,
    id: 'activity.id',
    columns: ['activity.actName', 'activity.actNo'],
    rows: (db, where, most) =>
      db
        .selectFrom('activity')
        .where('activity.status', '!=', sql.lit(ActivityStatus.recycled))
        .$if(ownScene(operator).actScene !== undefined, (query) =>
          query.where('activity.actScene', '=', sql.lit(ActScene.interact)),
        )
        .where(where)
        .select(['activity.id', 'activity.actName as title', 'activity.actNo as text', 'activity.status as state'])
        .limit(most),
    status: shown(ActivityStatus),
  },
  consumer: consumers(masterKey),
  police: {
    may: policeEventApi.list.may,
    id: 'policeEvent.id',
    columns: ['policeEvent.eventNo', 'policeEvent.title'],
    rows: (db, where, most) =>
      db
        .selectFrom('policeEvent')
        .where(where)
        .select(['policeEvent.id', 'policeEvent.title', 'policeEvent.eventNo as text', 'policeEvent.status as state'])
        .limit(most),
    status: shown(RiskStatus),
  },
  firm: {
    may: firmApi.list.may,
    isPlatforms: true,
    id: 'firm.id',
    columns: ['firm.name', 'firm.creditCode'],
    rows: (db, where, most) =>
      live(db, 'firm')
        .where(where)
        .select(['firm.id', 'firm.name as title', 'firm.creditCode as text', 'firm.audit as state'])
        .limit(most),
    status: shown(Review),
  },
});

const anyOf = (columns: readonly string[], test: (column: string) => Expression<SqlBool>): Expression<SqlBool> =>
  sql`(${sql.join(columns.map(test), sql` or `)})`;

/** The kinds of rows that this person may see, in the order shown. */
export const findersFor = (masterKey: Buffer, operator: Operator): [SearchGroup, Finder][] =>
  (Object.entries(openFinders(masterKey, operator)) as [SearchGroup, Finder][]).filter(
    ([, { may, isPlatforms }]) => operator.may(may) && !(isPlatforms && operator.firmId !== null),
  );

/** Rows that are called so: those with exactly these words first, then the newest; one more than are shown where there are more. */
export const findCalled = async (db: Db, finder: Finder, words: string): Promise<SearchRow[]> => {
  if ('find' in finder) return finder.find(db, words);
  const exact = finder.rows(
    db,
    anyOf(finder.columns, (column) => sql`${sql.ref(column)} = ${words}`),
    mostInGroup + 1,
  );
  const holding = finder.rows(
    db,
    anyOf(finder.columns, (column) => contains.holds(column, ...contains.given(words)!)),
    mostLookedAt,
  );
  const { rows } = await sql<Row>`
    with same as materialized (${exact}), holding as materialized (${holding})
    select * from (select *, 0 as place from same union all
      select *, 1 from holding where id not in (select id from same)) found
    order by place, id desc limit ${sql.lit(mostInGroup + 1)}`.execute(db);
  return rows.map((row) => toRow(finder, row));
};

/** One row by its number, and why it stands there; nothing where it is deleted or another firm's. */
export const findOne = async (db: Db, finder: Columns, id: number, why: string): Promise<SearchRow[]> => {
  const { rows } = await sql<Row>`${finder.rows(db, sql`${sql.ref(finder.id)} = ${id}`, 1)}`.execute(db);
  return rows.map((row) => ({ ...toRow(finder, row), why }));
};

const toRow = (finder: Columns, row: Row): SearchRow => ({
  id: row.id,
  title: row.title,
  text: row.text,
  status: finder.status(row),
  why: '',
});
