import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deepest, findFlaw, mostValues, readJson, storable } from './storable.ts';

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe('findFlaw', () => {
  it('finds what cannot be stored wherever it stands', () => {
    expect(findFlaw('a\u0000b')).toBe('text');
    expect(findFlaw({ a: [{ b: '\ud800' }] })).toBe('text');
    expect(findFlaw({ 'a\udc00': 1 })).toBe('text');
    expect(findFlaw([['ok', '𠮷', '\ud842\udfb7', 1, null, true, undefined]])).toBeUndefined();
  });

  it('agrees with what the platform calls well-formed', () => {
    const wellFormed = (text: string) => (text as unknown as { isWellFormed(): boolean }).isWellFormed();
    fc.assert(
      fc.property(
        fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
        (text) => {
          expect(findFlaw(text) === undefined).toBe(wellFormed(text) && !text.includes('\0'));
          expect(findFlaw(storable(text))).toBeUndefined();
          if (findFlaw(text) === undefined) expect(storable(text)).toBe(text);
        },
      ),
    );
  });

  it('takes 64 levels and refuses more, 100,000 of them included', () => {
    expect(findFlaw(JSON.parse(nested(deepest)))).toBeUndefined();
    expect(findFlaw(JSON.parse(nested(deepest + 2)))).toBe('depth');
    expect(findFlaw(JSON.parse(nested(100_000)))).toBe('depth');
  });

  it('refuses more values than an input may hold', () => {
    expect(findFlaw(Array.from({ length: mostValues - 1 }, () => 1))).toBeUndefined();
    expect(findFlaw(Array.from({ length: mostValues }, () => 1))).toBe('size');
  });
});

it('readJson answers nothing for what is no JSON or cannot be stored', () => {
  expect(readJson('{"a":[1]}')).toEqual({ a: [1] });
  expect(readJson('{"a"')).toBeUndefined();
  expect(readJson(String.raw`{"a":"\u0000"}`)).toBeUndefined();
  expect(readJson(String.raw`"\ud800"`)).toBeUndefined();
  expect(readJson(nested(1000))).toBeUndefined();
});
