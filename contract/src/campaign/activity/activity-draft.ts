import { z } from 'zod';
import { CodeRange } from '../../codes/pick/pick.ts';
import { timeField } from '../../kit/day.ts';
import { fen, flag, id, int, optionalText, text } from '../../kit/fields.ts';
import { optionalFileAddress } from '../../kit/picture.ts';
import { firmId } from '../../parties/party-fields.ts';
import {
  ActScene,
  Audience,
  BudgetMode,
  CollectField,
  LotteryType,
  PlayMode,
  PlayTheme,
  RefundPolicy,
  TargetKind,
} from '../campaign-states.ts';

/** Parts of a million: what a weight is counted in. */
export const million = 1_000_000;
export const mostTiers = 12;
export const mostWindows = 7;
export const mostTargets = 10_000;

/** When it may be drawn: days of the week (bit 0 = Monday) and hours of the day, the end not included. */
export const ActivityWindow = z
  .object({
    weekdays: int(1, 127, '请选择星期'),
    hourFrom: int(0, 23, '抽奖时段不正确'),
    hourTo: int(1, 24, '抽奖时段不正确'),
  })
  .refine(({ hourFrom, hourTo }) => hourTo > hourFrom, { path: ['hourTo'], message: '结束时间必须晚于开始时间' });
export type ActivityWindow = z.output<typeof ActivityWindow>;

/** Whether two of the windows share an hour of a day of the week. */
export const windowsOverlap = (windows: readonly ActivityWindow[]): boolean =>
  windows.some((one, at) =>
    windows
      .slice(at + 1)
      .some(
        (other) => (one.weekdays & other.weekdays) !== 0 && one.hourFrom < other.hourTo && other.hourFrom < one.hourTo,
      ),
  );

/** What an activity is laid out on. A range names codes of one segment, every other kind a row. */
export const ActivityTarget = z.discriminatedUnion(
  'kind',
  [
    z.object({
      kind: z.literal([TargetKind.product, TargetKind.lot, TargetKind.shop, TargetKind.agent]),
      targetId: id('请选择投放对象'),
    }),
    z.object({ kind: z.literal(TargetKind.range), ...CodeRange.shape }),
  ],
  { error: '请选择投放对象' },
);
export type ActivityTarget = z.output<typeof ActivityTarget>;

const limit = (most: number, message: string) => int(1, most, message).nullable().default(null);

/** A level of prizes. Its weight is counted in parts of a million; what is missing from a whole belongs to 谢谢参与. */
export const TierDraft = z.object({
  /** The tier that is edited; absent: a new one. */
  id: id().optional(),
  tierName: text('奖级名称', { max: 20 }),
  prizeId: id('请选择奖品'),
  /** Its place on a wheel or grid; null where its way of playing has none. */
  slotNo: limit(12, '格位不正确'),
  stockTotal: int(0, 99_999_999, '库存须为0-99999999的整数').default(0),
  weight: int(0, million, '概率须在0-100%之间').default(0),
  dayCap: limit(99_999_999, '每日限量不正确'),
  hourCap: limit(99_999_999, '每小时限量不正确'),
  /** How often one person may win it. */
  userCap: limit(9999, '每人限中不正确'),
  /** Takes the draws whose own tier cannot be granted. */
  isFallback: flag.default(false),
  visible: flag.default(true),
});
export type TierDraft = z.output<typeof TierDraft>;

/** A field that winners are asked for. */
export const Collected = z.object({ key: CollectField.schema, required: flag.default(false) });

/** What is drawn and how often, of an activity and of a template for one. */
interface Odds {
  limitDay: number | null;
  limitTotal: number | null;
  tiers: readonly { weight: number; isFallback: boolean }[];
}

/** Limits and prizes that agree with each other: no more in a day than at all, no more than a whole, one prize to fall back on. */
export const checkOdds = ({ limitDay, limitTotal, tiers }: Odds, context: z.core.$RefinementCtx): void => {
  const refuse = (path: keyof Odds, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (limitDay !== null && limitTotal !== null && limitDay > limitTotal) refuse('limitDay', '每日次数不能大于总次数');
  if (tiers.reduce((sum, { weight }) => sum + weight, 0) > million) refuse('tiers', '中奖概率合计不能超过100%');
  if (tiers.filter(({ isFallback }) => isFallback).length > 1) refuse('tiers', '兜底奖只能有一个');
};

/**
 * An activity as it is typed: only its name has to be there. What publishing wants besides is told by `activityGaps`. Amounts are fen.
 */
export const ActivityDraft = z
  .object({
    firmId,
    actName: text('活动名称', { min: 2, max: 50 }),
    /** The template it began with. */
    templateId: id('活动模板不正确').nullable().default(null),
    actScene: ActScene.schema.default(ActScene.scan),
    audience: Audience.schema.default(Audience.consumer),
    lotteryType: LotteryType.schema.default(LotteryType.code),
    playMode: PlayMode.schema.default(PlayMode.grid),
    channelId: id('渠道不正确').nullable().default(null),
    startAt: timeField('请选择活动时间').nullable().default(null),
    endAt: timeField('请选择活动时间').nullable().default(null),
    /** None: all day. */
    windows: z.array(ActivityWindow).max(mostWindows, '抽奖时段最多7个').default([]),
    limitTotal: limit(9999, '每人总次数须为1-9999的整数'),
    limitDay: limit(999, '每人每日次数须为1-999的整数'),
    winTotal: limit(9999, '每人中奖上限须为1-9999的整数'),
    winDay: limit(999, '每人每日中奖上限须为1-999的整数'),
    pointsCost: limit(100_000, '消耗积分须为1-100000的整数'),
    /** Turns without a code that are free each day, of a game alone. */
    freePerDay: int(0, 20, '每日免费次数须为0-20的整数').default(0),
    /** How many further turns a day may be had for people one brought along. */
    shareReward: int(0, 5, '分享得次数须为0-5的整数').default(0),
    newUserOnly: flag.default(false),
    geoRequired: flag.default(false),
    scopeId: id('活动范围不正确').nullable().default(null),
    collectFields: z.array(Collected).max(6, '收集信息不正确').default([]),
    /** Why identity cards are asked for. */
    collectReason: optionalText('用途说明', 100),
    claimDays: int(1, 365, '领奖有效期须为1-365天').default(15),
    refundPolicy: RefundPolicy.schema.default(RefundPolicy.again),
    tiers: z.array(TierDraft).max(mostTiers, '奖级数量须为1-12个').default([]),
    /** Place of 谢谢参与 on a wheel or grid. */
    blankSlot: limit(12, '格位不正确'),
    budgetMode: BudgetMode.schema.default(BudgetMode.full),
    poolId: id('请选择资金池').nullable().default(null),
    budgetAmount: fen('活动预算').nullable().default(null),
    /** How many draws are reckoned with; for the expected cost alone. */
    expectDraws: limit(2_000_000_000, '预计抽奖次数不正确'),
    /** Prizes whose claim has run out go back to their tier. */
    autoReturn: flag.default(false),
    targets: z.array(ActivityTarget).max(mostTargets, `投放对象最多${mostTargets}个`).default([]),
    /** Any shop of the firm may verify its prizes; else only those that are bound. */
    verifyAll: flag.default(false),
    theme: PlayTheme.schema.default(PlayTheme.red),
    bgImage: optionalFileAddress,
    shareTitle: optionalText('分享标题', 40),
    shareDesc: optionalText('分享描述', 60),
    shareImage: optionalFileAddress,
    ruleText: optionalText('活动规则', 20_000),
    organizer: optionalText('主办方', 60),
    contact: optionalText('联系方式', 40),
    /** Ends when every tier has given out its stock. */
    autoEnd: flag.default(false),
    remark: optionalText('备注', 200),
  })
  .refine(({ windows }) => !windowsOverlap(windows), { path: ['windows'], message: '抽奖时段不能重叠' })
  .refine(({ startAt, endAt }) => startAt === null || endAt === null || endAt > startAt, {
    path: ['endAt'],
    message: '结束时间必须晚于开始时间',
  })
  .refine(({ actScene, freePerDay, shareReward }) => actScene === ActScene.interact || freePerDay + shareReward === 0, {
    path: ['freePerDay'],
    message: '免费次数和分享得次数只用于互动游戏',
  })
  .superRefine(checkOdds)
  .refine(({ lotteryType, audience }) => lotteryType !== LotteryType.points || audience === Audience.consumer, {
    path: ['audience'],
    message: '积分抽奖只面向消费者，请把参与对象改为消费者',
  })
  .refine(
    ({ collectFields, collectReason }) =>
      collectReason !== '' || !collectFields.some(({ key }) => key === CollectField.card),
    { path: ['collectReason'], message: '收集身份证须填写用途说明' },
  );
export type ActivityDraft = z.output<typeof ActivityDraft>;
