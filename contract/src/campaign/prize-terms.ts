import { enumeration } from '../kit/enumeration.ts';
import { fenToYuan } from '../kit/decimal.ts';

/** What is won. */
export const PrizeType = enumeration({
  points: { value: 0, label: '积分' },
  cash: { value: 1, label: '现金' },
  goods: { value: 2, label: '实物' },
  none: { value: 3, label: '未中奖' },
});
export type PrizeType = (typeof PrizeType.options)[number]['value'];

/** How a prize is paid out. */
export const RedPayKind = enumeration({
  packet: { value: 1, label: '微信红包' },
  balance: { value: 2, label: '零钱红包' },
  points: { value: 3, label: '积分' },
});
export type RedPayKind = (typeof RedPayKind.options)[number]['value'];

/** Whether every packet holds the same. */
export const AmountMode = enumeration({
  fixed: { value: 0, label: '固定金额' },
  random: { value: 1, label: '随机金额' },
});
export type AmountMode = (typeof AmountMode.options)[number]['value'];

/** How a winner comes by his prize. */
export const ClaimMode = enumeration({
  auto: { value: 0, label: '自动发放' },
  manual: { value: 1, label: '手动领取' },
  shop: { value: 2, label: '到店核销' },
  post: { value: 3, label: '邮寄兑换' },
});
export type ClaimMode = (typeof ClaimMode.options)[number]['value'];

/** What one prize may be worth at most, in fen: the ceiling of a prize drawn by lot. */
export const mostWorth = 5_000_000;
export const mostPoints = 1_000_000;

/** The least and the most that one packet may hold, in fen, by how it is paid. */
export const payLimits: Record<number, { least: number; most: number }> = {
  [RedPayKind.packet]: { least: 100, most: 20_000 },
  [RedPayKind.balance]: { least: 10, most: 20_000 },
};

/** How prizes of each type may be claimed, the usual way first. */
export const claimModes: Record<PrizeType, readonly ClaimMode[]> = {
  [PrizeType.points]: [ClaimMode.auto],
  [PrizeType.cash]: [ClaimMode.auto, ClaimMode.manual],
  [PrizeType.goods]: [ClaimMode.shop, ClaimMode.post],
  [PrizeType.none]: [ClaimMode.auto],
};

/** What a prize promises and how it is handed over, as it is typed; amounts in fen. What its type does not have may be left out. */
export interface TypedTerms {
  prizeType: PrizeType;
  payKind?: number | null;
  amountMode: AmountMode;
  amountMin?: number | null;
  amountMax?: number | null;
  points?: number | null;
  faceValue: number;
  costPrice: number;
  claimMode?: ClaimMode | null;
  alsoPost: boolean;
  deductAmount: number;
}

/** The same as it is kept: what the type does not have is empty, a fixed amount is both the least and the most. */
export interface PrizeTerms {
  prizeType: PrizeType;
  payKind: RedPayKind | null;
  amountMode: AmountMode;
  amountMin: number;
  amountMax: number;
  points: number | null;
  faceValue: number;
  costPrice: number;
  claimMode: ClaimMode;
  alsoPost: boolean;
  deductAmount: number;
}

/** Empties what the type of a prize does not have. The worth of cash is the most that can be won. */
export const toTerms = (typed: TypedTerms): PrizeTerms => {
  const { prizeType } = typed;
  const isCash = prizeType === PrizeType.cash;
  const isPoints = prizeType === PrizeType.points;
  const isGoods = prizeType === PrizeType.goods;
  const amountMin = isCash ? (typed.amountMin ?? 0) : 0;
  const isRandom = isCash && typed.amountMode === AmountMode.random;
  const amountMax = isRandom ? (typed.amountMax ?? 0) : amountMin;
  const claimMode = typed.claimMode ?? ClaimMode.auto;
  const isAtShop = isGoods && claimMode === ClaimMode.shop;
  return {
    prizeType,
    payKind: isCash ? ((typed.payKind ?? null) as RedPayKind | null) : isPoints ? RedPayKind.points : null,
    amountMode: isRandom ? AmountMode.random : AmountMode.fixed,
    amountMin,
    amountMax,
    points: isPoints ? (typed.points ?? null) : null,
    faceValue: isCash ? amountMax : isGoods || isPoints ? typed.faceValue : 0,
    costPrice: isGoods || isPoints ? typed.costPrice : 0,
    claimMode: isCash || isGoods ? claimMode : ClaimMode.auto,
    alsoPost: isAtShop && typed.alsoPost,
    deductAmount: isAtShop ? typed.deductAmount : 0,
  };
};

/** Terms as they come from a form, before anything is known of them. */
type Raw = { [K in keyof TypedTerms]?: unknown } & { image?: unknown };

interface TermRule {
  field: keyof TypedTerms | 'image';
  holds: (terms: Raw) => boolean;
  text: (terms: Raw) => string;
}

const limitsOf = ({ payKind }: Raw) => payLimits[Number(payKind)];
const isCash = ({ prizeType }: Raw): boolean => prizeType === PrizeType.cash;
const isGoods = ({ prizeType }: Raw): boolean => prizeType === PrizeType.goods;
const isWithinLimits = (terms: Raw, amount: unknown): boolean => {
  const limits = limitsOf(terms) ?? payLimits[RedPayKind.balance]!;
  return typeof amount === 'number' && amount >= limits.least && amount <= limits.most;
};
const limitsText = (terms: Raw): string => {
  const { least, most } = limitsOf(terms) ?? payLimits[RedPayKind.balance]!;
  return `金额须在${fenToYuan(least)}~${fenToYuan(most)}元之间`;
};
const hasMost = (terms: Raw): boolean => isCash(terms) && terms.amountMode === AmountMode.random;

/** What the terms of a prize must be, each with its field and its text. */
export const termRules: readonly TermRule[] = [
  { field: 'payKind', holds: (terms) => !isCash(terms) || limitsOf(terms) !== undefined, text: () => '请选择发放方式' },
  {
    field: 'amountMin',
    holds: (terms) => !isCash(terms) || isWithinLimits(terms, terms.amountMin),
    text: limitsText,
  },
  {
    field: 'amountMax',
    holds: (terms) => !hasMost(terms) || isWithinLimits(terms, terms.amountMax),
    text: limitsText,
  },
  {
    field: 'amountMax',
    holds: (terms) =>
      !hasMost(terms) ||
      !isWithinLimits(terms, terms.amountMax) ||
      typeof terms.amountMin !== 'number' ||
      Number(terms.amountMax) >= terms.amountMin,
    text: () => '最高金额不能小于最低金额',
  },
  {
    field: 'points',
    holds: ({ prizeType, points }) => prizeType !== PrizeType.points || typeof points === 'number',
    text: () => '请输入积分数量',
  },
  {
    field: 'image',
    holds: (terms) => !isGoods(terms) || Boolean(terms.image),
    text: () => '请上传奖品图片',
  },
  {
    field: 'faceValue',
    holds: (terms) => !isGoods(terms) || (typeof terms.faceValue === 'number' && terms.faceValue > 0),
    text: () => '请输入奖品价值',
  },
  {
    field: 'claimMode',
    holds: (terms) =>
      !(isCash(terms) || isGoods(terms)) ||
      claimModes[terms.prizeType as PrizeType].includes(terms.claimMode as ClaimMode),
    text: () => '请选择领取方式',
  },
];

/** What one wins, in words: `¥1.00`, `¥0.30~8.88`, `100积分`; '' for goods and for nothing. */
export const amountText = ({
  prizeType,
  amountMin,
  amountMax,
  points,
}: Pick<PrizeTerms, 'amountMin' | 'amountMax' | 'points'> & { prizeType: number }): string => {
  if (prizeType === PrizeType.points) return `${points ?? 0}积分`;
  if (prizeType !== PrizeType.cash) return '';
  return amountMin === amountMax ? `¥${fenToYuan(amountMin)}` : `¥${fenToYuan(amountMin)}~${fenToYuan(amountMax)}`;
};

/** How a prize is claimed, in words; '' where nothing is won. */
export const claimText = ({
  prizeType,
  claimMode,
  alsoPost,
}: {
  prizeType: number;
  claimMode: number;
  alsoPost: boolean;
}): string => (prizeType === PrizeType.none ? '' : ClaimMode.label(claimMode) + (alsoPost ? '，也可邮寄' : ''));
