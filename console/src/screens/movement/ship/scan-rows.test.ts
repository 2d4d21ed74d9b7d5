import { LineState, type CheckedLine } from '@zhuiyuan/contract/movement/ship/scan-check';
import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { LineMode } from '@zhuiyuan/contract/movement/move-enums';
import { describe, expect, it } from 'vitest';
import { addScan, lineOf, linesToShip, standingOf, sumRows, takeAnswer, takeBack, type ScanRow } from './scan-rows.ts';

const checked = (change: Partial<CheckedLine> = {}): CheckedLine => ({
  mode: LineMode.box,
  code: 'A',
  lastCode: '',
  seg: 1,
  serialFrom: 1,
  serialTo: 1,
  level: Level.box,
  productId: 7,
  storeName: '茶',
  lotId: 3,
  lotNo: 'L1',
  isMixed: false,
  codeQty: 1,
  codeTotal: 1,
  innerBoxQty: 0,
  itemQty: 12,
  cutItemQty: 0,
  state: LineState.ok,
  errCode: 0,
  errMsg: '',
  warns: [],
  cut: [],
  cutQty: 0,
  cuts: [],
  holderName: '',
  ...change,
});

const scanned = (...codes: [string, Parameters<typeof addScan>[2]][]): ScanRow[] =>
  codes.reduce<ScanRow[]>((rows, [code, segment]) => addScan(rows, code, segment).rows, []);

describe('scans become rows', () => {
  it('numbers them and finds a code that was scanned already, without a second row', () => {
    const rows = scanned(['A', 'auto'], ['B', 'auto']);
    const again = addScan(rows, 'A', 'auto');
    expect(again).toMatchObject({ became: 'repeated', key: 1 });
    expect(again.rows).toHaveLength(2);
  });

  it('brings a removed row back when it is scanned again', () => {
    const rows = scanned(['A', 'auto']).map((row) => ({ ...row, isRemoved: true }));
    const back = addScan(rows, 'A', 'auto');
    expect(back.became).toBe('restored');
    expect(back.rows[0]!.isRemoved).toBe(false);
  });

  it('takes the first code of a run, then the last; what is scanned next begins another', () => {
    const opened = addScan([], 'A', 'range');
    expect(opened.became).toBe('opened');
    expect(standingOf(opened.rows[0]!)).toBe('open');
    expect(lineOf(opened.rows[0]!)).toEqual({ code: 'A', lastCode: undefined });
    const closed = addScan(opened.rows, 'C', 'range');
    expect(closed).toMatchObject({ became: 'closed', key: 1 });
    expect(lineOf(closed.rows[0]!)).toEqual({ code: 'A', lastCode: 'C', mode: LineMode.range });
    expect(addScan(closed.rows, 'D', 'range')).toMatchObject({ became: 'opened', key: 2 });
  });

  it('does not close a run with its own first code', () => {
    expect(addScan(scanned(['A', 'range']), 'A', 'range')).toMatchObject({ became: 'repeated', key: 1 });
  });

  it('takes back the last code of a run first, then the row', () => {
    const rows = scanned(['A', 'auto'], ['B', 'range'], ['D', 'range']);
    const open = takeBack(rows);
    expect(standingOf(open[1]!)).toBe('open');
    expect(takeBack(open).map(({ code }) => code)).toEqual(['A']);
    expect(takeBack(takeBack(takeBack(open)))).toEqual([]);
  });

  it('sends the kind that is meant where the segment is strict', () => {
    const [auto, item, box] = scanned(['A', 'auto'], ['B', 'item'], ['C', 'box']);
    expect([auto!, item!, box!].map((row) => lineOf(row).mode)).toEqual([undefined, LineMode.item, LineMode.box]);
  });
});

describe('answers', () => {
  it('drops a row whose codes stand in another one, whatever text they were scanned by', () => {
    const rows = scanned(['A', 'auto'], ['https://x/A', 'auto'], ['B', 'range'], ['E', 'range']);
    const first = takeAnswer(rows, 1, checked({ serialFrom: 4, serialTo: 4 }));
    const twin = takeAnswer(first.rows, 2, checked({ serialFrom: 4, serialTo: 4 }));
    expect(twin).toMatchObject({ repeats: 1 });
    const run = takeAnswer(twin.rows, 3, checked({ serialFrom: 2, serialTo: 5 }));
    expect(run.repeats).toBe(1);
    expect(run.rows.map(({ key }) => key)).toEqual([1]);
  });

  it('keeps a bad row beside another, and lets a removed one hold nothing', () => {
    const rows = scanned(['A', 'auto'], ['B', 'auto']);
    const { rows: one } = takeAnswer(rows, 1, checked());
    expect(takeAnswer(one, 2, checked({ state: LineState.bad })).repeats).toBeUndefined();
    const removed = one.map((row) => ({ ...row, isRemoved: row.key === 1 }));
    expect(takeAnswer(removed, 2, checked()).repeats).toBeUndefined();
  });

  it('forgets the answer to a row that is gone', () => {
    expect(takeAnswer(scanned(['A', 'auto']), 9, checked()).rows).toHaveLength(1);
  });
});

describe('sums', () => {
  const rows: ScanRow[] = [
    { key: 1, code: 'A', segment: 'auto', isRemoved: false, answer: checked() },
    {
      key: 2,
      code: 'B',
      lastCode: 'G',
      segment: 'range',
      isRemoved: false,
      answer: checked({
        level: Level.case,
        state: LineState.part,
        codeQty: 5,
        codeTotal: 6,
        itemQty: 120,
        cutQty: 1,
        cutItemQty: 24,
        cuts: [{ serialFrom: 3, serialTo: 3 }],
        productId: 8,
        storeName: '酒',
      }),
    },
    { key: 3, code: 'H', segment: 'auto', isRemoved: false, answer: checked({ state: LineState.bad, itemQty: 36 }) },
    { key: 4, code: 'I', segment: 'auto', isRemoved: true, answer: checked() },
    { key: 5, code: 'J', segment: 'auto', isRemoved: false },
    {
      key: 6,
      code: 'K',
      segment: 'auto',
      isRemoved: false,
      answer: checked({ isMixed: true, itemQty: 10, state: LineState.warn, warns: ['临期'] }),
      parts: [
        { productId: 7, storeName: '茶', itemQty: 4 },
        { productId: 9, storeName: '糖', itemQty: 6 },
      ],
    },
  ];

  it('counts what ships, by level and product, and what does not', () => {
    const sums = sumRows(rows);
    expect(sums).toMatchObject({
      caseQty: 5,
      boxQty: 2,
      looseQty: 0,
      itemQty: 142,
      badItems: 36,
      cutCodes: 1,
      cutItems: 24,
    });
    expect(sums.counts).toEqual({ good: 1, warned: 2, bad: 1, removed: 1, asking: 1 });
    expect([...sums.products].map(([id, { itemQty }]) => [id, itemQty])).toEqual([
      [7, 16],
      [8, 120],
      [9, 6],
    ]);
  });

  it('sends the rows that ship, runs without what is left out of them', () => {
    expect(linesToShip(rows).map(({ code, cut }) => [code, cut])).toEqual([
      ['A', []],
      ['B', [{ serialFrom: 3, serialTo: 3 }]],
      ['K', []],
    ]);
  });
});
