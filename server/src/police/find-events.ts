import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { policeEventApi, PoliceOutcome, type PoliceEventRow } from '@zhuiyuan/contract/police/police-event';
import { RiskLevel, RiskStatus, RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import { sql, type SelectQueryBuilder } from 'kysely';
import { below, type Exporter, type FoundBy } from '../jobs/exporter.ts';
import type { DB } from '../kit/db/database-types.gen.ts';
import { at, contains, eq, matchingBy, when, within, type Matching } from '../kit/db/filtered.ts';
import { staffName } from '../kit/db/selectors.ts';
import type { Column } from '../kit/sheets/xlsx.ts';

export type EventFilters = Partial<Omit<InputOf<typeof policeEventApi.list>, 'page' | 'limit'>>;

export const matchingEvents: Matching<'policeEvent', EventFilters> = matchingBy(
  'policeEvent',
  (db) => db.selectFrom('policeEvent'),
  {
    firmId: eq,
    keywords: at(contains, 'title', 'eventNo'),
    policeType: eq,
    level: eq,
    status: eq,
    agentId: eq,
    productId: eq,
    region: at(eq, 'city'),
    assigneeId: eq,
    dateLimit: at(within, 'lastAt'),
    raisedLimit: at(within, 'createdAt'),
    waiting: when((row) => row('policeEvent.status', '=', sql.lit(RiskStatus.waiting))),
  },
);

/** One statement whole, so that it names its firm. */
const nameOf = (table: 'agent' | 'shop' | 'product' | 'activity', name: string, id: string) =>
  sql.raw<string>(
    `coalesce((select t.${name} from ${table} t where t.firm_id = police_event.firm_id and t.id = police_event.${id}), '')`,
  );

/** Adds what a row of the warnings shows, the newest first. */
export const asEvents = (query: SelectQueryBuilder<DB, 'policeEvent', object>) =>
  query
    .select([
      'policeEvent.id',
      'policeEvent.firmId',
      sql<string>`coalesce((select f.name from firm f where f.id = police_event.firm_id), '')`.as('firmName'),
      'policeEvent.eventNo',
      'policeEvent.policeType',
      'policeEvent.level',
      'policeEvent.title',
      nameOf('agent', 'name', 'agent_id').as('agentName'),
      nameOf('shop', 'name', 'shop_id').as('shopName'),
      nameOf('product', 'store_name', 'product_id').as('productName'),
      nameOf('activity', 'act_name', 'activity_id').as('activityName'),
      'policeEvent.city as region',
      'policeEvent.hitCount',
      'policeEvent.firstAt',
      'policeEvent.lastAt',
      'policeEvent.status',
      'policeEvent.assigneeId',
      staffName('policeEvent.assigneeId').as('assigneeName'),
      'policeEvent.acceptedAt',
      staffName('policeEvent.handledBy').as('handledName'),
      'policeEvent.handledAt',
      'policeEvent.outcome',
      'policeEvent.result',
      'policeEvent.version',
    ])
    .orderBy('policeEvent.id', 'desc');

const columns: readonly Column<PoliceEventRow>[] = [
  { title: '预警编号', width: 20, cell: (row) => row.eventNo },
  { title: '预警内容', width: 48, cell: (row) => row.title },
  { title: '类型', cell: (row) => RiskType.label(row.policeType) },
  { title: '级别', cell: (row) => RiskLevel.label(row.level) },
  { title: '状态', cell: (row) => RiskStatus.label(row.status) },
  { title: '经销商', width: 24, cell: (row) => row.agentName },
  { title: '门店', width: 24, cell: (row) => row.shopName },
  { title: '产品', width: 24, cell: (row) => row.productName },
  { title: '活动', width: 24, cell: (row) => row.activityName },
  { title: '地区', cell: (row) => row.region },
  { title: '命中次数', cell: (row) => row.hitCount },
  { title: '首次时间', width: 20, cell: (row) => row.firstAt },
  { title: '最近时间', width: 20, cell: (row) => row.lastAt },
  { title: '处理人', cell: (row) => row.assigneeName || row.handledName },
  { title: '受理时间', width: 20, cell: (row) => row.acceptedAt },
  { title: '处理时间', width: 20, cell: (row) => row.handledAt },
  { title: '处理结果', cell: (row) => (row.outcome === null ? '' : PoliceOutcome.label(row.outcome)) },
  { title: '说明', width: 40, cell: (row) => row.result },
];

export const eventExporter: Exporter<PoliceEventRow, EventFilters, FoundBy<typeof asEvents>> = {
  biz: 'police',
  title: '预警事件',
  may: policeEventApi.export.may,
  columns,
  filters: policeEventApi.export.input,
  page: (db, filters, after, limit) =>
    asEvents(matchingEvents(db, filters)).where('policeEvent.id', '<', below(after)).limit(limit).execute(),
};
