import { checkSymbol, codeFormats, groupCode } from '@zhuiyuan/contract/codes/cipher/code-format';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { linesOf, readCodes } from './read-codes.ts';

it('reads codes as people paste them and counts repeats', () => {
  const text = `amns-q74w-befw-xyme
  https://zy.cn/c/ALC5X7X3Z6XHLTH9\r\n\r\nＡＭＮＳ　Ｑ７４Ｗ　ＢＥＦＷ　ＸＹＭＥ
https://zy.cn/01/06901234567892/21/AU3SWKVGBPW3VDHR，AMNSQ74WBEFWXYME\t13024283646253250191`;
  expect(readCodes(text)).toEqual({
    codes: ['AMNSQ74WBEFWXYME', 'ALC5X7X3Z6XHLTH9', 'AU3SWKVGBPW3VDHR', '13024283646253250191'],
    lines: [1, 2, 5, 7],
    repeated: 2,
  });
});

it('leaves texts of others as they were typed: their small letters may count', () => {
  expect(readCodes('  jx-00012aB \nJX-00012AB').codes).toEqual(['jx-00012aB', 'JX-00012AB']);
});

it('reads nothing from blank lines', () => {
  expect(readCodes(' \n\r\n,,\t')).toEqual({ codes: [], lines: [], repeated: 0 });
});

it('keeps the order, and every code once, however the codes are grouped and separated', () => {
  const code = fc
    .array(fc.constantFrom(...'23456789ABCDEFGHJKLMNPQRSTUVWXYZ'), { minLength: 14, maxLength: 14 })
    .map((symbols) => `A${symbols.join('')}`)
    .map((payload) => payload + checkSymbol(codeFormats.X16, payload));
  const separator = fc.constantFrom('\n', '\r\n', ',', '；', '\t', '\n\n ');
  fc.assert(
    fc.property(fc.array(code, { maxLength: 30 }), separator, fc.boolean(), (codes, between, isGrouped) => {
      const read = readCodes(codes.map((each) => (isGrouped ? groupCode(each) : each.toLowerCase())).join(between));
      expect(read.codes).toEqual([...new Set(codes)]);
      expect(read.repeated).toBe(codes.length - read.codes.length);
    }),
  );
});

it('takes a long list apart in an instant', () => {
  const many = Array.from({ length: 100_000 }, (_, i) => `https://zy.cn/c/AMNS${String(i).padStart(12, '0')}`);
  expect(linesOf(`${many.join('\r\n')}\n\n ${many[0]} \n`)).toEqual(many);
});
