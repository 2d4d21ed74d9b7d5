import { campaignRefusals } from '@zhuiyuan/contract/campaign/campaign-refusals';
import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import { partLogApi, PartStep, type PartRow } from '@zhuiyuan/contract/campaign/activity/part-log';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql, type SelectQueryBuilder } from 'kysely';
import { openKeyring } from '../../codes/cipher/keyring.ts';
import { computedRows, mountExporter, offerExport, type Exporter, type FoundBy } from '../../jobs/exporter.ts';
import type { DB } from '../../kit/db/database-types.gen.ts';
import { at, by, eq, matchingBy, within, type Matching } from '../../kit/db/filtered.ts';
import { findPage } from '../../kit/db/paging.ts';
import type { App } from '../../kit/http/app-context.ts';
import { serve } from '../../kit/http/serve.ts';
import { maskConsumer } from '../../member/mask-consumer.ts';
import { isPerson, placeName, toAskedPerson, toShown } from './list-draws.ts';
import { requireScene } from './games-only.ts';
import { requireActivity } from './require-activity.ts';

type PartFilters = Omit<InputOf<typeof partLogApi.list>, 'page' | 'limit'>;

/** How far a request came: drawn where its ticket was, else passed, or refused. */
const step = sql<PartRow['step']>`case when part_log.ticket_id is null then ${sql.lit(PartStep.refused)}
  when exists (select from draw where draw.ticket_id = part_log.ticket_id and draw.firm_id = part_log.firm_id)
  then ${sql.lit(PartStep.drawn)} else ${sql.lit(PartStep.passed)} end`;

const matchingParts: Matching<'partLog', PartFilters> = matchingBy('partLog', (db) => db.selectFrom('partLog'), {
  activityId: eq,
  step: by(
    (wanted: number) => [wanted],
    (_row, wanted) => sql<boolean>`${step} = ${wanted}::int`,
  ),
  consumer: by(toAskedPerson, (_row, text, uid) => isPerson('partLog', text, uid)),
  dateLimit: at(within, 'at'),
});

const asPartRows = (query: SelectQueryBuilder<DB, 'partLog', object>) =>
  query
    .innerJoin('member', 'member.id', 'partLog.uid')
    .leftJoin('product', 'product.id', 'partLog.productId')
    .leftJoin('shop', 'shop.id', 'partLog.shopId')
    .leftJoin('agent', 'agent.id', 'partLog.agentId')
    .select([
      'partLog.id',
      'partLog.uid',
      'member.nickName',
      'partLog.seg',
      'partLog.serial',
      sql<string>`coalesce(product.store_name, '')`.as('productName'),
      sql<string>`coalesce(shop.name, '')`.as('shopName'),
      sql<string>`coalesce(agent.name, '')`.as('agentName'),
      step.as('step'),
      'partLog.reasonCode',
      placeName('partLog').as('region'),
      sql<string>`host(part_log.ip)`.as('ip'),
      'partLog.device',
      'partLog.at',
    ])
    .orderBy('partLog.id', 'desc');

/** What refusals say, by their numbers. */
const reasons = new Map<number, string>(
  [...Object.values(drawRefusals), ...Object.values(campaignRefusals)].map(([code, text]) => [code, text]),
);

const counted = (wanted: number) => sql<number>`count(*) filter (where ${step} = ${sql.lit(wanted)})`;

/** People who asked, in the order of their numbers. */
const asPersons = (query: ReturnType<typeof matchingParts>) =>
  query
    .groupBy('partLog.uid')
    .orderBy('partLog.uid')
    .select([
      'partLog.uid',
      sql<string>`(select nick_name from member where member.id = part_log.uid and member.firm_id = min(part_log.firm_id))`.as(
        'nickName',
      ),
      sql<number>`count(*)`.as('askedCnt'),
      counted(PartStep.drawn).as('drawnCnt'),
      counted(PartStep.passed).as('passedCnt'),
      counted(PartStep.refused).as('refusedCnt'),
      sql<string>`min(part_log.at)`.as('firstAt'),
      sql<string>`max(part_log.at)`.as('lastAt'),
    ]);
type Person = FoundBy<typeof asPersons>;

const exporter: Exporter<Person, PartFilters, Person> = {
  biz: 'partUser',
  title: '参与记录按用户',
  may: partLogApi.exportUser.may,
  columns: [
    { title: '用户编号', cell: (row) => row.uid },
    { title: '消费者', width: 16, cell: (row) => maskConsumer(row) },
    { title: '参与次数', cell: (row) => row.askedCnt },
    { title: '已抽奖', cell: (row) => row.drawnCnt },
    { title: '资格通过未抽奖', width: 16, cell: (row) => row.passedCnt },
    { title: '资格不通过', cell: (row) => row.refusedCnt },
    { title: '首次参与', width: 20, cell: (row) => row.firstAt },
    { title: '最近参与', width: 20, cell: (row) => row.lastAt },
  ],
  filters: partLogApi.exportUser.input,
  pageRows: computedRows,
  page: (db, filters, after, limit) =>
    asPersons(matchingParts(db, filters))
      .where('partLog.uid', '>', after?.uid ?? 0)
      .limit(limit)
      .execute(),
};

/** 参与记录: everybody who asked for a ticket of an activity. */
export const mountPartLog = (app: App): void => {
  const keyring = openKeyring(app);
  mountExporter(app, exporter);
  serve(app, partLogApi, {
    list: async ({ input, db, operator }) => {
      await requireActivity(db, input.activityId);
      await requireScene(db, operator, 'list', input.activityId);
      const page = await findPage(db, input, matchingParts(db, input), asPartRows);
      const list = (await toShown(db, keyring, page.list)).map(({ reasonCode, ...row }) => ({
        ...row,
        reason: reasonCode === null ? '' : (reasons.get(reasonCode) ?? `代码 ${reasonCode}`),
      }));
      return { ...page, list };
    },
    exportUser: ({ input, db, operator }) => offerExport(app, { db, operator }, exporter, input),
  });
};
