import { PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import type { DemoActivity } from './demo-activities.ts';

/** What the page of a game says of it. */
export const gameRules = (name: string, prizes: string): string =>
  `打开“${name}”的链接或扫描二维码即可参与，不需要购买产品。${prizes}奖品数量有限，发完即止。中奖后请在领奖期限内领取，逾期视为放弃。分享所得的次数仅限当日使用。活动期间如发现以不正当手段参加的，主办方有权取消其资格。`;

/** Games of each firm of the demonstration. */
export const demoGames: readonly (readonly (DemoActivity & Required<Pick<DemoActivity, 'game'>>)[])[] = [
  [
    {
      actName: '中秋刮茶礼',
      playMode: PlayMode.scratch,
      product: 0,
      game: { freePerDay: 1, shareReward: 1, pointsCost: null },
      fromDay: -47,
      toDay: -27,
      tiers: [
        { tierName: '一等奖', prize: '青岚盖碗茶具一套', stockTotal: 6, weight: 6000 },
        { tierName: '参与奖', prize: '100 积分', stockTotal: 3000, weight: 350_000 },
      ],
    },
    {
      actName: '茶友每日大转盘',
      playMode: PlayMode.wheel,
      product: 0,
      game: { freePerDay: 1, shareReward: 3, pointsCost: 50 },
      fromDay: -13,
      toDay: 17,
      budgetAmount: 200_000,
      blankSlot: 6,
      tiers: [
        { tierName: '一等奖', prize: '青岚盖碗茶具一套', stockTotal: 5, weight: 4000, slotNo: 1 },
        { tierName: '二等奖', prize: '随机现金红包', stockTotal: 600, weight: 70_000, slotNo: 2 },
        { tierName: '三等奖', prize: '现金红包 1 元', stockTotal: 1200, weight: 90_000, slotNo: 3 },
        { tierName: '四等奖', prize: '100 积分', stockTotal: 5000, weight: 220_000, slotNo: 4 },
        { tierName: '五等奖', prize: '100 积分', stockTotal: 3000, weight: 60_000, slotNo: 5 },
      ],
    },
  ],
  [
    {
      actName: '砸金蛋赢好酒',
      playMode: PlayMode.egg,
      product: 0,
      game: { freePerDay: 2, shareReward: 2, pointsCost: null },
      fromDay: -9,
      toDay: 21,
      tiers: [
        { tierName: '一等奖', prize: '年货礼盒', stockTotal: 5, weight: 3000 },
        { tierName: '幸运奖', prize: '200 积分', stockTotal: 5000, weight: 240_000 },
      ],
    },
  ],
];
