import type { activityApi, ActivityRow } from '@zhuiyuan/contract/campaign/activity/activity';
import { ActivityStatus, TargetKind } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import { among, at, by, contains, eq, matchingBy, within, type Matching } from '../../kit/db/filtered.ts';
import { live } from '../../kit/db/live.ts';
import { firmName, times, staffName } from '../../kit/db/selectors.ts';

export type ActivityFilters = Omit<InputOf<typeof activityApi.list>, 'page' | 'limit'> & { ids?: number[] };
type Activities = SelectQueryBuilder<DB, 'activity', object>;

/** Activities that are not in the recycle bin, without columns and order. */
export const matchingActivities: Matching<'activity', ActivityFilters> = matchingBy(
  'activity',
  (db) => live(db, 'activity').where('activity.status', '<', sql.lit(ActivityStatus.recycled)),
  {
    ids: at(among, 'id'),
    firmId: eq,
    keywords: at(contains, 'actName', 'actNo'),
    status: among,
    lotteryType: eq,
    playMode: eq,
    actScene: eq,
    channelId: eq,
    dateLimit: at(within, 'startAt'),
    productId: by(
      (id: number) => [id],
      (row, id) =>
        row.exists(
          row
            .selectFrom('activityTarget')
            .select('activityTarget.activityId')
            .whereRef('activityTarget.activityId', '=', 'activity.id')
            .where('activityTarget.kind', '=', sql.lit(TargetKind.product))
            .where('activityTarget.targetId', '=', id),
        ),
    ),
  },
);

const ofTiers = (figure: ReturnType<typeof sql<number>>) =>
  sql<number>`coalesce((select ${figure} from tier where tier.activity_id = activity.id and tier.firm_id = activity.firm_id), 0)::bigint`;
const prized = sql`tier.prize_type <> ${sql.lit(PrizeType.none)}`;

/** Adds what a row of the list shows, newest first. */
export const asActivityRows = (query: Activities) =>
  query
    .select([
      'activity.id',
      'activity.firmId',
      firmName('activity'),
      'activity.actNo',
      'activity.actName',
      sql<ActivityRow['actScene']>`activity.act_scene`.as('actScene'),
      sql<ActivityRow['audience']>`activity.audience`.as('audience'),
      sql<ActivityRow['lotteryType']>`activity.lottery_type`.as('lotteryType'),
      sql<ActivityRow['playMode']>`activity.play_mode`.as('playMode'),
      'activity.startAt',
      'activity.endAt',
      sql<ActivityRow['status']>`activity.status`.as('status'),
      'activity.budgetAmount',
      sql<number>`coalesce((select reserved + paid from activity_budget budget
        where budget.activity_id = activity.id and budget.firm_id = activity.firm_id), 0)`.as('usedAmount'),
      ofTiers(sql`sum(tier.issued)`).as('drawCnt'),
      ofTiers(sql`sum(tier.issued) filter (where ${prized})`).as('winCnt'),
      ofTiers(sql`sum(tier.remain) filter (where ${prized})`).as('stockLeft'),
      ofTiers(sql`sum(tier.stock_total) filter (where ${prized})`).as('stockTotal'),
      sql<string>`coalesce((select channel.name from channel where channel.id = activity.channel_id and channel.firm_id = activity.firm_id), '')`.as(
        'channelName',
      ),
      staffName('activity.createdBy').as('createName'),
      'activity.version',
      ...times('activity'),
    ])
    .orderBy('activity.id', 'desc');
