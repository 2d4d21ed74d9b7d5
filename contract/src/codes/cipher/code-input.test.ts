import { describe, expect, it } from 'vitest';
import { confusableHint, findHint, normaliseCode, readCodeInput, shownCode } from './code-input.ts';

const code = 'AMNSQ74WBEFWXYME';

describe('a code box', () => {
  it.each([
    code,
    `  ${code}\r\n`,
    'amnsq74wbefwxyme',
    'AMNS Q74W BEFW XYME',
    'AMNS-Q74W-BEFW-XYME',
    'AMNS–Q74W—BEFW　XYME',
    'ＡＭＮＳＱ７４ＷＢＥＦＷＸＹＭＥ',
    'ａｍｎｓ－ｑ７４ｗ－ｂｅｆｗ－ｘｙｍｅ',
    `\uFEFF${code}\u200B`,
    `\u202D${code}\u202C`,
    `]d2${code}`,
    `]Q3\u001D${code}\r`,
    `\u0002${code}\u0003\t`,
    `AMNSQ74W\u2066BEFW\u2069XYME`,
    `https://id.example.com/c/${code}。`,
    `https://id.example.com/c/${code}）！`,
    `https://id.example.com/c/${code}?from=singlemessage&isappinstalled=0`,
    `https://id.example.com/c/${code}`,
    `https://id.example.com/c/${code}/`,
    `HTTPS://ID.EXAMPLE.COM/C/${code}?from=wx#top`,
    `ｈｔｔｐｓ：／／id.example.com／c／${code}`,
    `id.example.com/c/${code.toLowerCase()}`,
    `https://id.example.com/s/${code}`,
    `https://brand.example.com/?c=${code}`,
    `https://brand.example.com/page?a=1&c=${code}&b=2#c=x`,
    `https://id.example.com/01/06901234567892/21/${code}`,
    `https://id.example.com/shop/01/06901234567892/10/L2025/21/${code}?linkType=gs1:pip`,
    `https://id.example.com/01/06901234567892/21/${code}/10/L2025`,
    `https://id.example.com/c/AMNS%20Q74W%20BEFW%20XYME`,
  ])('reads %s', (typed) => expect(normaliseCode(typed)).toBe(code));

  it('reads a text of capitals and digits as any other', () => {
    for (const text of [code, '0', 'C', '13024283646253250191', 'O0I1'])
      expect(readCodeInput(text)).toEqual({ ...readCodeInput(` ${text}`), code: text });
  });

  it('keeps the product facts of a Digital Link', () => {
    expect(readCodeInput(`https://h.cn/01/06901234567892/10/L%2F21/21/${code}`)).toEqual({
      code,
      gtin: '06901234567892',
      lot: 'L/21',
    });
    expect(readCodeInput(`https://h.cn/01/6901234567892/10/21/21/${code}`)).toEqual({
      code,
      gtin: '06901234567892',
      lot: '21',
    });
    expect(readCodeInput(code)).toEqual({ code, gtin: undefined, lot: undefined });
  });

  it('leaves broken addresses and other text for the check symbol to refuse', () => {
    expect(normaliseCode('https://h.cn/c/%E0%A4%A')).toBe('%E0%A4%A');
    expect(normaliseCode('https://h.cn/other')).toBe('HTTPS://H.CN/OTHER');
    expect(normaliseCode('')).toBe('');
    expect(normaliseCode('?'.repeat(5000))).toBe('?'.repeat(5000));
  });
});

it('hints at symbols that lettered codes never hold', () => {
  for (const symbol of '01IO') expect(findHint(`AMNS${symbol}74WBEFWXYME`)).toBe(confusableHint);
  expect(findHint(code)).toBeUndefined();
  expect(findHint('13024283646253250191')).toBeUndefined();
  expect(findHint('')).toBeUndefined();
});

it.each([
  ['amns-q74w befw xyme', 'AMNSQ74WBEFWXYME'],
  ['amns q74w befw xymf', 'AMNSQ74WBEFWXYMF'],
  [' Sn-2024/001 ', 'Sn-2024/001'],
  ['明前茶·0001', '明前茶·0001'],
  ['https://t.example.cn/q/aB-1', 'https://t.example.cn/q/aB-1'],
  ['https://zy.cn/c/aB-1%2F7', 'aB-1/7'],
])('shows %s as %s', (typed, shown) => expect(shownCode(typed)).toBe(shown));
