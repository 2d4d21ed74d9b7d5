import type { TierDraft } from '@zhuiyuan/contract/campaign/activity/activity-draft';
import { ActivityStatus, PlayMode, PlayTheme } from '@zhuiyuan/contract/campaign/campaign-states';
import { ClaimMode, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import type { PlayAnswer, PlayedActivity, Slot } from '@zhuiyuan/contract/campaign/draw/public-draw';
import type { Rules } from '@zhuiyuan/contract/campaign/draw/rules';
import { turnsRule } from '@zhuiyuan/contract/campaign/activity/turns-rule';
import { fenToYuan } from '@zhuiyuan/contract/kit/decimal';
import { hasSlots } from '../tiers/slots.ts';
import { isGame } from '../steps.ts';
import { termsOf, type KnownTerms, type Terms, type Values } from '../values.ts';
import { windowText } from '../words.ts';

const blankName = '谢谢参与';

/** What is won, as it stands on its place: `8.88`, `0.30~8.88`, `100`, `保温杯`. */
export const wonText = ({ prizeType, amountMin, amountMax, points, name }: Terms): string => {
  if (prizeType === PrizeType.points) return String(points);
  if (prizeType !== PrizeType.cash) return name;
  return amountMin === amountMax ? fenToYuan(amountMin) : `${fenToYuan(amountMin)}~${fenToYuan(amountMax)}`;
};

const toSlot = (tier: TierDraft, terms: Terms | undefined): Slot => ({
  slotNo: tier.slotNo,
  name: terms ? wonText(terms) : tier.tierName,
  prizeType: (terms?.prizeType ?? PrizeType.goods) as Slot['prizeType'],
  image: terms?.image ?? '',
  amountMin: terms?.amountMin ?? 0,
  amountMax: terms?.amountMax ?? 0,
  points: terms?.points ?? 0,
});

const blank = (slotNo: number | null): Slot => ({
  slotNo,
  name: blankName,
  prizeType: PrizeType.none,
  image: '',
  amountMin: 0,
  amountMax: 0,
  points: 0,
});

const keyRule = (values: Values): string => {
  const { limitDay, limitTotal, claimDays, freePerDay = 0, shareReward = 0, pointsCost = null } = values;
  if (isGame(values)) return turnsRule({ freePerDay, shareReward, pointsCost });
  if (limitDay) return `每人每日限${limitDay}次`;
  if (limitTotal) return `每人共限${limitTotal}次`;
  return `中奖后${claimDays ?? 15}天内领取`;
};

/** How often one shopper may draw at first; what turns limit is told by those. */
export const toLeft = (values: Values): PlayAnswer['left'] =>
  isGame(values) ? { day: null, total: null } : { day: values.limitDay ?? null, total: values.limitTotal ?? null };

/** The activity as the shopper's page would show it. Its commitment is made on publishing, so there is none. */
export const toPlayed = (values: Values, known: KnownTerms, firmName: string): PlayedActivity => {
  const { tiers = [], blankSlot = null, playMode = PlayMode.direct } = values;
  const shown = tiers.filter(({ visible }) => visible);
  const slots = shown.map((tier) => toSlot(tier, termsOf(known, tier)));
  return {
    id: 0,
    name: values.actName || '活动名称',
    firmName,
    playMode,
    status: ActivityStatus.running,
    theme: values.theme ?? PlayTheme.red,
    bgImage: values.bgImage ?? '',
    shareTitle: values.shareTitle ?? '',
    shareDesc: values.shareDesc ?? '',
    shareImage: values.shareImage ?? '',
    slots: hasSlots(playMode)
      ? [...slots, blank(blankSlot)].toSorted((a, b) => (a.slotNo ?? 99) - (b.slotNo ?? 99))
      : slots,
    startAt: values.startAt ?? '',
    endAt: values.endAt ?? '',
    pointsCost: values.pointsCost ?? 0,
    game: isGame(values) ? { freePerDay: values.freePerDay ?? 0, shareReward: values.shareReward ?? 0 } : null,
    geoRequired: values.geoRequired ?? false,
    servicePhone: '',
    serviceHours: '',
    serviceQr: '',
    followQr: '',
    collectFields: values.collectFields ?? [],
    collectReason: values.collectReason ?? '',
    keyRule: keyRule(values),
    epochNo: 0,
    seedHash: '',
    weightHash: '',
  };
};

const termsText = (tier: TierDraft, terms: Terms | undefined): string[] => [
  ...(terms ? [ClaimMode.label(terms.claimMode)] : []),
  ...(tier.dayCap ? [`每日限${tier.dayCap}份`] : []),
  ...(tier.hourCap ? [`每小时限${tier.hourCap}份`] : []),
  ...(tier.userCap ? [`每人限中${tier.userCap}次`] : []),
];

/** The published terms as they would be. */
export const toRules = (values: Values, known: KnownTerms, firmName: string): Rules => ({
  activityId: 0,
  name: values.actName || '活动名称',
  firmName,
  ruleText: values.ruleText ?? '',
  organizer: values.organizer ?? '',
  contact: values.contact ?? '',
  privacyText: '',
  privacyVersion: 0,
  servicePhone: '',
  serviceHours: '',
  serviceQr: '',
  startAt: values.startAt ?? '',
  endAt: values.endAt ?? '',
  windowsText: (values.windows ?? []).map(windowText),
  endedText: '',
  claimDays: values.claimDays ?? 15,
  weightVersion: 0,
  weightHash: '',
  prizes: (values.tiers ?? []).map((tier) => {
    const terms = termsOf(known, tier);
    return {
      tierName: tier.tierName,
      prizeName: terms?.name ?? '',
      weight: tier.weight,
      stockTotal: tier.stockTotal,
      stockLeft: tier.stockTotal,
      terms: termsText(tier, terms),
    };
  }),
});
