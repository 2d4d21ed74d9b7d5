import type { PlayedActivity, Slot } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { turnsRule } from '@zhuiyuan/contract/campaign/activity/turns-rule';
import { ActScene, ActivityStatus, EpochState } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { GeoMode } from '@zhuiyuan/contract/codes/state/code-enums';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { isRunning } from '../activity-now.ts';

/** An activity with all that decides who may draw, and the period of seeds that is open. */
export const readPlay = async (db: Db, activityId: number) => {
  const activity = await db
    .selectFrom('activity')
    .innerJoin('firm', 'firm.id', 'activity.firmId')
    .leftJoin('consumerConfig', 'consumerConfig.firmId', 'activity.firmId')
    .leftJoin('seedEpoch', (join) =>
      join.onRef('seedEpoch.activityId', '=', 'activity.id').on('seedEpoch.state', '=', EpochState.open),
    )
    .leftJoin('weightVersion', (join) =>
      join
        .onRef('weightVersion.activityId', '=', 'activity.id')
        .onRef('weightVersion.version', '=', 'activity.weightVersion'),
    )
    .where('activity.id', '=', activityId)
    .select([
      'activity.id',
      'activity.firmId',
      'firm.name as firmName',
      'actName',
      'playMode',
      'activity.status',
      'audience',
      'lotteryType',
      'actScene',
      'freePerDay',
      'shareReward',
      'startAt',
      'endAt',
      'limitTotal',
      'limitDay',
      'winTotal',
      'winDay',
      'pointsCost',
      'newUserOnly',
      'geoRequired',
      'scanLimit',
      'drawLimit',
      sql<GeoMode>`coalesce(geo_mode, ${sql.lit(GeoMode.asked)})`.as('geoMode'),
      sql<boolean>`coalesce(need_phone, false)`.as('needPhone'),
      sql<number>`coalesce(share_points, 0)`.as('sharePoints'),
      sql<string>`coalesce(consumer_config.service_phone, '')`.as('servicePhone'),
      sql<string>`coalesce(consumer_config.service_hours, '')`.as('serviceHours'),
      sql<string>`coalesce(consumer_config.service_qr, '')`.as('serviceQr'),
      sql<string>`case when consumer_config.follow_on then consumer_config.follow_qr else '' end`.as('followQr'),
      'scopeId',
      'activity.collectFields',
      'activity.collectReason',
      'claimDays',
      sql<PlayedActivity['theme']>`activity.theme`.as('theme'),
      'bgImage',
      'shareTitle',
      'shareDesc',
      'shareImage',
      'seedEpoch.id as epochId',
      'seedEpoch.epochNo',
      'seedEpoch.seedHash',
      'weightVersion.hash as weightHash',
      sql<boolean>`start_at <= clock_timestamp()`.as('isBegun'),
      sql<boolean>`end_at <= clock_timestamp()`.as('isOver'),
      sql<string>`to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`.as('today'),
      sql<boolean>`not exists (select from activity_window w where w.activity_id = activity.id and w.firm_id = activity.firm_id) or exists (
        select from activity_window w where w.activity_id = activity.id and w.firm_id = activity.firm_id
          and w.weekdays & (1 << (extract(isodow from now() at time zone 'Asia/Shanghai')::int - 1)) <> 0
          and extract(hour from now() at time zone 'Asia/Shanghai') >= w.hour_from
          and extract(hour from now() at time zone 'Asia/Shanghai') < w.hour_to)`.as('isInHours'),
    ])
    .executeTakeFirst();
  if (!activity) return undefined;
  const tiers = await db
    .selectFrom('tier')
    .where('activityId', '=', activityId)
    .orderBy('tierNo')
    .select([
      'id',
      'slotNo',
      'tierName',
      'prizeName',
      'prizeType',
      'image',
      'amountMin',
      'amountMax',
      'points',
      'remain',
      'isOn',
      'visible',
    ])
    .execute();
  const budget = await db
    .selectFrom('activityBudget')
    .where('activityId', '=', activityId)
    .select('remain')
    .executeTakeFirst();
  return { ...activity, tiers, budget: budget?.remain ?? 0 };
};

export type Play = NonNullable<Awaited<ReturnType<typeof readPlay>>>;

/** Whether nobody draws without saying where he is: the activity or its firm wants to know. */
export const wantsPlace = ({ geoRequired, geoMode }: Pick<Play, 'geoRequired' | 'geoMode'>): boolean =>
  geoRequired || geoMode === GeoMode.must;

/** Whether it is not kept where somebody is, though his phone says so: his firm asks nobody, and the activity is open everywhere. */
export const keepsNoPlace = ({ geoRequired, geoMode, scopeId }: Play): boolean =>
  geoMode === GeoMode.off && !geoRequired && scopeId === null;

/** Whether any prize is left that could be won. */
export const hasAnyLeft = ({ tiers, budget }: Play): boolean =>
  tiers.some(
    ({ prizeType, isOn, remain, amountMin }) =>
      prizeType !== PrizeType.none && isOn && remain > 0 && (prizeType !== PrizeType.cash || amountMin <= budget),
  );

const toSlot = (tier: Play['tiers'][number]): Slot => ({
  slotNo: tier.slotNo,
  name: tier.prizeType === PrizeType.none ? tier.tierName : tier.prizeName,
  prizeType: tier.prizeType as Slot['prizeType'],
  image: tier.image,
  amountMin: tier.amountMin,
  amountMax: tier.amountMax,
  points: tier.points,
});

const keyRule = ({ limitDay, limitTotal, newUserOnly, pointsCost, ...play }: Play): string => {
  if (play.actScene === ActScene.interact) return turnsRule({ pointsCost, ...play });
  if (pointsCost) return `每次抽奖消耗${pointsCost}积分`;
  if (limitDay !== null) return `每人每日限${limitDay}次`;
  if (limitTotal !== null) return `每人限${limitTotal}次`;
  return newUserOnly ? '仅限新用户参与' : '每个码限抽一次';
};

/** The activity as its page shows it. */
export const toPlayed = (play: Play): PlayedActivity => ({
  id: play.id,
  name: play.actName,
  firmName: play.firmName,
  playMode: play.playMode as PlayedActivity['playMode'],
  status: (isRunning(play)
    ? ActivityStatus.running
    : play.isOver
      ? ActivityStatus.ended
      : play.status) as PlayedActivity['status'],
  theme: play.theme,
  bgImage: play.bgImage,
  shareTitle: play.shareTitle,
  shareDesc: play.shareDesc,
  shareImage: play.shareImage,
  slots: play.tiers
    .filter(({ visible, slotNo }) => visible || slotNo !== null)
    .map(toSlot)
    .toSorted((a, b) => (a.slotNo ?? 99) - (b.slotNo ?? 99)),
  startAt: play.startAt!,
  endAt: play.endAt!,
  pointsCost: play.pointsCost ?? 0,
  geoRequired: wantsPlace(play),
  servicePhone: play.servicePhone,
  serviceHours: play.serviceHours,
  serviceQr: play.serviceQr,
  followQr: play.followQr,
  game: play.actScene === ActScene.interact ? { freePerDay: play.freePerDay, shareReward: play.shareReward } : null,
  collectFields: play.collectFields as unknown as PlayedActivity['collectFields'],
  collectReason: play.collectReason,
  keyRule: keyRule(play),
  epochNo: play.epochNo ?? 0,
  seedHash: play.seedHash ?? '',
  weightHash: play.weightHash ?? '',
});
