import { hash, verify } from '@node-rs/argon2';
import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { atMost, type Standing } from '../kit/at-most.ts';

const memoryCost = 19_456;
const timeCost = 2;
const parallelism = 1;
const current = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`;

/** Without 0 O 1 l I, which people mistake for each other. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

/**
 * Hashes that are computed at once: each takes a core and one of the four threads that files, pictures and names of hosts wait for
 * as well. Half of either stays free; strangers stand behind staff.
 */
const takeTurn = atMost(Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2))), Infinity, Infinity);

/** The stored form of a password (argon2id). */
export const hashPassword = (password: string, standing?: Standing): Promise<string> =>
  takeTurn(() => hash(password, { memoryCost, timeCost, parallelism }), standing);

/** A random password of 12 characters, about 69 bits. */
export const randomPassword = (): string =>
  Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('');

let nobody: Promise<string> | undefined;

/** Whether the password fits; an account that does not exist takes as long as one that does. */
export const fitsPassword = async (
  passwordHash: string | undefined,
  password: string,
  standing?: Standing,
): Promise<boolean> => {
  nobody ??= hashPassword(randomPassword());
  const known = passwordHash ?? (await nobody);
  const fits = await takeTurn(() => verify(known, password), standing).catch(() => false);
  return fits && passwordHash !== undefined;
};

/** Whether a stored hash was made with weaker parameters than today's. */
export const isOutdatedHash = (passwordHash: string): boolean => !passwordHash.startsWith(current);
