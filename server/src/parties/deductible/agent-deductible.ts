import { DedKind, DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { agentDeductibleApi } from '@zhuiyuan/contract/parties/deductible/agent-deductible';
import { sql, type SelectQueryBuilder } from 'kysely';
import { below, mountExporter, offerExport, type Exporter, type FoundBy } from '../../jobs/exporter.ts';
import type { App } from '../../kit/http/app-context.ts';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { at, eq, filtered, within } from '../../kit/db/filtered.ts';
import { live } from '../../kit/db/live.ts';
import { findPage } from '../../kit/db/paging.ts';
import { notFound } from '../../kit/refusal.ts';
import { serve } from '../../kit/http/serve.ts';
import { clearBalance, findBalance } from './deductible-account.ts';

type Filters = Omit<InputOf<typeof agentDeductibleApi.list>, 'page' | 'limit'>;

/** What agents are owed for prizes their shops handed out. */
export const mountAgentDeductible = (app: App): void => {
  mountExporter(app, exporter);
  serve(app, agentDeductibleApi, {
    list: async ({ input, db }) => {
      await requireFirmOfAgent(db, input.agentId);
      const entries = matching(db, input);
      const page = await findPage(db, input, entries, asEntries);
      return { ...page, sum: await sumEntries(entries, await findBalance(db, DeductibleOwner.agent, input.agentId)) };
    },

    shops: async ({ input, db }) => {
      await requireFirmOfAgent(db, input.agentId);
      const accounts = db
        .selectFrom('dedAccount')
        .where('dedAccount.peerKind', '=', DeductibleOwner.agent)
        .where('dedAccount.peerId', '=', input.agentId);
      return findPage(db, input, accounts, asShopSums, {
        ownerKind: 'int',
        ownerId: 'bigint',
        peerKind: 'int',
        peerId: 'bigint',
      });
    },

    export: async ({ input, db, operator }) => {
      await requireFirmOfAgent(db, input.agentId);
      return offerExport(app, { db, operator }, exporter, input);
    },

    clear: async ({ input: { id, ...rest }, db, operator }) => {
      const firmId = await requireFirmOfAgent(db, id);
      const account = {
        firmId,
        ownerKind: DeductibleOwner.agent,
        ownerId: id,
        peerKind: DeductibleOwner.firm,
        peerId: firmId,
      } as const;
      const { logId } = await clearBalance(db, account, { ...rest, operatorId: operator.id });
      return { balance: 0 as const, logId };
    },
  });
};

type Entries = SelectQueryBuilder<DB, 'dedLog', object>;

/** The changes of what one agent is owed, without columns and order. */
const matching = (db: Db, { agentId, ...filters }: Filters): Entries =>
  filtered(
    db.selectFrom('dedLog').where('dedLog.ownerKind', '=', DeductibleOwner.agent).where('dedLog.ownerId', '=', agentId),
    'dedLog',
    filters,
    { shopId: eq, kind: eq, dateLimit: at(within, 'at') },
  );

/** Adds what a row of the list shows, newest first. */
const asEntries = (query: Entries) =>
  query
    .leftJoin('shop', (join) => join.onRef('shop.id', '=', 'dedLog.shopId'))
    .select((row) => [
      'dedLog.id',
      'dedLog.shopId',
      row.fn.coalesce('shop.name', sql<string>`''`).as('shopName'),
      sql<string>`''`.as('activityName'),
      sql<string>`''`.as('prizeName'),
      'dedLog.qty',
      'dedLog.amount as dedAmount',
      'dedLog.kind',
      'dedLog.balanceAfter',
      sql<number | null>`null::int`.as('settleState'),
      'dedLog.remark',
      'dedLog.at as verAt',
    ])
    .orderBy('dedLog.id', 'desc');

/** What came in and went out in the rows that match, and what is left of all. */
const sumEntries = async (entries: Entries, balance: number) => {
  const sums = await entries
    .select([
      sql<number>`coalesce(sum(amount) filter (where amount > 0), 0)::bigint`.as('totalIn'),
      sql<number>`coalesce(-sum(amount) filter (where amount < 0), 0)::bigint`.as('totalOut'),
    ])
    .executeTakeFirstOrThrow();
  return { ...sums, balance };
};

const asShopSums = (query: SelectQueryBuilder<DB, 'dedAccount', object>) =>
  query
    .leftJoin('shop', (join) => join.onRef('shop.id', '=', 'dedAccount.ownerId'))
    .select((row) => [
      'dedAccount.ownerId as id',
      row.fn.coalesce('shop.name', sql<string>`''`).as('shopName'),
      'dedAccount.balance',
      'dedAccount.totalIn',
      'dedAccount.totalOut',
      'dedAccount.qtyIn as qty',
    ])
    .orderBy('dedAccount.balance', 'desc')
    .orderBy('dedAccount.ownerId');

const requireFirmOfAgent = async (db: Db, id: number): Promise<number> => {
  const agent = await live(db, 'agent').select('firmId').where('id', '=', id).executeTakeFirst();
  if (!agent) throw notFound();
  return agent.firmId;
};

const exporter: Exporter<FoundBy<typeof asEntries>, Filters> = {
  biz: 'agentDed',
  title: '经销商抵扣明细',
  may: agentDeductibleApi.export.may,
  columns: [
    { title: '门店', width: 28, cell: (row) => row.shopName },
    { title: '奖品', width: 24, cell: (row) => row.prizeName },
    { title: '数量', cell: (row) => row.qty },
    { title: '抵扣金额（元）', fen: true, cell: (row) => row.dedAmount },
    { title: '类型', cell: (row) => DedKind.label(row.kind) },
    { title: '余额（元）', fen: true, cell: (row) => row.balanceAfter },
    { title: '备注', width: 30, cell: (row) => row.remark },
    { title: '时间', width: 20, cell: (row) => row.verAt },
  ],
  filters: agentDeductibleApi.export.input,
  page: (db, filters, after, limit) =>
    asEntries(matching(db, filters)).where('dedLog.id', '<', below(after)).limit(limit).execute(),
};
