import { keyedHash } from '../../kit/secret.ts';

/** The seal of a code that somebody received, under the key of its batch: who writes to the database without the master key makes none. */
export const sealTaking = (
  key: Buffer,
  { id, seg, serial, uid }: { id: number; seg: number; serial: number; uid: number | null },
): Buffer => keyedHash(key, 'red code received', JSON.stringify([id, seg, serial, uid]));
