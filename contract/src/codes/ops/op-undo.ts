import { z } from 'zod';
import { id } from '../../kit/fields.ts';
import { Conflict, idemKey, policy } from './op-draft.ts';

/** Which activation to take back, and whether codes that are no longer as it left them are left out. */
export const UndoDraft = z.object({ opId: id(), policy, idemKey: idemKey.optional() });

/** The operation that took it back, how many codes it took back and how many it left out. */
export const UndoAnswer = z.object({ opId: z.number(), ok: z.number(), fail: z.number().default(0) });
export type UndoAnswer = z.output<typeof UndoAnswer>;

/** What the refusal of an undo says of the codes that stand against it (100 at most): `ok` others could be taken back. */
export const UndoConflicts = z.object({ ok: z.number(), fail: z.number(), conflicts: z.array(Conflict).min(1) });
export type UndoConflicts = z.output<typeof UndoConflicts>;
