import { EndReason } from '@zhuiyuan/contract/campaign/campaign-states';
import type { Rules } from '@zhuiyuan/contract/campaign/draw/rules';
import { ClaimMode, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { fenToYuan } from '@zhuiyuan/contract/kit/decimal';
import { hourText } from '@zhuiyuan/contract/kit/clock';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { notFound } from '../../kit/refusal.ts';
import { maskConsumer } from '../../member/mask-consumer.ts';

const days = ['一', '二', '三', '四', '五', '六', '日'];

/** A window in words: `周一、周二 09:00-21:00`. */
const windowText = ({ weekdays, hourFrom, hourTo }: { weekdays: number; hourFrom: number; hourTo: number }): string => {
  const named = days.filter((_day, bit) => weekdays & (1 << bit));
  return `${named.length === 7 ? '每天' : `周${named.join('、')}`} ${hourText(hourFrom)}-${hourText(hourTo)}`;
};

/** The published terms of an activity, made from what its draws go by. 404 before it was published. */
export const readRules = async (db: Db, activityId: number): Promise<Rules> => {
  const activity = await db
    .selectFrom('activity')
    .innerJoin('firm', 'firm.id', 'activity.firmId')
    .leftJoin('consumerConfig', 'consumerConfig.firmId', 'activity.firmId')
    .innerJoin('weightVersion', (join) =>
      join
        .onRef('weightVersion.activityId', '=', 'activity.id')
        .onRef('weightVersion.version', '=', 'activity.weightVersion'),
    )
    .where('activity.id', '=', activityId)
    .where('activity.publishedAt', 'is not', null)
    .where('activity.isDel', '=', 0)
    .select([
      'actName',
      'firm.name as firmName',
      'ruleText',
      'organizer',
      'activity.contact',
      sql<string>`coalesce(consumer_config.privacy_text, '')`.as('privacyText'),
      sql<number>`coalesce(consumer_config.privacy_version, 0)`.as('privacyVersion'),
      sql<string>`coalesce(consumer_config.service_phone, '')`.as('servicePhone'),
      sql<string>`coalesce(consumer_config.service_hours, '')`.as('serviceHours'),
      sql<string>`coalesce(consumer_config.service_qr, '')`.as('serviceQr'),
      'startAt',
      'endAt',
      'claimDays',
      'endReason',
      'endText',
      'endedAt',
      'weightVersion.version as weightVersion',
      'weightVersion.hash as weightHash',
      sql<{ tierId: number; weight: number }[]>`weight_version.entries`.as('entries'),
    ])
    .executeTakeFirst();
  if (!activity) throw notFound();
  const { entries, actName, endReason, endText, ...rest } = activity;
  const weights = new Map(entries.map(({ tierId, weight }) => [tierId, weight]));
  const tiers = await db
    .selectFrom('tier')
    .where('activityId', '=', activityId)
    .orderBy('tierNo')
    .select([
      'id',
      'tierName',
      'prizeName',
      'prizeType',
      'stockTotal',
      'remain',
      'faceValue',
      'amountMin',
      'amountMax',
      'points',
      'claimMode',
      'alsoPost',
      'dayCap',
      'hourCap',
      'userCap',
      'isOn',
    ])
    .execute();
  const windows = await db
    .selectFrom('activityWindow')
    .where('activityId', '=', activityId)
    .orderBy('place')
    .select(['weekdays', 'hourFrom', 'hourTo'])
    .execute();
  return {
    ...rest,
    activityId,
    name: actName,
    startAt: rest.startAt!,
    endAt: rest.endAt!,
    windowsText: windows.map(windowText),
    endedText: endReason === '' ? '' : [EndReason.label(endReason), endText].filter(Boolean).join('：'),
    prizes: tiers.map((tier) => ({
      tierName: tier.tierName,
      prizeName: tier.prizeType === PrizeType.none ? tier.tierName : tier.prizeName,
      weight: weights.get(tier.id) ?? 0,
      stockTotal: tier.stockTotal,
      stockLeft: tier.remain,
      terms: tier.prizeType === PrizeType.none ? [] : termsOf(tier, activity.claimDays),
    })),
  };
};

const termsOf = (
  tier: {
    prizeType: number;
    faceValue: number;
    amountMin: number;
    amountMax: number;
    points: number;
    claimMode: number;
    alsoPost: boolean;
    dayCap: number | null;
    hourCap: number | null;
    userCap: number | null;
    isOn: boolean;
  },
  claimDays: number,
): string[] => {
  const worth =
    tier.prizeType === PrizeType.cash
      ? tier.amountMin === tier.amountMax
        ? `现金${fenToYuan(tier.amountMin)}元`
        : `现金${fenToYuan(tier.amountMin)}～${fenToYuan(tier.amountMax)}元，金额随机`
      : tier.prizeType === PrizeType.points
        ? `${tier.points}积分`
        : `市场参考价${fenToYuan(tier.faceValue)}元`;
  return [
    worth,
    tier.prizeType === PrizeType.points
      ? '中奖后自动到账'
      : `${ClaimMode.label(tier.claimMode)}${tier.alsoPost ? '，也可邮寄' : ''}，中奖后${claimDays}天内领取，逾期视为放弃`,
    ...(tier.dayCap === null ? [] : [`每日限${tier.dayCap}份`]),
    ...(tier.hourCap === null ? [] : [`每小时限${tier.hourCap}份`]),
    ...(tier.userCap === null ? [] : [`每人限中${tier.userCap}次`]),
    ...(tier.isOn ? [] : ['暂停发放']),
  ];
};

const shown = 50;

/** The last wins of an activity, masked; none that wait for a person, or were cancelled. */
export const readWinners = async (db: Db, activityId: number) => {
  const rows = await db
    .selectFrom('claim')
    .innerJoin('draw', 'draw.id', 'claim.drawId')
    .innerJoin('tier', 'tier.id', 'claim.tierId')
    .innerJoin('member', 'member.id', 'claim.uid')
    .where('claim.activityId', '=', activityId)
    .where('claim.hold', '=', false)
    .where('claim.closeReason', '<>', 'VOID')
    .orderBy('claim.drawId', 'desc')
    .limit(shown)
    .select(['member.nickName', 'member.id as uid', 'tier.prizeName', 'claim.amount', 'draw.drawnAt'])
    .execute();
  return rows.map(({ nickName, uid, ...row }) => ({
    ...row,
    who: maskConsumer({ nickName, uid }),
  }));
};
