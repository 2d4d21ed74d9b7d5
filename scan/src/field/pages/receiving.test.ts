import { describe, expect, it } from 'vitest';
import type { FieldCode, FieldDeliver, FieldLine } from '@zhuiyuan/contract/fieldwork/field-goods';
import {
  groupsOf,
  missingOf,
  noReceipt,
  sumsOf,
  takeFound,
  takeKnown,
  toSigning,
  type Receiving,
} from './receiving.ts';

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
const receiving = (): Receiving => ({
  doc: { id: 3 } as FieldDeliver,
  lines: [
    line(1),
    line(2, { codes: [{ code: codes[1], itemQty: 4 }], itemQty: 4 }),
    line(3, { productId: 8, codeCount: 500, itemQty: 3000, codes: [] }),
    line(4, { status: 3 }),
  ],
  receipt: noReceipt(),
});
const found = (more: Partial<FieldCode>): FieldCode => ({
  state: 'open',
  code: 'X',
  lineId: 3,
  level: 1,
  storeName: '',
  itemQty: 6,
  ...more,
});

describe('a scanned code', () => {
  it('ticks its chip, printed as an address too, and once', () => {
    const at = receiving();
    expect(takeKnown(at, `https://example.com/c/${codes[0].toLowerCase()}`)).toMatchObject({ ok: true, lineId: 1 });
    expect(takeKnown(at, codes[0])).toMatchObject({ ok: false, words: '编码重复扫描' });
    expect(sumsOf(at)).toEqual({ codes: 1, allCodes: 502, items: 6, left: 3004 });
  });

  it('that is not shown is asked for', () => {
    const at = receiving();
    expect(takeKnown(at, 'SOMETHING')).toBeUndefined();
    expect(takeFound(at, 'SOMETHING', found({ code: 'BOX9' }))).toMatchObject({ ok: true, lineId: 3 });
    expect(takeFound(at, 'ITEM', found({ state: 'inside', code: 'BOX9' }))).toMatchObject({ words: '已随箱签收' });
    expect(takeFound(at, 'ITEM', found({ state: 'inside', code: 'BOX8' }))).toMatchObject({
      ok: false,
      words: '编码在箱BOX8内，请扫箱码',
    });
    expect(takeFound(at, 'ELSE', found({ state: 'other', code: 'ELSE', lineId: null }))).toMatchObject({ ok: false });
    expect(at.receipt.extra).toEqual({ ELSE: '' });
  });

  it('that was kept without a connection is known after the answer', () => {
    const at = receiving();
    at.receipt.unknown = ['BOX9'];
    takeFound(at, 'BOX9', found({ code: 'BOX9' }));
    expect(at.receipt.unknown).toEqual([]);
    expect(at.receipt.ticked.BOX9).toEqual({ lineId: 3, itemQty: 6 });
  });
});

describe('what is signed', () => {
  it('leaves out damage that is refused, and counts damage that is accepted', () => {
    const at = receiving();
    takeKnown(at, codes[0]);
    takeKnown(at, codes[1]);
    at.receipt.damaged[codes[0]] = { images: ['/media/a.jpg'], signs: false };
    expect(sumsOf(at)).toMatchObject({ codes: 1, items: 4 });
    at.receipt.damaged[codes[0]]!.signs = true;
    expect(sumsOf(at)).toMatchObject({ codes: 2, items: 10 });
    expect(toSigning(at, false)).toMatchObject({
      deliverId: 3,
      mode: 'codes',
      codes: [codes[1]],
      diffs: [{ code: codes[0], kind: 2, signs: true, images: ['/media/a.jpg'] }],
    });
  });

  it('names what did not come, but not what is left for later', () => {
    const at = receiving();
    takeKnown(at, codes[0]);
    expect(missingOf(at, at.lines[1]!)).toEqual([{ code: codes[1], itemQty: 4 }]);
    expect(toSigning(at, true)).toMatchObject({ diffs: [{ code: codes[1], kind: 1, signs: false }] });
    at.receipt.later = [2];
    expect(toSigning(at, true)).toMatchObject({ diffs: [] });
    expect(toSigning(at, false)).toMatchObject({ codes: [codes[0]], diffs: [] });
  });

  it('takes a line whole, or code by code where one of it is damaged', () => {
    const at = receiving();
    at.receipt.wholes = [1, 3];
    expect(sumsOf(at)).toMatchObject({ codes: 501, items: 3006, left: 4 });
    expect(toSigning(at, false)).toMatchObject({ lineIds: [1, 3], codes: [] });
    at.receipt.damaged[codes[0]] = { images: [], signs: false };
    expect(sumsOf(at)).toMatchObject({ codes: 500, items: 3000, left: 10 });
    expect(toSigning(at, false)).toMatchObject({ lineIds: [3], codes: [], diffs: [{ code: codes[0], kind: 2 }] });
  });
});

it('shows lines of one product as one, without those that are signed', () => {
  expect(groupsOf(receiving()).map(({ key, lines }) => [key, lines.map(({ id }) => id)])).toEqual([
    ['7', [1, 2]],
    ['8', [3]],
  ]);
});
