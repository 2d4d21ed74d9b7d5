import { PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import { playKinds } from '@zhuiyuan/contract/campaign/play-kinds';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import {
  drawnCover,
  TemplateDraft,
  type Industry,
  type TemplateTier,
} from '@zhuiyuan/contract/campaign/template/template';

/** A template of the system, by a code that stays for life. */
export interface TemplateSeed {
  code: string;
  draft: TemplateDraft;
}

type Tier = Partial<TemplateTier> & Pick<TemplateTier, 'prizeName' | 'weight'>;

const cash = (prizeName: string, fen: number, weight: number, more: Partial<TemplateTier> = {}): Tier => ({
  prizeType: PrizeType.cash,
  prizeName,
  value: fen,
  weight,
  ...more,
});
const points = (count: number, weight: number, more: Partial<TemplateTier> = {}): Tier => ({
  prizeType: PrizeType.points,
  prizeName: `${count} 积分`,
  value: count,
  weight,
  ...more,
});
const goods = (prizeName: string, weight: number, more: Partial<TemplateTier> = {}): Tier => ({
  prizeType: PrizeType.goods,
  prizeName,
  weight,
  userCap: 1,
  ...more,
});

const numerals = ['一', '二', '三', '四', '五', '六', '七', '八'];

const rules = (how: string): string =>
  [
    `参与方式：${how}`,
    '中奖与领取：抽奖结果当场公布。现金奖品按页面提示确认收款后存入微信零钱；积分自动发放到账户；实物奖品凭核销码到店领取，或填写收货信息邮寄。请在领奖有效期内领取，逾期视为放弃。',
    '公平说明：各奖级的中奖概率在“规则与概率”中公示，活动期间只会作有利于消费者的调整；每次抽奖都可以在“公平验证”里重算。',
    '其他：奖品数量有限，发完即止，奖品不能折换现金或转让。以技术手段批量参加、伪造编码等不正当行为，主办方有权取消参与资格。',
  ]
    .map((line) => `<p>${line}</p>`)
    .join('');

const byCode = rules('购买活动产品，扫描包装上的防伪码并确认为正品后即可抽奖，每个码限抽一次。');

/** A template whose tiers are named in their order, and where the game has places lie on them in order, 谢谢参与 last. */
const template = (
  code: string,
  name: string,
  playMode: PlayMode,
  industries: Industry[],
  summary: string,
  tiers: readonly Tier[],
  preset: Partial<TemplateDraft['preset']> = {},
): TemplateSeed => {
  const hasSlots = playKinds[playMode].slots !== null;
  return {
    code,
    draft: TemplateDraft.parse({
      name,
      playMode,
      industries,
      cover: drawnCover(playMode),
      summary,
      preset: {
        claimDays: 30,
        limitDay: 10,
        ruleText: byCode,
        ...preset,
        tiers: tiers.map((tier, at) => ({
          tierName: `${numerals[at]}等奖`,
          slotNo: hasSlots ? at + 1 : null,
          ...tier,
        })),
        blankSlot: hasSlots ? tiers.length + 1 : null,
      },
    }),
  };
};

/** The system's templates, one for each game at least. Odds are parts of a million. */
export const templateSeeds: readonly TemplateSeed[] = [
  template(
    'cash-direct',
    '扫码领红包',
    PlayMode.direct,
    ['food', 'beauty', 'home'],
    '扫码即抽，小额红包为主，适合快消品日常促销',
    [
      cash('现金红包 8.88 元', 888, 3000),
      cash('现金红包 1 元', 100, 150_000),
      cash('现金红包 0.5 元', 50, 400_000, { tierName: '参与奖', isFallback: true }),
    ],
    { winDay: 3, shareTitle: '扫码领红包', shareDesc: '买正品，扫一扫，红包当场到账' },
  ),
  template(
    'bottle-direct',
    '开瓶有礼',
    PlayMode.direct,
    ['liquor', 'food'],
    '再来一瓶加开瓶红包，酒水饮料的经典玩法',
    [
      goods('再来一瓶', 50_000, { userCap: 5 }),
      cash('开瓶红包 5 元', 500, 20_000),
      cash('开瓶红包 1 元', 100, 200_000),
      points(50, 730_000, { tierName: '参与奖', isFallback: true }),
    ],
    { theme: 'navy', shareTitle: '开瓶有礼', shareDesc: '瓶瓶都有礼，再来一瓶等你开' },
  ),
  template(
    'season-wheel',
    '新品尝鲜大转盘',
    PlayMode.wheel,
    ['tea', 'food', 'beauty'],
    '六格转盘，新品试用装引导复购',
    [
      goods('新品礼盒', 2000),
      goods('新品试用装', 60_000),
      cash('现金红包 2 元', 200, 80_000),
      points(100, 200_000),
      points(20, 400_000, { tierName: '幸运奖', isFallback: true }),
    ],
    { limitTotal: 50, theme: 'jade', shareTitle: '新品尝鲜', shareDesc: '转一转，新品试用装等你拿' },
  ),
  template(
    'festival-wheel',
    '年货节大转盘',
    PlayMode.wheel,
    ['food', 'liquor', 'health'],
    '八格转盘，礼盒配红包，春节与中秋旺季适用',
    [
      goods('年货礼盒', 1000),
      cash('现金红包 88 元', 8800, 200),
      goods('品鉴装', 30_000),
      cash('现金红包 8.8 元', 880, 5000),
      cash('现金红包 1.88 元', 188, 120_000),
      points(100, 250_000),
      points(50, 450_000, { tierName: '幸运奖', isFallback: true }),
    ],
    { winDay: 5, shareTitle: '年货节抽好礼', shareDesc: '买年货，转大礼，百元红包等你来' },
  ),
  template(
    'lucky-grid',
    '幸运九宫格',
    PlayMode.grid,
    ['tea', 'liquor', 'beauty', 'food'],
    '八个格位，实物、红包、积分搭配均衡',
    [
      goods('品牌大礼', 1000, { tierName: '特等奖' }),
      goods('品鉴装', 30_000, { tierName: '一等奖' }),
      cash('现金红包 8.88 元', 888, 5000, { tierName: '二等奖' }),
      cash('现金红包 1 元', 100, 150_000, { tierName: '三等奖' }),
      points(100, 200_000, { tierName: '四等奖' }),
      points(50, 250_000, { tierName: '五等奖', isFallback: true }),
      cash('现金红包 0.5 元', 50, 100_000, { tierName: '喜悦奖' }),
    ],
    { shareTitle: '幸运九宫格', shareDesc: '九宫格里藏好礼，扫码试试手气' },
  ),
  template(
    'scratch-tea',
    '品茗刮刮乐',
    PlayMode.scratch,
    ['tea', 'health'],
    '刮开即见奖，礼盒中附赠，适合高客单产品',
    [
      goods('盖碗茶具一套', 3000),
      goods('品鉴装 50g', 80_000, { userCap: 2 }),
      points(200, 300_000),
      points(50, 500_000, { tierName: '参与奖', isFallback: true }),
    ],
    { claimDays: 60, theme: 'tea', shareTitle: '品茗刮刮乐', shareDesc: '刮一刮，好茶好器带回家' },
  ),
  template(
    'baby-scratch',
    '会员专享刮刮卡',
    PlayMode.scratch,
    ['baby', 'health', 'beauty'],
    '以积分与试用装为主，沉淀会员，预算可控',
    [
      goods('正装一份', 2000),
      goods('试用装', 100_000),
      points(300, 98_000),
      points(50, 800_000, { tierName: '参与奖', isFallback: true }),
    ],
    { limitDay: 3, theme: 'plum', shareTitle: '会员专享刮刮卡', shareDesc: '人人有奖，积分换好礼' },
  ),
  template(
    'golden-egg',
    '欢乐砸金蛋',
    PlayMode.egg,
    ['liquor', 'food', 'home'],
    '三选一砸蛋，氛围热闹，适合节庆与宴席',
    [
      goods('礼盒一份', 5000),
      cash('现金红包 6.66 元', 666, 20_000),
      cash('现金红包 1.66 元', 166, 150_000),
      points(66, 600_000, { tierName: '幸运奖', isFallback: true }),
    ],
    { shareTitle: '欢乐砸金蛋', shareDesc: '砸一砸，六六大顺好礼来' },
  ),
  template(
    'harvest-egg',
    '丰收砸金蛋',
    PlayMode.egg,
    ['farm'],
    '农资产品按袋参与，小额红包加农具',
    [
      goods('农具套装', 2000),
      cash('现金红包 10 元', 1000, 10_000),
      cash('现金红包 2 元', 200, 200_000),
      points(100, 500_000, { tierName: '参与奖', isFallback: true }),
    ],
    { limitDay: 50, claimDays: 60, theme: 'jade', shareTitle: '丰收砸金蛋', shareDesc: '买正品农资，砸金蛋领红包' },
  ),
];
