import type { Activity, TierInfo } from '@zhuiyuan/contract/campaign/activity/activity';
import { ActivityDraft, TierDraft } from '@zhuiyuan/contract/campaign/activity/activity-draft';
import { PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import type { PrizeRow } from '@zhuiyuan/contract/campaign/prize/prize';

/** What is in the form: a draft that is not finished. */
export type Values = Partial<ActivityDraft>;

/** What the form shows of a prize beside its number. Amounts are fen. */
export interface Terms {
  name: string;
  image: string;
  prizeType: number;
  claimMode: number;
  amountMin: number;
  amountMax: number;
  points: number;
  costPrice: number;
  faceValue: number;
}

const only = (keys: readonly string[], row: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([key]) => keys.includes(key)));

/** The draft of an activity as it stands. */
export const toStart = (activity: Activity): Values => ({
  ...(only(Object.keys(ActivityDraft.shape), activity) as Values),
  tiers: activity.tiers.map((tier) => only(Object.keys(TierDraft.shape), tier) as TierDraft),
  targets: activity.targets.map(({ name: _name, ...target }) => target as ActivityDraft['targets'][number]),
});

/** A new draft, as the schema fills it in. */
export const blankValues = (): Values => {
  const { actName: _name, ...rest } = ActivityDraft.parse({ actName: '新的活动' });
  return { ...rest, playMode: PlayMode.grid };
};

/** The terms of a tier as they were copied, or as its prize has them. */
export const termsOfTier = (tier: TierInfo): Terms => ({
  name: tier.prizeName,
  image: tier.image,
  prizeType: tier.prizeType,
  claimMode: tier.claimMode,
  amountMin: tier.amountMin,
  amountMax: tier.amountMax,
  points: tier.points,
  costPrice: tier.costPrice,
  faceValue: tier.faceValue,
});

export const termsOfPrize = (prize: PrizeRow): Terms => ({
  name: prize.name,
  image: prize.image,
  prizeType: prize.prizeType,
  claimMode: prize.claimMode,
  amountMin: prize.amountMin,
  amountMax: prize.amountMax,
  points: prize.points ?? 0,
  costPrice: prize.costPrice,
  faceValue: prize.faceValue,
});

/** What is known of the prizes in the form: a tier's own copy goes before its prize as it is now. */
export interface KnownTerms {
  byTier: ReadonlyMap<number, { prizeId: number; terms: Terms }>;
  byPrize: ReadonlyMap<number, Terms>;
}

/** `proposed`: by numbers that are none, what a template would have in their place. */
export const toKnownTerms = (
  tiers: readonly TierInfo[],
  picked: readonly PrizeRow[],
  proposed: ReadonlyMap<number, Terms> = new Map(),
): KnownTerms => ({
  byTier: new Map(tiers.map((tier) => [tier.id, { prizeId: tier.prizeId, terms: termsOfTier(tier) }])),
  byPrize: new Map([
    ...proposed,
    ...tiers.map((tier) => [tier.prizeId, termsOfTier(tier)] as const),
    ...picked.map((prize) => [prize.id, termsOfPrize(prize)] as const),
  ]),
});

/** The terms of a tier in the form, as far as they are known. */
export const termsOf = (
  { byTier, byPrize }: KnownTerms,
  tier: Pick<TierDraft, 'id' | 'prizeId'>,
): Terms | undefined => {
  const own = tier.id === undefined ? undefined : byTier.get(tier.id);
  return own?.prizeId === tier.prizeId ? own.terms : byPrize.get(tier.prizeId);
};
