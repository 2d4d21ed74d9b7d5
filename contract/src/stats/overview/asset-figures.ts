import { z } from 'zod';
import { defineApi, read } from '../../kit/endpoint.ts';
import { id, time } from '../../kit/fields.ts';

const index = 'admin:lottery:assets:index';
const firm = z.object({ firmId: id().optional() });

/** What an activity was paid of its budget, fen; its number is null for the rest and for what shops and dealers are paid. */
const ShareRow = z.object({
  activityId: z.number().nullable(),
  name: z.string(),
  /** It is an activity of red packets. */
  isRed: z.boolean(),
  paid: z.number(),
});
export type ShareRow = z.output<typeof ShareRow>;

/** Attempts that failed, and payouts that were received; what came back is no failure. */
const Outcome = z.object({
  failed: z.number(),
  received: z.number(),
  /** Failed of both, null of none. */
  rate: z.number().nullable(),
});
export type Outcome = z.output<typeof Outcome>;

/** How the bills of a day agree: 0 no bill was taken up, 1 they agree, 2 all differences are dealt with, 3 some are not. */
const ReconLight = z.object({
  day: z.string(),
  light: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  /** Bills of merchants that were held against the books. */
  bills: z.number(),
  diffCount: z.number(),
  openCount: z.number(),
});
export type ReconLight = z.output<typeof ReconLight>;

/** The parts of 资产概览 that tell of activities, payouts and bills. */
export const assetFiguresApi = defineApi({
  /** All that was paid, by activity: the eight that were paid most, and the rest as one. */
  share: read('发放占比', '/admin/lottery/assets/share', index, firm, z.array(ShareRow)),
  /** Of the last seven days up to now, and of the seven before them up to the same clock. */
  failure: read(
    '发放失败率',
    '/admin/lottery/assets/failure',
    index,
    firm,
    z.object({ asOf: time, now: Outcome, before: Outcome }),
  ),
  /** The seven days before today, the oldest first. */
  recon: read('对账状态', '/admin/lottery/assets/recon/recent', index, firm, z.array(ReconLight)),
});
