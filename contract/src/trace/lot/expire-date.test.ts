import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '../../kit/date-limit.ts';
import { expireDate } from './expire-date.ts';

const day = fc.integer({ min: 0, max: 36_000 }).map((count) => addDays('1970-01-01', count));
const life = fc.integer({ min: 1, max: 120 });
const unit = fc.constantFrom(1 as const, 2 as const, 3 as const);

it('stops at the end of a shorter month', () => {
  expect(expireDate('2026-01-31', 1, 2)).toBe('2026-02-28');
  expect(expireDate('2028-01-31', 1, 2)).toBe('2028-02-29');
  expect(expireDate('2026-10-31', 13, 2)).toBe('2027-11-30');
  expect(expireDate('2028-02-29', 1, 3)).toBe('2029-02-28');
  expect(expireDate('2028-02-29', 4, 3)).toBe('2032-02-29');
  expect(expireDate('2026-12-31', 365, 1)).toBe('2027-12-31');
});

it('lies after the produce date, and later for a longer life', () => {
  fc.assert(
    fc.property(day, life, unit, (from, count, kind) => {
      const end = expireDate(from, count, kind);
      return end > from && expireDate(from, count + 1, kind) > end;
    }),
  );
});

it('is a day that exists', () => {
  fc.assert(
    fc.property(
      day,
      life,
      unit,
      (from, count, kind) => addDays(expireDate(from, count, kind), 0) === expireDate(from, count, kind),
    ),
  );
});

it('a year is twelve months', () => {
  fc.assert(fc.property(day, life, (from, count) => expireDate(from, count, 3) === expireDate(from, count * 12, 2)));
});

it('keeps the order of produce dates', () => {
  fc.assert(
    fc.property(day, day, life, unit, (one, other, count, kind) => {
      const [first, second] = one < other ? [one, other] : [other, one];
      return expireDate(first, count, kind) <= expireDate(second, count, kind);
    }),
  );
});
