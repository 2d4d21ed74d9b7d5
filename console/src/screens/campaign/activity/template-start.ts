import { ClaimMode, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { prizeApi, type PrizeRow } from '@zhuiyuan/contract/campaign/prize/prize';
import type { TemplateRow, TemplateTier } from '@zhuiyuan/contract/campaign/template/template';
import { templateApi } from '@zhuiyuan/contract/campaign/template/template';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { call } from '../../../lib/call.ts';
import { blankValues, termsOfPrize, type Terms, type Values } from './values.ts';

const usualClaim: Record<number, number> = {
  [PrizeType.cash]: ClaimMode.auto,
  [PrizeType.points]: ClaimMode.auto,
  [PrizeType.goods]: ClaimMode.shop,
};

/** What a tier of a template would win, as the shopper's page shows it. */
const termsOfTemplate = ({ prizeType, prizeName, value }: TemplateTier): Terms => ({
  name: prizeName,
  image: '',
  prizeType,
  claimMode: usualClaim[prizeType] ?? ClaimMode.auto,
  amountMin: prizeType === PrizeType.cash ? value : 0,
  amountMax: prizeType === PrizeType.cash ? value : 0,
  points: prizeType === PrizeType.points ? value : 0,
  costPrice: 0,
  faceValue: 0,
});

/** A tier whose prize is only proposed: its number is none of a prize. */
export const isProposed = ({ prizeId }: { prizeId: number }): boolean => prizeId < 0;

/** The form of an activity as a template fills it in, and what is known of the prizes it names. */
export interface TemplateStart {
  values: Values;
  terms: ReadonlyMap<number, Terms>;
}

/** Fills a new draft from a template. Tiers get the firm's prizes of the same kind and name; the others wait for one to be chosen. */
export const startOf = (
  { id, playMode, preset }: Pick<TemplateRow, 'id' | 'playMode' | 'preset'>,
  prizes: readonly PrizeRow[] = [],
): TemplateStart => {
  const terms = new Map<number, Terms>();
  const tiers = preset.tiers.map(({ tierName, slotNo, weight, userCap, isFallback, ...tier }, at) => {
    const own = prizes.find(({ name, prizeType }) => name === tier.prizeName && prizeType === tier.prizeType);
    const prizeId = own?.id ?? -(at + 1);
    terms.set(
      prizeId,
      own ? termsOfPrize(own) : termsOfTemplate({ tierName, slotNo, weight, userCap, isFallback, ...tier }),
    );
    return {
      tierName,
      prizeId,
      slotNo,
      stockTotal: 0,
      weight,
      dayCap: null,
      hourCap: null,
      userCap,
      isFallback,
      visible: true,
    };
  });
  return { values: { ...blankValues(), ...preset, templateId: id, playMode, tiers }, terms };
};

const mostPrizes = 100;

/** Reads a template and what the firm has of its prizes, for who may see them. */
export const readStart = async (templateId: number, maySeePrizes: boolean, ownFirm: number | undefined) => {
  const template = await call(templateApi.info, { id: templateId }, { quiet: true });
  const firmId = ownFirm ?? (template.firmId || undefined);
  const prizes =
    firmId !== undefined && maySeePrizes
      ? (await call(prizeApi.list, { firmId, status: Enabled.on, limit: mostPrizes }, { quiet: true })).list
      : [];
  const { values, terms } = startOf(template, prizes);
  return { values: template.firmId ? { ...values, firmId: template.firmId } : values, terms };
};
