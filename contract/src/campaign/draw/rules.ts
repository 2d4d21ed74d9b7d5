import { z } from 'zod';
import { time } from '../../kit/fields.ts';

/** Published terms of an activity. */
export const Rules = z.object({
  activityId: z.number(),
  name: z.string(),
  firmName: z.string(),
  ruleText: z.string(),
  organizer: z.string(),
  contact: z.string(),
  /** The firm's own statement; '' for that of the pages. */
  privacyText: z.string(),
  privacyVersion: z.number(),
  servicePhone: z.string(),
  serviceHours: z.string(),
  serviceQr: z.string(),
  startAt: time,
  endAt: time,
  windowsText: z.array(z.string()),
  endedText: z.string(),
  claimDays: z.number(),
  weightVersion: z.number(),
  weightHash: z.string(),
  prizes: z.array(
    z.object({
      tierName: z.string(),
      prizeName: z.string(),
      /** Parts of a million. */
      weight: z.number(),
      stockTotal: z.number(),
      stockLeft: z.number(),
      terms: z.array(z.string()),
    }),
  ),
});
export type Rules = z.output<typeof Rules>;
