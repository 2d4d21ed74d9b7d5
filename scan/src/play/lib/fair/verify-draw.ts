import { hashOf, openNumbers, toBytes } from './fair-numbers.ts';

/** What was recomputed on this phone. */
export interface Recomputed {
  seedOk: boolean;
  rand: number;
}

const million = 1_000_000;

/**
 * Recomputes a draw from its published seed: whether the seed has the hash told before the draw, and the number below a million
 * that seed and message make. Null where this phone cannot compute (pages without https have no such functions).
 */
export const recompute = async (seed: string, seedHash: string, message: string): Promise<Recomputed | null> => {
  if (!(window.crypto?.subtle as SubtleCrypto | undefined)) return null;
  const seedOk = (await hashOf(toBytes(seed))) === seedHash.toLowerCase();
  const numberBelow = await openNumbers(seed);
  return { seedOk, rand: await numberBelow(`${message}|r`, million) };
};
