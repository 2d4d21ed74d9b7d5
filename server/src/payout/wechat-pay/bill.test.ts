import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { writeFundBill } from '@zhuiyuan/simulator/fund-bill';
import { parseBill, unpackBill, requireFen } from './bill.ts';
import { orderNumber } from './order-number.ts';

const sha1 = (bytes: Buffer) => createHash('sha1').update(bytes).digest('hex');

test('yuan become fen by their digits, for every amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000_000 }), (fen) => {
      expect(requireFen(`${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`)).toBe(fen);
    }),
  );
  expect(requireFen('0.1')).toBe(10);
  expect(requireFen('-3.05')).toBe(-305);
  expect(requireFen('-0.00')).toBe(0);
  for (const text of ['', '1,000.00', '1.005', '1e3', 'NaN', '.5', '1.']) expect(() => requireFen(text)).toThrow();
});

test('a bill is read back line by line, whatever moved', () => {
  const entry = fc.record({
    at: fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 }),
    mchId: fc.constant('1900000109'),
    outBillNo: fc.stringMatching(/^LT[0-9A-Z]{17}$/),
    transferBillNo: fc.stringMatching(/^1330[0-9]{28}$/),
    isIncome: fc.boolean(),
    amount: fc.integer({ min: 1, max: 5_000_000 }),
    balance: fc.integer({ min: -1000, max: 1_000_000_000 }),
  });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 30 }), (entries) => {
      const bytes = writeFundBill(entries);
      expect(parseBill(unpackBill(gzipSync(bytes), sha1(bytes)))).toEqual(
        entries.map(({ outBillNo, transferBillNo, isIncome, amount, balance }) =>
          expect.objectContaining({ outBillNo, transferBillNo, isIncome, amount, balance, business: '商家转账' }),
        ),
      );
    }),
  );
});

test('a bill that was changed, cut off or does not add up is refused', () => {
  const bytes = writeFundBill([
    { at: 0, mchId: '1', outBillNo: 'LT1', transferBillNo: '133', isIncome: false, amount: 188, balance: 5 },
  ]);
  expect(() => unpackBill(Buffer.concat([bytes, Buffer.from('x')]), sha1(bytes))).toThrow(/SHA1/);
  const text = bytes.toString('utf8');
  expect(() => parseBill(Buffer.from(text.replace('`1.88', '`1.98')))).toThrow(/sums up/);
  expect(() => parseBill(Buffer.from(text.split('资金流水总笔数')[0]!))).toThrow(/no summary/);
  expect(() => parseBill(Buffer.from(text.replace('业务凭证号', '凭证')))).toThrow(/no column/);
  expect(() => parseBill(Buffer.from('{"code":"NO_STATEMENT_EXIST"}'))).toThrow(/no column/);
});

test('an order number is told by its record, merchant and attempt, and by nothing else', () => {
  expect(orderNumber(123_456_789, 1, 1)).toBe('LT00000021I3V900101');
  const parts = fc.tuple(fc.nat({ max: 2 ** 52 }), fc.nat({ max: 46_655 }), fc.integer({ min: 1, max: 99 }));
  fc.assert(
    fc.property(parts, parts, (one, other) => {
      expect(orderNumber(...one)).toMatch(/^LT[0-9A-Z]{17}$/);
      expect(orderNumber(...one) === orderNumber(...other)).toBe(one.every((part, index) => part === other[index]));
    }),
  );
  for (const [record, merchant, attempt] of [
    [-1, 1, 1],
    [1.5, 1, 1],
    [1, 46_656, 1],
    [1, 1, 0],
    [1, 1, 100],
  ] as const)
    expect(() => orderNumber(record, merchant, attempt)).toThrow();
});
