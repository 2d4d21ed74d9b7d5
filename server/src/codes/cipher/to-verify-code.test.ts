import { toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';
import { maxSeg, maxSerial } from '@zhuiyuan/contract/kit/place-fields';
import fc from 'fast-check';
import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { toVerifyCode } from './to-verify-code.ts';

const key = Buffer.alloc(32, 3);

it('is the HMAC of codeId and length modulo a power of ten', () => {
  const lengths = fc.constantFrom(4, 6);
  const ids = fc.tuple(fc.integer({ min: 1, max: maxSeg }), fc.integer({ min: 1, max: maxSerial }));
  fc.assert(
    fc.property(ids, lengths, ([seg, serial], length) => {
      const codeId = toCodeId(seg, serial);
      const message = `${codeId.toString(16).padStart(16, '0')}0${length}`;
      const mac = createHmac('sha256', key).update(Buffer.from(message, 'hex')).digest('hex');
      const expected = BigInt(`0x${mac.slice(0, 16)}`) % 10n ** BigInt(length);
      expect(toVerifyCode(key, codeId, length)).toBe(String(expected).padStart(length, '0'));
    }),
  );
});

it('keeps leading zeros and spreads over all values', () => {
  const seen = new Set(Array.from({ length: 5000 }, (_, at) => toVerifyCode(key, toCodeId(1, at + 1), 4)));
  expect([...seen].every((pin) => /^\d{4}$/.test(pin))).toBe(true);
  expect([...seen].some((pin) => pin.startsWith('0'))).toBe(true);
  expect(seen.size).toBeGreaterThan(3500);
});
