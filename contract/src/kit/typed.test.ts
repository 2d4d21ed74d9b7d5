import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asAsked, lookOf, plainDigits, plainNumber } from './typed.ts';

describe('a text as it is kept', () => {
  it.each([
    ['\u202D13800138001\u202C', '13800138001'],
    ['试N2商行\u200B', '试N2商行'],
    ['\uFEFF 张三\u00A0', '张三'],
    ['　ＡＢＣ　商行　', 'ＡＢＣ　商行'],
    ['👨\u200D👩\u200D👧', '👨\u200D👩\u200D👧'],
    ['\u200D茶\u200C', '茶'],
    ['第一行\n第二行', '第一行\n第二行'],
  ])('%j is %j', (typed, kept) => expect(asAsked(typed)).toBe(kept));

  it('stays as it is when it is kept again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(asAsked(asAsked(text))).toBe(asAsked(text));
      }),
    );
  });
});

describe('what a name looks like', () => {
  it.each([
    ['试N3商行\u202C', '试N3商行'],
    ['试N4\u3000商行', '试N4 商行'],
    ['试N4\u00A0\u2003商行', '试N4 商行'],
    ['ＡＢＣ商行', 'ABC商行'],
    ['ﬁn商行', 'fin商行'],
    ['茶\u200D叶', '茶叶'],
    ['换行\r\n商行', '换行 商行'],
  ])('%j is %j', (typed, look) => expect(lookOf(typed)).toBe(look));

  it('keeps apart what looks different', () => {
    expect(lookOf('ABC商行')).not.toBe(lookOf('abc商行'));
    expect(lookOf('𠮷田')).not.toBe(lookOf('吉田'));
    expect(lookOf('试 商行')).not.toBe(lookOf('试商行'));
  });
});

it.each([
  ['Ａ－００１', 'A-001'],
  [' A–0 01\u200B', 'A-001'],
  ['\u001D]A001\t\r\n', ']A001'],
])('takes the number %j for %j', (typed, number) => expect(plainNumber(typed)).toBe(number));

it.each([
  ['６９０１ ２３４５－６７８９ ２', '6901234567892'],
  ['6901-2345-6789-2\r', '6901234567892'],
])('takes the digits %j for %j', (typed, digits) => expect(plainDigits(typed)).toBe(digits));
