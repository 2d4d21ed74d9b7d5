import { z } from 'zod';
import { id, ids, time } from './fields.ts';

/** What saving a row answers. */
export const Saved = z.object({ id: z.number(), version: z.number() });
export type Saved = z.output<typeof Saved>;

/** What a 409 tells of a row that was saved meanwhile: by whom, '' where that is not known, and when. */
export const SavedMeanwhile = z.object({ by: z.string(), at: time });
export type SavedMeanwhile = z.output<typeof SavedMeanwhile>;

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
