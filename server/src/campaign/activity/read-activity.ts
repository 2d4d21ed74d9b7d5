import type { Activity, ActivityCounts, TierInfo } from '@zhuiyuan/contract/campaign/activity/activity';
import type { WeightVersion } from '@zhuiyuan/contract/campaign/activity/activity-facts';
import type { ActivityTarget, Collected } from '@zhuiyuan/contract/campaign/activity/activity-draft';
import { ActivityStatus, ClaimStatus, EndReason, TargetKind } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { notFound } from '../../kit/refusal.ts';
import { asActivityRows, matchingActivities } from './find-activities.ts';
import { staffName } from '../../kit/db/selectors.ts';

/** Tiers of an activity in their order, 谢谢参与 last. */
export const readTiers = async (db: Db, activityId: number): Promise<TierInfo[]> => {
  const rows = await db
    .selectFrom('tier')
    .where('activityId', '=', activityId)
    .orderBy('tierNo')
    .select([
      'id',
      'tierNo',
      'tierName',
      'prizeId',
      'slotNo',
      'stockTotal',
      'weight',
      'dayCap',
      'hourCap',
      'userCap',
      'isFallback',
      'visible',
      'isOn',
      'prizeName',
      'prizeType',
      'image',
      'claimMode',
      'amountMin',
      'amountMax',
      'points',
      'faceValue',
      'costPrice',
      'issued',
      'remain as left',
    ])
    .execute();
  return rows.map(({ prizeId, ...tier }) => ({ ...tier, prizeId: prizeId ?? 0 }));
};

const namedTargets = async (db: Db, activityId: number): Promise<Activity['targets']> => {
  const rows = await db
    .selectFrom('activityTarget')
    .where('activityId', '=', activityId)
    .orderBy('place')
    .select([
      'kind',
      'targetId',
      'seg',
      'serialFrom',
      'serialTo',
      sql<string>`coalesce(case kind
        when ${sql.lit(TargetKind.product)} then (select store_name from product where product.id = target_id and product.firm_id = activity_target.firm_id)
        when ${sql.lit(TargetKind.lot)} then (select lot_no from lot where lot.id = target_id and lot.firm_id = activity_target.firm_id)
        when ${sql.lit(TargetKind.shop)} then (select name from shop where shop.id = target_id and shop.firm_id = activity_target.firm_id)
        when ${sql.lit(TargetKind.agent)} then (select name from agent where agent.id = target_id and agent.firm_id = activity_target.firm_id)
        else '号段 ' || seg end, '已删除')`.as('name'),
    ])
    .execute();
  return rows.map(({ kind, targetId, seg, serialFrom, serialTo, name }) => ({
    ...((targetId === null ? { kind, seg, serialFrom, serialTo } : { kind, targetId }) as ActivityTarget),
    name,
  }));
};

/** An activity in full; 404 where there is none, and of one in the recycle bin. */
export const readActivity = async (db: Db, id: number): Promise<Activity> => {
  const row = await asActivityRows(matchingActivities(db, { ids: [id] })).executeTakeFirst();
  if (!row) throw notFound();
  const more = await live(db, 'activity')
    .where('activity.id', '=', id)
    .leftJoin('scope', 'scope.id', 'activity.scopeId')
    .leftJoin('pool', 'pool.id', 'activity.poolId')
    .leftJoin('weightVersion', (join) =>
      join
        .onRef('weightVersion.activityId', '=', 'activity.id')
        .onRef('weightVersion.version', '=', 'activity.weightVersion'),
    )
    .select([
      'templateId',
      'channelId',
      'limitTotal',
      'limitDay',
      'winTotal',
      'winDay',
      'pointsCost',
      'freePerDay',
      'shareReward',
      'newUserOnly',
      'geoRequired',
      'scopeId',
      'scope.name as scopeName',
      'collectFields',
      'collectReason',
      'claimDays',
      'refundPolicy',
      'blankSlot',
      'budgetMode',
      'poolId',
      'pool.name as poolName',
      'expectDraws',
      'autoReturn',
      'verifyAll',
      sql<Activity['theme']>`activity.theme`.as('theme'),
      'bgImage',
      'shareTitle',
      'shareDesc',
      'shareImage',
      'ruleText',
      'organizer',
      'contact',
      'autoEnd',
      'activity.remark',
      'publishedAt',
      'endedAt',
      'endReason',
      'endText',
      'activity.weightVersion',
      'weightVersion.hash as weightHash',
    ])
    .executeTakeFirstOrThrow();
  const tiers = await readTiers(db, id);
  return {
    ...row,
    ...more,
    budgetMode: more.budgetMode as Activity['budgetMode'],
    collectFields: more.collectFields as unknown as z.output<typeof Collected>[],
    scopeName: more.scopeName ?? '',
    poolName: more.poolName ?? '',
    weightHash: more.weightHash ?? '',
    endReason: more.endReason === '' ? '' : EndReason.label(more.endReason),
    tiers: tiers.filter(({ prizeType }) => prizeType !== PrizeType.none),
    windows: await db
      .selectFrom('activityWindow')
      .where('activityId', '=', id)
      .orderBy('place')
      .select(['weekdays', 'hourFrom', 'hourTo'])
      .execute(),
    targets: await namedTargets(db, id),
  };
};

/** Live figures of an activity. */
export const countActivity = async (db: Db, id: number): Promise<ActivityCounts> => {
  const row = await asActivityRows(matchingActivities(db, { ids: [id] })).executeTakeFirst();
  if (!row) throw notFound();
  const budget = await db
    .selectFrom('activityBudget')
    .where('activityId', '=', id)
    .select(['budget', 'remain', 'reserved', 'paid'])
    .executeTakeFirst();
  const { rows } = await sql<{
    drawUv: number;
    todayDraws: number;
    yesterdayDraws: number;
    winAmount: number;
    claimedCnt: number;
    closedCnt: number;
    asOf: string;
  }>`
    with day as (select date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai' as start)
    select
      (select count(*) from draw_counter c where c.firm_id = ${row.firmId} and c.activity_id = ${id} and c.period = 'T' and c.cnt > 0) as draw_uv,
      (select count(*) from draw d where d.firm_id = ${row.firmId} and d.activity_id = ${id} and d.drawn_at >= day.start) as today_draws,
      (select count(*) from draw d where d.firm_id = ${row.firmId} and d.activity_id = ${id}
        and d.drawn_at >= day.start - interval '1 day' and d.drawn_at < now() - interval '1 day') as yesterday_draws,
      (select coalesce(sum(amount), 0)::bigint from claim where claim.firm_id = ${row.firmId} and claim.activity_id = ${id}) as win_amount,
      (select count(*) from claim where claim.firm_id = ${row.firmId} and claim.activity_id = ${id} and status = ${sql.lit(ClaimStatus.claimed)}) as claimed_cnt,
      (select count(*) from claim where claim.firm_id = ${row.firmId} and claim.activity_id = ${id} and status = ${sql.lit(ClaimStatus.closed)}) as closed_cnt,
      now() as as_of
    from day`.execute(db);
  return {
    ...rows[0]!,
    id,
    actNo: row.actNo,
    actName: row.actName,
    status: row.status,
    drawCnt: row.drawCnt,
    winCnt: row.winCnt,
    budgetAmount: row.budgetAmount,
    remainAmount: budget?.remain ?? 0,
    reservedAmount: budget?.reserved ?? 0,
    paidAmount: budget?.paid ?? 0,
    usedAmount: row.usedAmount,
    stockLeft: row.stockLeft,
    stockTotal: row.stockTotal,
  };
};

/** Versions of an activity's odds, newest first, with how many were drawn under each. */
export const listWeights = async (db: Db, id: number): Promise<WeightVersion[]> => {
  const tiers = await readTiers(db, id);
  const names = new Map(tiers.map((tier) => [tier.id, tier.tierName]));
  const rows = await db
    .selectFrom('weightVersion')
    .where('weightVersion.activityId', '=', id)
    .orderBy('version', 'desc')
    .limit(100)
    .select([
      'version',
      'hash',
      'prevHash',
      'reason',
      'effectiveAt',
      sql<{ tierId: number; weight: number }[]>`entries`.as('entries'),
      staffName('weightVersion.createdBy').as('createName'),
      sql<number>`(select count(*) from draw join seed_epoch epoch on epoch.id = draw.epoch_id and epoch.firm_id = draw.firm_id
        where draw.activity_id = weight_version.activity_id and draw.firm_id = weight_version.firm_id
          and epoch.weight_version = weight_version.version)`.as('drawCnt'),
    ])
    .execute();
  return rows.map((row) => ({
    ...row,
    entries: row.entries.map((entry) => ({ ...entry, tierName: names.get(entry.tierId) ?? '' })),
  }));
};

/** How many activities stand in each state, by the filters but the state's own. */
export const countStates = async (db: Db, filters: Parameters<typeof matchingActivities>[1]) => {
  const { status: _status, ...others } = filters;
  const counted = await matchingActivities(db, others)
    .groupBy('activity.status')
    .select(['activity.status', ({ fn }) => fn.countAll<number>().as('count')])
    .execute();
  const known = new Map(counted.map(({ status, count }) => [status, count]));
  const counts = ActivityStatus.options
    .filter(({ value }) => value !== ActivityStatus.recycled)
    .map(({ value }) => ({ status: value, count: known.get(value) ?? 0 }));
  return { all: counts.reduce((sum, { count }) => sum + count, 0), counts };
};
