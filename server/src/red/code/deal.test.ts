import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { addToDigest, beginDigest, deal, openAmount, sealAmount } from './deal.ts';

const shares = [
  { amount: 8888, count: 1 },
  { amount: 100, count: 99 },
  { amount: 30, count: 900 },
];

it('deals exactly what was given, the same for the same seed and differently for another', () => {
  const [seed, other] = [randomBytes(32), randomBytes(32)];
  const dealt = deal(seed, shares);
  const counted = (amount: number) => dealt.filter((one) => one === amount).length;
  expect(shares.map(({ amount }) => counted(amount))).toEqual([1, 99, 900]);
  expect([...deal(seed, shares)]).toEqual([...dealt]);
  expect([...deal(other, shares)]).not.toEqual([...dealt]);
});

it('gives every place the rare packet about as often', () => {
  // Expected 40 a place; beyond 90 one in a hundred thousand runs of a fair shuffle would be.
  const places = Array.from({ length: 25 }, () => 0);
  const few = [
    { amount: 8888, count: 1 },
    { amount: 30, count: 24 },
  ];
  for (let run = 0; run < 1000; run += 1) {
    const seed = Buffer.alloc(32);
    seed.writeUInt32BE(run);
    places[deal(seed, few).indexOf(8888)]! += 1;
  }
  expect(Math.min(...places)).toBeGreaterThan(8);
  expect(Math.max(...places)).toBeLessThan(90);
});

it('binds an amount to its code, and the digest to all of them', () => {
  const key = randomBytes(32);
  const at = { seg: 7, serial: 123_456_789 };
  const sealed = sealAmount(key, at, 20_000);
  expect(openAmount(key, at, sealed)).toBe(20_000);
  expect(() => openAmount(key, { ...at, serial: 1 }, sealed)).toThrow();
  const changed = Buffer.from(sealed);
  changed[0]! ^= 1;
  expect(() => openAmount(key, at, changed)).toThrow();
  const digest = (amount: number) => {
    const hash = beginDigest(key);
    addToDigest(hash, at, amount);
    return hash.digest('hex');
  };
  expect(digest(100)).toBe(digest(100));
  expect(digest(100)).not.toBe(digest(101));
});
