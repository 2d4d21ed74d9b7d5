import { z } from 'zod';

/** A row that figures are of: its number, its name, and the figure now and before; null where nothing is compared. */
export const RankedRow = z.object({ id: z.number(), name: z.string(), value: z.number(), prev: z.number().nullable() });
export type RankedRow = z.output<typeof RankedRow>;
