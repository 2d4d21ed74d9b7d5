import { z } from 'zod';
import { enumeration } from '../kit/enumeration.ts';
import { time } from '../kit/fields.ts';

/** What happened to a consumer, by what it was. */
export const HappenedKind = enumeration({
  scan: { label: '扫码' },
  draw: { label: '抽奖' },
  red: { label: '红包' },
  redeem: { label: '兑换' },
  ver: { label: '核销' },
  point: { label: '积分' },
  risk: { label: '风险' },
});
export type HappenedKind = (typeof HappenedKind.options)[number]['value'];

/** The kinds as the page offers them. */
export const HappenedGroup = enumeration({
  scan: { label: '扫码' },
  draw: { label: '抽奖' },
  claim: { label: '领取' },
  point: { label: '积分' },
  risk: { label: '风险' },
});
export const kindsOfGroup: Record<(typeof HappenedGroup.options)[number]['value'], readonly HappenedKind[]> = {
  scan: ['scan'],
  draw: ['draw'],
  claim: ['red', 'redeem', 'ver'],
  point: ['point'],
  risk: ['risk'],
};

/** One thing that happened. Amounts are fen. */
export const Happened = z.object({
  /** Of its kind. */
  id: z.number(),
  kind: HappenedKind.schema,
  at: time,
  /** By its kind: a verdict, a type of prize, a delivery, a status, a source of points, an action. */
  state: z.string(),
  /** A code, a prize, a title, a rule. */
  what: z.string(),
  /** A product, an activity, a shop; what was counted. */
  more: z.string(),
  place: z.string(),
  /** The number it is found by; '' where it has none. */
  no: z.string(),
  activityId: z.number().nullable(),
  amount: z.number(),
  points: z.number(),
  /** Waits for a person. */
  hold: z.boolean(),
  /** Of a scan: the how-maniest, and whether it was outside of the dealer's regions. */
  times: z.number(),
  isCross: z.boolean(),
});
export type Happened = z.output<typeof Happened>;
