import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkSymbol,
  codeFormats,
  toCodeId,
  findFormat,
  groupCode,
  toSeg,
  toSerial,
  type CodeFormat,
} from './code-format.ts';
import { maxSeg, maxSerial } from '../../kit/place-fields.ts';

const formats = Object.values(codeFormats);

/** Any text of a format with a right check symbol. */
const codes = (format: CodeFormat) =>
  fc
    .tuple(
      fc.constantFrom(...format.alphabet.replace(/[2-9]+(?=A)/, '')),
      fc.string({
        unit: fc.constantFrom(...format.alphabet),
        minLength: format.bodyLength,
        maxLength: format.bodyLength,
      }),
    )
    .map(([v, body]) => v + body + checkSymbol(format, v + body));

const published: Record<string, string[]> = {
  X16: ['AMNSQ74WBEFWXYME', 'ALC5X7X3Z6XHLTH9', 'AU3SWKVGBPW3VDHR', 'AZGVWQZU77D3BCRZ'],
  X18: ['AXG9XC2V7V8CA97EWZ', 'AV5F73DDD9GY9UA42J', 'ACKNKCKDMGSHFJYZBE'],
  X20: ['AJH3YNKSN8SYNQDUTKG4', 'AJ2Y63H95ULDLSENQKNC', 'A26STBKZKXJDAA67N77N'],
  N20: ['13024283646253250191', '12576322773895578576', '12427775209017435769', '10859022052156302517'],
};

describe.each(formats)('$name', (format) => {
  it('knows its published codes by their look and check symbol', () => {
    for (const text of published[format.name]!) expect(findFormat(text)).toBe(format);
  });

  it('refuses every single substitution', () => {
    fc.assert(
      fc.property(codes(format), (code) => {
        expect(findFormat(code)).toBe(format);
        for (let at = 0; at < code.length; at++)
          for (const symbol of format.alphabet)
            if (symbol !== code[at])
              expect(findFormat(code.slice(0, at) + symbol + code.slice(at + 1))).toBeUndefined();
      }),
      { numRuns: 40 },
    );
  });

  it('refuses every swap of neighbours', () => {
    fc.assert(
      fc.property(codes(format), (code) => {
        for (let at = 1; at < code.length; at++) {
          if (code[at] === code[at - 1]) continue;
          const swapped = code.slice(0, at - 1) + code[at] + code[at - 1] + code.slice(at + 1);
          expect(findFormat(swapped)).toBeUndefined();
        }
      }),
      { numRuns: 500 },
    );
  });

  it('refuses other lengths and symbols', () => {
    const code = published[format.name]![0]!;
    for (const text of [
      code.slice(1),
      code.slice(0, -1),
      `${code}A`,
      `${code}2`,
      code.toLowerCase().replace(/\d/g, 'i'),
      '',
    ])
      expect(findFormat(text)).toBeUndefined();
    for (const symbol of '01IOÄ一 -') {
      if (format.alphabet.includes(symbol)) continue;
      expect(findFormat(code.slice(0, 5) + symbol + code.slice(6))).toBeUndefined();
    }
  });
});

it('joins segment and serial to one exact number and takes it apart again', () => {
  expect(toCodeId(maxSeg, maxSerial)).toBe(2 ** 52 - 1);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: maxSeg }), fc.integer({ min: 1, max: maxSerial }), (seg, serial) => {
      const id = toCodeId(seg, serial);
      expect([toSeg(id), toSerial(id)]).toEqual([seg, serial]);
    }),
  );
});

it('shows a code in groups of four', () => {
  expect(groupCode('AMNSQ74WBEFWXYME')).toBe('AMNS Q74W BEFW XYME');
  expect(groupCode('AXG9XC2V7V8CA97EWZ')).toBe('AXG9 XC2V 7V8C A97E WZ');
});
