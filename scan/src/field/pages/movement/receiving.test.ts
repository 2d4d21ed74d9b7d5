import { describe, expect, it } from 'vitest';
import type { FieldCode, FieldDeliver, FieldLine } from '@zhuiyuan/contract/fieldwork/field-goods';
import {
  changeDamage,
  forgetCode,
  groupsOf,
  leaveForLater,
  markDamaged,
  missingOf,
  shortagesOf,
  sumsOf,
  takeFound,
  takeKnown,
  takeUnknown,
  takeWhole,
  toReceipt,
  type Receiving,
} from './receiving.ts';
import { toSigning } from './signing.ts';

const codes = ['AMNSQ74WBEFWXYME', 'ANKZM978FKKY9T48'] as const;
const line = (id: number, more: Partial<FieldLine> = {}): FieldLine => ({
  id,
  level: 1,
  productId: 7,
  storeName: '青岚明前龙井',
  spec: '',
  image: '',
  lotNo: 'L1',
  isMixed: false,
  codeCount: 1,
  itemQty: 6,
  status: 1,
  first: codes[0],
  last: codes[0],
  codes: [{ code: codes[0], itemQty: 6 }],
  ...more,
});

/** Two boxes of one product, and a run of five hundred boxes of another that are not shown one by one. */
const receiving: Receiving = {
  doc: { id: 3 } as FieldDeliver,
  lines: [
    line(1),
    line(2, { codes: [{ code: codes[1], itemQty: 4 }], itemQty: 4 }),
    line(3, { productId: 8, codeCount: 500, itemQty: 3000, codes: [] }),
    line(4, { status: 3 }),
  ],
  receipt: toReceipt(),
};
const { lines } = receiving;
const found = (more: Partial<FieldCode>): FieldCode => ({
  state: 'open',
  code: 'X',
  lineId: 3,
  level: 1,
  storeName: '',
  itemQty: 6,
  ...more,
});
/** What was taken after some codes among the chips were scanned. */
const after = (...scanned: string[]): Receiving => {
  let { receipt } = receiving;
  for (const code of scanned) ({ receipt } = takeKnown({ lines, receipt }, code)!);
  return { ...receiving, receipt };
};

describe('a scanned code', () => {
  it('ticks its chip, printed as an address too, and once', () => {
    const first = takeKnown(receiving, `https://example.com/c/${codes[0].toLowerCase()}`)!;
    expect(first.told).toMatchObject({ ok: true, lineId: 1 });
    const at = { ...receiving, receipt: first.receipt };
    expect(takeKnown(at, codes[0])).toEqual({
      told: { ok: false, words: '编码重复扫描', code: codes[0] },
      receipt: first.receipt,
    });
    expect(sumsOf(at)).toEqual({ codes: 1, allCodes: 502, items: 6, left: 3004 });
    expect(receiving.receipt).toEqual(toReceipt());
  });

  it('that is not shown is asked for', () => {
    expect(takeKnown(receiving, 'SOMETHING')).toBeUndefined();
    const { told, receipt } = takeFound(receiving.receipt, 'SOMETHING', found({ code: 'BOX9' }));
    expect(told).toMatchObject({ ok: true, lineId: 3 });
    const say = (scanned: string, more: Partial<FieldCode>) => takeFound(receipt, scanned, found(more)).told;
    expect(say('BOX9', { code: 'BOX9' })).toMatchObject({ ok: false, words: '编码重复扫描' });
    expect(say('ITEM', { state: 'inside', code: 'BOX9' })).toMatchObject({ ok: false, words: '已随箱签收' });
    expect(say('ITEM', { state: 'inside', code: 'BOX8' })).toMatchObject({
      ok: false,
      words: '编码在箱BOX8内，请扫箱码',
    });
    const other = takeFound(receipt, 'ELSE', found({ state: 'other', code: 'ELSE', lineId: null }));
    expect(other.told).toMatchObject({ ok: false });
    expect(other.receipt.extra).toEqual({ ELSE: '' });
  });

  it('that was kept without a connection is known after the answer', () => {
    const kept = takeUnknown(receiving.receipt, 'BOX9');
    expect(kept.told).toEqual({ ok: true, words: 'BOX9 已记下' });
    expect(takeUnknown(kept.receipt, 'BOX9').receipt.unknown).toEqual(['BOX9']);
    const { receipt } = takeFound(kept.receipt, 'BOX9', found({ code: 'BOX9' }));
    expect(receipt.unknown).toEqual([]);
    expect(receipt.ticked.BOX9).toEqual({ lineId: 3, itemQty: 6 });
  });

  it('is taken out again with whatever was said of it', () => {
    const damaged = markDamaged(receiving, codes[0]);
    expect(damaged.ticked).toEqual({ [codes[0]]: { lineId: 1, itemQty: 6 } });
    expect(forgetCode(damaged, codes[0])).toEqual(toReceipt());
    expect(changeDamage(toReceipt(), codes[0], { images: ['/media/a.jpg'] })).toEqual(toReceipt());
  });
});

describe('what is signed', () => {
  it('leaves out damage that is refused, and counts damage that is accepted', () => {
    const both = after(...codes);
    const marked = changeDamage(markDamaged(both, codes[0]), codes[0], { images: ['/media/a.jpg'] });
    expect(sumsOf({ lines, receipt: marked })).toMatchObject({ codes: 1, items: 4 });
    const receipt = changeDamage(marked, codes[0], { signs: true });
    expect(sumsOf({ lines, receipt })).toMatchObject({ codes: 2, items: 10 });
    expect(toSigning({ ...both, receipt }, false)).toMatchObject({
      deliverId: 3,
      mode: 'codes',
      codes: [codes[1]],
      diffs: [{ code: codes[0], kind: 2, signs: true, images: ['/media/a.jpg'] }],
    });
  });

  it('names what did not come, but not what is left for later', () => {
    const at = after(codes[0]);
    expect(missingOf(at.receipt, lines[1]!)).toEqual([{ code: codes[1], itemQty: 4 }]);
    expect(shortagesOf(at)).toMatchObject([
      { lines: [{ id: 2 }], codes: [{ code: codes[1] }], left: 4 },
      { lines: [{ id: 3 }], codes: [], left: 3000 },
    ]);
    expect(toSigning(at, true)).toMatchObject({ diffs: [{ code: codes[1], kind: 1, signs: false }] });
    const later = { ...at, receipt: leaveForLater(at.receipt, [lines[1]!], true) };
    expect(toSigning(later, true)).toMatchObject({ diffs: [] });
    expect(leaveForLater(later.receipt, [lines[1]!], false).later).toEqual([]);
    expect(toSigning(at, false)).toMatchObject({ codes: [codes[0]], diffs: [] });
  });

  it('takes a line whole, or code by code where one of it is damaged', () => {
    const wholes = takeWhole(receiving.receipt, [lines[0]!, lines[2]!], true);
    const at = { ...receiving, receipt: wholes };
    expect(sumsOf(at)).toMatchObject({ codes: 501, items: 3006, left: 4 });
    expect(toSigning(at, false)).toMatchObject({ lineIds: [1, 3], codes: [] });
    const damaged = { ...receiving, receipt: markDamaged(at, codes[0]) };
    expect(damaged.receipt.ticked).toEqual({});
    expect(sumsOf(damaged)).toMatchObject({ codes: 500, items: 3000, left: 10 });
    expect(toSigning(damaged, false)).toMatchObject({
      lineIds: [3],
      codes: [],
      diffs: [{ code: codes[0], kind: 2 }],
    });
    expect(takeWhole(wholes, [lines[0]!], false).wholes).toEqual([3]);
  });
});

it('shows lines of one product as one, without those that are signed', () => {
  expect(groupsOf(lines).map(({ key, lines: own }) => [key, own.map(({ id }) => id)])).toEqual([
    ['7', [1, 2]],
    ['8', [3]],
  ]);
});
