import { z } from 'zod';
import { time } from '../../kit/fields.ts';

/** The red packet of a scanned code, and whether this shopper may receive it; else why not, in words. */
export const OfferedPacket = z.object({
  name: z.string(),
  sendName: z.string(),
  wishing: z.string(),
  endAt: time,
  /** He has received it already. */
  isMine: z.boolean(),
  ok: z.boolean(),
  message: z.string(),
});
export type OfferedPacket = z.output<typeof OfferedPacket>;
