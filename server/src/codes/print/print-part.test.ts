import { toCodeId, type CodeFormatName } from '@zhuiyuan/contract/codes/cipher/code-format';
import { describe, expect, it } from 'vitest';
import { codeCipher } from '../cipher/code-cipher.ts';
import { printLines, type PrintPart } from './print-part.ts';
import { toVerifyCode } from '../cipher/to-verify-code.ts';

const key = Buffer.alloc(32, 21);
const urlPrefix = 'https://id.example.com/c/';

const partOf = (more: Partial<PrintPart> = {}): PrintPart => ({
  codeKey: { format: 'X16', v: 'K', key },
  seg: 41,
  serialFrom: 1,
  serialTo: 12_345,
  fileType: 'csv',
  urlPrefix,
  ...more,
});

const contentOf = (part: PrintPart): Buffer => Buffer.concat([...printLines(part)].map(({ bytes }) => bytes));

const rowsOf = (part: PrintPart): string[][] => {
  const lines = contentOf(part).toString('utf8').split('\r\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => line.split(','));
};

describe('a print file', () => {
  it('lists every serial once, in order, with its code and address', () => {
    const [header, ...rows] = rowsOf(partOf());
    expect(header).toEqual(['\uFEFFserial', 'code', 'url']);
    expect(rows).toHaveLength(12_345);
    const cipher = codeCipher({ format: 'X16', v: 'K', key });
    for (const [at, [serial, code, url]] of rows.entries()) {
      expect(serial).toBe(String(at + 1));
      expect(url).toBe(urlPrefix + code);
      if (at % 97 === 0) expect(cipher.decode(code!)).toEqual({ face: 0, seg: 41, serial: at + 1 });
    }
  });

  it.each([
    ['X16', 'K'],
    ['X18', 'K'],
    ['X20', 'K'],
    ['N20', '3'],
  ] as [CodeFormatName, string][])('%s: carries inner codes, verify codes, boxes and cases', (format, v) => {
    const codeKey = { format, v, key };
    const pinKey = Buffer.alloc(32, 5);
    const part = partOf({
      codeKey,
      serialFrom: 95,
      serialTo: 1_210,
      urlPrefix: '',
      inner: { urlPrefix: 'https://id.example.com/01/06901234567892/21/' },
      pin: { key: pinKey, length: 6 },
      parents: [
        { column: 'boxCode', seg: 42, ratio: 24 },
        { column: 'caseCode', seg: 43, ratio: 24 * 7 },
      ],
    });
    const [header, ...rows] = rowsOf(part);
    expect(header!.join(',')).toBe('\uFEFFserial,code,url,innerCode,innerUrl,pin,boxCode,caseCode');
    expect(rows).toHaveLength(1_116);
    const cipher = codeCipher(codeKey);
    for (const [at, row] of rows.entries()) {
      const serial = 95 + at;
      const inner = cipher.encode({ face: 1, seg: 41, serial });
      expect(row).toEqual([
        String(serial),
        cipher.encode({ face: 0, seg: 41, serial }),
        row[1],
        inner,
        `https://id.example.com/01/06901234567892/21/${inner}`,
        toVerifyCode(pinKey, toCodeId(41, serial), 6),
        cipher.encode({ face: 0, seg: 42, serial: Math.floor((serial - 1) / 24) + 1 }),
        cipher.encode({ face: 0, seg: 43, serial: Math.floor((serial - 1) / 168) + 1 }),
      ]);
    }
  });

  it('keeps boxes together over the seams of buffers', () => {
    const part = partOf({
      serialFrom: 9_990,
      serialTo: 40_000,
      parents: [{ column: 'boxCode', seg: 42, ratio: 1000 }],
    });
    const [, ...rows] = rowsOf(part);
    const cipher = codeCipher({ format: 'X16', v: 'K', key });
    const boxes = new Map<string, number>();
    for (const [serial, , , box] of rows) boxes.set(box!, Math.floor((Number(serial) - 1) / 1000) + 1);
    expect(boxes.size).toBe(31);
    for (const [box, serial] of boxes) expect(cipher.decode(box)).toEqual({ face: 0, seg: 42, serial });
  });

  it('as txt holds addresses alone', () => {
    const rows = rowsOf(partOf({ fileType: 'txt', serialTo: 3, inner: { urlPrefix }, pin: { key, length: 4 } }));
    const cipher = codeCipher({ format: 'X16', v: 'K', key });
    expect(rows).toEqual([1, 2, 3].map((serial) => [urlPrefix + cipher.encode({ face: 0, seg: 41, serial })]));
  });

  it('comes out byte for byte the same, whole or cut at any serial', () => {
    const whole = contentOf(partOf({ fileType: 'txt' }));
    expect(contentOf(partOf({ fileType: 'txt' })).equals(whole)).toBe(true);
    for (const cut of [1, 9, 10, 8_192, 12_344]) {
      const halves = [partOf({ fileType: 'txt', serialTo: cut }), partOf({ fileType: 'txt', serialFrom: cut + 1 })];
      expect(Buffer.concat(halves.map(contentOf)).equals(whole)).toBe(true);
    }
  });

  it('reaches the last serial there is', () => {
    const rows = rowsOf(partOf({ fileType: 'txt', serialFrom: 2 ** 28 - 3, serialTo: 2 ** 28 - 1 }));
    expect(rows).toHaveLength(3);
    expect(() => contentOf(partOf({ serialFrom: 2 ** 28 - 3, serialTo: 2 ** 28 }))).toThrow(RangeError);
  });
});
