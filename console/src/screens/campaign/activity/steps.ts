import type { ActivityDraft } from '@zhuiyuan/contract/campaign/activity/activity-draft';
import { ActScene, LotteryType } from '@zhuiyuan/contract/campaign/campaign-states';

/** The steps of the form, in the order of their numbers from 1. */
export const steps = ['基本信息', '参与规则', '奖品与概率', '投放对象', '页面与公示'] as const;

/** Whether it is played without a code. */
export const isGame = ({ actScene, lotteryType }: Partial<Pick<ActivityDraft, 'actScene' | 'lotteryType'>>): boolean =>
  actScene === ActScene.interact && lotteryType === LotteryType.points;

/** Numbers of the steps an activity has: a game is laid out on nothing. */
export const stepNumbers = (values: Parameters<typeof isGame>[0]): readonly number[] =>
  isGame(values) ? [1, 2, 3, 5] : [1, 2, 3, 4, 5];

/** On which step each field of the draft stands. */
const stepOf: Record<keyof ActivityDraft, number> = {
  firmId: 1,
  actName: 1,
  templateId: 1,
  actScene: 1,
  audience: 1,
  lotteryType: 1,
  playMode: 1,
  channelId: 1,
  startAt: 1,
  endAt: 1,
  windows: 1,
  limitTotal: 2,
  limitDay: 2,
  winTotal: 2,
  winDay: 2,
  pointsCost: 2,
  freePerDay: 2,
  shareReward: 2,
  newUserOnly: 2,
  geoRequired: 2,
  scopeId: 2,
  collectFields: 2,
  collectReason: 2,
  claimDays: 2,
  refundPolicy: 2,
  tiers: 3,
  blankSlot: 3,
  budgetMode: 3,
  poolId: 3,
  budgetAmount: 3,
  expectDraws: 3,
  autoReturn: 3,
  targets: 4,
  verifyAll: 4,
  theme: 5,
  bgImage: 5,
  shareTitle: 5,
  shareDesc: 5,
  shareImage: 5,
  ruleText: 5,
  organizer: 5,
  contact: 5,
  autoEnd: 5,
  remark: 5,
};

/** The step of a field, by the first name of its path; the first step where nobody knows it. */
export const stepOfField = (field: string | number | undefined): number =>
  stepOf[String(field).split('.')[0] as keyof ActivityDraft] ?? 1;
