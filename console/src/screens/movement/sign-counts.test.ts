import { expect, it } from 'vitest';
import { newScan, signCounts, type SignScan } from './sign-counts.ts';

const scan = (code: string, change: Partial<SignScan>): SignScan => ({ ...newScan(code), isAsked: false, ...change });

it('counts what is signed for once, keeps what came beside the document apart, and leaves out what is refused or still asked', () => {
  const scans = [
    scan('A', { lineId: 1, itemQty: 6 }),
    scan('B', { lineId: 2, itemQty: 1 }),
    scan('C', { lineId: null }),
    scan('D', { lineId: null, errMsg: '编码在箱A内，请扫箱码' }),
    newScan('E'),
  ];
  const alone = signCounts(scans, [], 43);
  expect([alone.items, alone.extra.map(({ code }) => code), alone.isShort]).toEqual([7, ['C'], true]);
  const withLine = signCounts(scans, [{ id: 2, itemQty: 30 }], 36);
  expect([withLine.items, withLine.single.map(({ code }) => code), withLine.isShort]).toEqual([36, ['A'], false]);
});
