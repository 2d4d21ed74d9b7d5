import { amountText, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import type { redActiveApi, RedActiveRow } from '@zhuiyuan/contract/red/active/red-active';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import { among, at, contains, eq, matchingBy, within, type Matching } from '../../kit/db/filtered.ts';
import { live } from '../../kit/db/live.ts';
import { firmName, times } from '../../kit/db/selectors.ts';
import { packetsMade } from '../require-packets.ts';

export type RedActiveFilters = Omit<InputOf<typeof redActiveApi.list>, 'page' | 'limit'> & { ids?: number[] };

/** The red packet activities that filters mean, without columns and order. */
export const matchingRedActives: Matching<'redActive', RedActiveFilters> = matchingBy(
  'redActive',
  (db) => live(db, 'redActive'),
  {
    ids: at(among, 'id'),
    firmId: eq,
    name: contains,
    redTypeId: eq,
    channel: eq,
    kind: eq,
    status: eq,
    dateLimit: at(within, 'createdAt'),
  },
);

const packets = packetsMade(sql`red_active.id`, sql`red_active.firm_id`);

/** Adds what a row of the list shows, newest first. */
export const asRedActiveRows = (query: SelectQueryBuilder<DB, 'redActive', object>) =>
  query
    .innerJoin('redType', (join) => join.onRef('redType.id', '=', 'redActive.redTypeId'))
    .innerJoin('merchant', (join) => join.onRef('merchant.id', '=', 'redActive.mchConfId'))
    .leftJoin('activityBudget', (join) => join.onRef('activityBudget.activityId', '=', 'redActive.id'))
    .select([
      'redActive.id',
      'redActive.firmId',
      firmName('redActive'),
      'redActive.name',
      'redActive.redTypeId',
      'redType.des as redTypeDes',
      'redActive.kind',
      'redActive.channel',
      'redActive.scene',
      'redActive.payKind',
      'redActive.mchConfId',
      'merchant.name as mchName',
      'redActive.sendName',
      'redActive.wishing',
      'redActive.amountMode',
      'redActive.amountMin',
      'redActive.amountMax',
      'redActive.budgetAmount',
      sql<number>`coalesce(activity_budget.reserved, 0)`.as('usedAmount'),
      sql<number>`coalesce(activity_budget.paid, 0)`.as('paidAmount'),
      sql<number>`coalesce(activity_budget.remain, 0)`.as('remain'),
      packets.as('packetCnt'),
      'redActive.packetLimit',
      'redActive.limitUserDay',
      'redActive.startAt',
      'redActive.endAt',
      'redActive.endedAt',
      'redActive.status',
      'redActive.remark',
      'redActive.version',
      ...times('redActive'),
    ])
    .orderBy('redActive.id', 'desc');

/** What one packet holds, in words. */
export const withText = (row: Omit<RedActiveRow, 'amountText'>): RedActiveRow => ({
  ...row,
  amountText: amountText({ ...row, prizeType: PrizeType.cash, points: null }),
});
