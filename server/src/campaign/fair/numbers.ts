import { createHash, createHmac } from 'node:crypto';

/** One tier and its part of a million, in the order of the intervals. */
export interface Weight {
  tierId: number;
  weight: number;
}

/** What a draw's number depends on besides the seed. All of it is fixed before the number is known. */
export interface DrawKey {
  activityId: number;
  epochNo: number;
  /** `C<code>`, `B<box>` or `P<number>`. */
  key: string;
  uid: number;
  /** Hex that the shopper's own page made up; '' where it made none. */
  clientSeed: string;
}

/** Hex. */
export const sha256 = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex');

/** What is published of a seed before the first draw under it. */
export const hashOfSeed = (seed: Buffer): string => sha256(seed);

/** The message whose authentication code is a draw's number. */
export const messageOf = ({ activityId, epochNo, key, uid, clientSeed }: DrawKey): string =>
  `v1|${activityId}|${epochNo}|${key}|${uid}|${clientSeed}`;

const space = 2n ** 64n;

/** A number from 0 below `range`, each equally likely: values of the last, incomplete range are passed over. */
const numberBelow = (seed: Buffer, message: string, label: 'r' | 'a', range: number): number => {
  const whole = space - (space % BigInt(range));
  for (let turn = 0; ; turn += 1) {
    const mac = createHmac('sha256', seed).update(`${message}|${label}|${turn}`).digest();
    const value = mac.readBigUInt64BE();
    if (value < whole) return Number(value % BigInt(range));
  }
};

/** The number of a draw, 0 to 999,999. */
export const drawNumber = (seed: Buffer, key: DrawKey): number => numberBelow(seed, messageOf(key), 'r', 1_000_000);

/** The amount of a draw's cash prize in fen, from `least` to `most`. */
export const drawAmount = (seed: Buffer, key: DrawKey, least: number, most: number): number =>
  least + (most > least ? numberBelow(seed, messageOf(key), 'a', most - least + 1) : 0);

/** The tier whose interval holds a number. */
export const tierAt = (entries: readonly Weight[], rand: number): number => {
  let end = 0;
  for (const { tierId, weight } of entries) {
    end += weight;
    if (rand < end) return tierId;
  }
  throw new RangeError(`no interval holds ${rand}`);
};

/** Before the first version there is none. */
export const noHash = '0'.repeat(64);

/** A version of the odds with the one before it, in one hash: none can be changed or left out unseen. */
export const hashOfWeights = (version: {
  activityId: number;
  version: number;
  entries: readonly Weight[];
  prevHash: string;
}): string =>
  sha256(
    JSON.stringify({
      activityId: version.activityId,
      entries: version.entries.map(({ tierId, weight }) => ({ tierId, weight })),
      prevHash: version.prevHash,
      version: version.version,
    }),
  );
