import { z } from 'zod';
import { id, ids } from './fields.ts';

/** What saving a row answers. */
export const Saved = z.object({ id: z.number(), version: z.number() });
export type Saved = z.output<typeof Saved>;

/** Input that names one row. */
export const oneRow = z.object({ id: id() });

/** Input that names several rows. */
export const manyRows = z.object({ ids: ids() });

/** What an act on several rows answers: how many it was done to, and why not to the others. */
export const DoneToMany = z.object({
  ok: z.number(),
  fail: z.array(z.object({ id: z.number(), message: z.string() })),
});
export type DoneToMany = z.output<typeof DoneToMany>;
