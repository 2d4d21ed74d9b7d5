import { PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';

/** A tier of the demonstration, its prize by name. */
interface DemoTier {
  tierName: string;
  prize: string;
  stockTotal: number;
  /** Parts of a million. */
  weight: number;
  slotNo?: number;
  dayCap?: number;
  isFallback?: boolean;
}

/** An activity of the demonstration. Days count from today. */
export interface DemoActivity {
  actName: string;
  playMode: number;
  /** Which of the firm's products with the most first queries in that time it is laid out on: those of the same number share one. */
  product: number;
  /** It is played without a code. */
  game?: { freePerDay: number; shareReward: number; pointsCost: number | null };
  fromDay: number;
  toDay: number;
  isDraft?: boolean;
  /** Its prizes are handed out at bound shops alone. */
  hasOwnShops?: boolean;
  /** Fen, where there is cash. */
  budgetAmount?: number;
  blankSlot?: number;
  tiers: readonly DemoTier[];
}

const rules = (name: string, prizes: string): string =>
  `购买参加“${name}”的产品，扫描包装上的防伪码确认为正品后可抽奖一次，每个码限抽一次。${prizes}奖品数量有限，发完即止。中奖后请在领奖期限内领取，逾期视为放弃。活动期间如发现以不正当手段参加的，主办方有权取消其资格。`;

/** What an activity's page says besides. */
export const demoTexts = [
  { organizer: '杭州青岚山茶业有限公司', contact: '400-800-0101', rules },
  { organizer: '贵州云岭酒业有限公司', contact: '400-800-0202', rules },
] as const;

/** Activities of each firm of the demonstration: one that runs, one that ended and a draft that clashes with the first. */
export const demoActivities: readonly (readonly DemoActivity[])[] = [
  [
    {
      actName: '金秋品茗有礼',
      playMode: PlayMode.scratch,
      product: 1,
      fromDay: -60,
      toDay: -25,
      tiers: [
        { tierName: '一等奖', prize: '青岚盖碗茶具一套', stockTotal: 20, weight: 8000 },
        { tierName: '参与奖', prize: '100 积分', stockTotal: 20_000, weight: 420_000 },
      ],
    },
    {
      actName: '秋茶上新季',
      hasOwnShops: true,
      playMode: PlayMode.grid,
      product: 0,
      fromDay: -21,
      toDay: 8,
      budgetAmount: 3_000_000,
      blankSlot: 5,
      tiers: [
        { tierName: '特等奖', prize: '青岚盖碗茶具一套', stockTotal: 10, weight: 2000, slotNo: 1, dayCap: 1 },
        { tierName: '一等奖', prize: '明前龙井品鉴装 50g', stockTotal: 60, weight: 90_000, slotNo: 3, dayCap: 10 },
        { tierName: '二等奖', prize: '随机现金红包', stockTotal: 2000, weight: 120_000, slotNo: 2 },
        { tierName: '三等奖', prize: '现金红包 1 元', stockTotal: 8000, weight: 200_000, slotNo: 4 },
        { tierName: '四等奖', prize: '100 积分', stockTotal: 30_000, weight: 260_000, slotNo: 6, isFallback: true },
        { tierName: '幸运奖', prize: '100 积分', stockTotal: 10_000, weight: 40_000, slotNo: 7 },
        { tierName: '喜悦奖', prize: '现金红包 1 元', stockTotal: 1000, weight: 20_000, slotNo: 8 },
      ],
    },
    {
      actName: '冬茶暖心季',
      playMode: PlayMode.wheel,
      product: 0,
      fromDay: 6,
      toDay: 36,
      isDraft: true,
      budgetAmount: 2_000_000,
      blankSlot: 6,
      tiers: [
        { tierName: '一等奖', prize: '青岚盖碗茶具一套', stockTotal: 12, weight: 3000, slotNo: 1 },
        { tierName: '二等奖', prize: '明前龙井品鉴装 50g', stockTotal: 80, weight: 20_000, slotNo: 2 },
        { tierName: '三等奖', prize: '随机现金红包', stockTotal: 1800, weight: 150_000, slotNo: 3 },
        { tierName: '四等奖', prize: '现金红包 1 元', stockTotal: 3000, weight: 200_000, slotNo: 4 },
        { tierName: '五等奖', prize: '100 积分', stockTotal: 20_000, weight: 300_000, slotNo: 5 },
      ],
    },
  ],
  [
    {
      actName: '端杯话重阳',
      playMode: PlayMode.egg,
      product: 1,
      fromDay: -55,
      toDay: -24,
      tiers: [
        { tierName: '一等奖', prize: '年货礼盒', stockTotal: 15, weight: 6000 },
        { tierName: '参与奖', prize: '200 积分', stockTotal: 20_000, weight: 400_000 },
      ],
    },
    {
      actName: '开瓶有礼',
      playMode: PlayMode.direct,
      product: 0,
      fromDay: -18,
      toDay: 20,
      budgetAmount: 1_500_000,
      tiers: [
        { tierName: '一等奖', prize: '年货礼盒', stockTotal: 8, weight: 3000, dayCap: 1 },
        { tierName: '二等奖', prize: '云岭小酒 100ml', stockTotal: 120, weight: 110_000 },
        { tierName: '三等奖', prize: '随机开瓶红包', stockTotal: 800, weight: 120_000 },
        { tierName: '四等奖', prize: '200 积分', stockTotal: 30_000, weight: 350_000, isFallback: true },
      ],
    },
    {
      actName: '年货节大转盘',
      playMode: PlayMode.wheel,
      product: 0,
      fromDay: 15,
      toDay: 60,
      isDraft: true,
      budgetAmount: 1_000_000,
      blankSlot: 6,
      tiers: [
        { tierName: '一等奖', prize: '年货礼盒', stockTotal: 20, weight: 4000, slotNo: 1 },
        { tierName: '二等奖', prize: '云岭小酒 100ml', stockTotal: 200, weight: 40_000, slotNo: 2 },
        { tierName: '三等奖', prize: '随机开瓶红包', stockTotal: 500, weight: 100_000, slotNo: 3 },
        { tierName: '四等奖', prize: '200 积分', stockTotal: 20_000, weight: 200_000, slotNo: 4 },
        { tierName: '五等奖', prize: '200 积分', stockTotal: 20_000, weight: 100_000, slotNo: 5 },
      ],
    },
  ],
];
