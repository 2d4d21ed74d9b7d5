import { z } from 'zod';

/** What spoke against a draw: a rule by its number and name, what was counted and from where on it counts. */
export const RiskHit = z.object({
  code: z.string(),
  name: z.string(),
  /** Both 0 where nothing is counted. */
  value: z.number(),
  threshold: z.number(),
});
export type RiskHit = z.output<typeof RiskHit>;

/** Of somebody of the firm's own dealers, shops and people who won something of worth. */
export const insiderHit: RiskHit = { code: 'INSIDER', name: '企业人员中奖', value: 0, threshold: 0 };

/** Of somebody whose risk score holds what he wins. */
export const scoreHit: RiskHit = { code: 'SCORE', name: '风险分达到复核线', value: 0, threshold: 0 };
