import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawAmount, drawNumber, hashOfSeed, hashOfWeights, messageOf, noHash, tierAt } from './numbers.ts';

const seed = Buffer.from(Array.from({ length: 32 }, (_none, at) => at));
const key = { activityId: 1001, epochNo: 3, key: 'C900001', uid: 555, clientSeed: '00112233445566778899aabbccddeeff' };
const entries = [
  { tierId: 11, weight: 1000 },
  { tierId: 12, weight: 199_000 },
  { tierId: 13, weight: 800_000 },
];

test('the published vector holds', () => {
  expect(hashOfSeed(seed)).toBe('630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd');
  expect(messageOf(key)).toBe('v1|1001|3|C900001|555|00112233445566778899aabbccddeeff');
  expect(drawNumber(seed, key)).toBe(149_150);
  expect(tierAt(entries, 149_150)).toBe(12);
  expect(drawAmount(seed, key, 30, 888)).toBe(787);
  expect(hashOfWeights({ activityId: 1001, version: 1, entries, prevHash: noHash })).toBe(
    'd40df12f9ce42cd86d2f5f97daa8438624e15ca8aea05459a1bd84856f431354',
  );
});

test('every number lies in exactly one interval, and intervals of nothing hold none', () => {
  expect([0, 999, 1000, 199_999, 200_000, 999_999].map((rand) => tierAt(entries, rand))).toEqual([
    11, 11, 12, 12, 13, 13,
  ]);
  expect(
    tierAt(
      [
        { tierId: 1, weight: 0 },
        { tierId: 2, weight: 1_000_000 },
      ],
      0,
    ),
  ).toBe(2);
  expect(() => tierAt(entries, 1_000_000)).toThrow(RangeError);
});

test('amounts stay within their bounds', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      fc.nat(20_000),
      fc.nat(20_000),
      (bytes, least, more) => {
        const amount = drawAmount(Buffer.from(bytes), key, least, least + more);
        return amount >= least && amount <= least + more;
      },
    ),
  );
});

/** As many as are asked for: `DRAWS=1000000 npx vitest run server/src/campaign/fair/numbers.test.ts`. */
const draws = Number(process.env.DRAWS ?? 100_000);

/** How far counts lie from what weights say. */
const chiSquare = (seen: ReadonlyMap<number, number>, expected: ReadonlyMap<number, number>): number =>
  [...expected].reduce((sum, [at, most]) => sum + ((seen.get(at) ?? 0) - most) ** 2 / most, 0);

const count = (seen: Map<number, number>, at: number): void => void seen.set(at, (seen.get(at) ?? 0) + 1);

test(
  `${draws} numbers fall on the tiers, and amounts between their bounds, as they should`,
  { timeout: 600_000 },
  () => {
    const weights = [100, 900, 9000, 50_000, 140_000, 800_000].map((weight, at) => ({ tierId: at + 1, weight }));
    const [tiers, amounts] = [new Map<number, number>(), new Map<number, number>()];
    for (let uid = 1; uid <= draws; uid += 1) {
      const of = { ...key, uid, key: `C${900_001 + (uid % 1000)}` };
      count(tiers, tierAt(weights, drawNumber(seed, of)));
      count(amounts, drawAmount(seed, of, 30, 39));
    }
    const ofTiers = chiSquare(
      tiers,
      new Map(weights.map(({ tierId, weight }) => [tierId, (draws * weight) / 1_000_000])),
    );
    const ofAmounts = chiSquare(amounts, new Map(Array.from({ length: 10 }, (_none, at) => [30 + at, draws / 10])));
    if (process.env.DRAWS)
      process.stdout.write(`chi-square of tiers ${ofTiers.toFixed(2)}, of amounts ${ofAmounts.toFixed(2)}\n`);
    // Quantiles 0.001 and 0.999 of five and of nine degrees of freedom; the run is the same every time.
    expect(ofTiers).toBeGreaterThan(0.21);
    expect(ofTiers).toBeLessThan(20.52);
    expect(ofAmounts).toBeGreaterThan(1.15);
    expect(ofAmounts).toBeLessThan(27.88);
  },
);
