import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  blankPick,
  blankRow,
  inMode,
  nextRow,
  pickOf,
  problemOf,
  quantityOf,
  rowErrors,
  type RangeRow,
} from './pick-draft.ts';

const row = (from: number | null, to: number | null, seg = 7, count = 1000): RangeRow => ({
  key: from ?? 0,
  seg,
  count,
  from,
  to,
});
const end = (seg: number, serial: number) => ({ code: `C${serial}`, seg, serial, level: 0, storeName: '' });

it('names what is missing or wrong in a run', () => {
  expect(rowErrors([blankRow(1), row(null, 5), row(5, null), row(9, 8), row(0, 8), row(1, 1001)])).toEqual([
    '请选择码段',
    '请输入起始序号',
    '请输入结束序号',
    '起始序号不能大于结束序号',
    '序号超出码段范围（1-1000）',
    '序号超出码段范围（1-1000）',
  ]);
});

it('blames the later of two runs that overlap, and only within a segment', () => {
  expect(rowErrors([row(1, 100), row(100, 200), row(50, 60, 8)])).toEqual([undefined, '号段与已选号段重叠', undefined]);
  expect(rowErrors([row(1, 100), row(101, 200)])).toEqual([undefined, undefined]);
});

it('offers the rest of the segment as the next run', () => {
  expect(nextRow([row(1, 400)])).toMatchObject({ seg: 7, from: 401, to: null });
  expect(nextRow([row(1, 1000)])).toMatchObject({ seg: 7, from: null });
  expect(nextRow([])).toEqual(blankRow(1));
});

it('counts what is chosen', () => {
  const segments = [
    { level: 0, count: 2400 },
    { level: 1, count: 400 },
    { level: 0, count: 100 },
  ];
  expect(quantityOf({ ...blankPick, rows: [row(1, 100), row(200, null), row(300, 300)] }, [])).toBe(101);
  expect(quantityOf({ ...blankPick, mode: 2, first: end(7, 50), last: end(7, 1) }, [])).toBe(50);
  expect(quantityOf({ ...blankPick, mode: 2, first: end(7, 50), last: end(8, 60) }, [])).toBe(0);
  expect(quantityOf({ ...blankPick, mode: 3, taskId: 1, levels: [0] }, segments)).toBe(2500);
  expect(quantityOf({ ...blankPick, mode: 5, text: 'AMNS Q74W\nAMNSQ74W\nB' }, [])).toBe(2);
});

it('says what keeps a choice from being checked', () => {
  expect(problemOf(blankPick)).toBe('请选择码段');
  expect(problemOf({ ...blankPick, rows: [] })).toBe('请添加号段');
  expect(problemOf({ ...blankPick, rows: [row(1, 10)] })).toBeUndefined();
  expect(problemOf({ ...blankPick, mode: 2 })).toBe('请输入首码');
  expect(problemOf({ ...blankPick, mode: 2, first: end(7, 1) })).toBe('请输入尾码');
  expect(problemOf({ ...blankPick, mode: 2, first: end(7, 1), last: end(8, 9) })).toBe('首尾码不属于同一码段');
  expect(problemOf({ ...blankPick, mode: 3 })).toBe('请选择任务');
  expect(problemOf({ ...blankPick, mode: 3, taskId: 4 })).toBe('请选择层级');
  expect(problemOf({ ...blankPick, mode: 4 })).toBe('请选择批次');
  expect(problemOf({ ...blankPick, mode: 5, text: ' \n' })).toBe('请粘贴编码');
  expect(problemOf({ ...blankPick, mode: 6 })).toBe('请上传文件');
  expect(problemOf({ ...blankPick, mode: 6, fileUrl: '/file/a.csv' })).toBeUndefined();
  const many = Array.from({ length: 5001 }, (_, at) => `C${at}`).join('\n');
  expect(problemOf({ ...blankPick, mode: 5, text: many })).toBe('最多粘贴5000个编码，更多请上传文件');
});

it('finds no fault exactly when the runs are inside the segment and apart', () => {
  const run = fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 30 }));
  fc.assert(
    fc.property(fc.array(run, { minLength: 1, maxLength: 6 }), (runs) => {
      const rows = runs.map(([from, to], key) => ({ ...row(from, to, 7, 25), key }));
      const serials = rows.flatMap(({ from, to }) =>
        Array.from({ length: Math.max(0, to! - from! + 1) }, (_, at) => from! + at),
      );
      const isRight =
        rows.every(({ from, to }) => from! <= to! && to! <= 25) && new Set(serials).size === serials.length;
      expect(problemOf({ ...blankPick, rows }) === undefined).toBe(isRight);
      if (isRight) expect(quantityOf({ ...blankPick, rows }, [])).toBe(serials.length);
      expect(pickOf({ ...blankPick, rows })).toMatchObject({ mode: 1 });
    }),
  );
});

it('carries a task from one way of choosing to the other, and leaves what is there', () => {
  const ofTask = { ...blankPick, mode: 3 as const, taskId: 9, levels: [0] };
  expect(inMode(ofTask, 1).rows).toEqual([{ ...blankRow(1), taskId: 9 }]);
  const ofRows = { ...blankPick, rows: [{ ...row(1, 10), taskId: 4 }] };
  expect(inMode(ofRows, 3)).toMatchObject({ mode: 3, taskId: 4, levels: [] });
  expect(inMode({ ...ofRows, taskId: 9 }, 3)).toMatchObject({ taskId: 9 });
  expect(inMode({ ...ofTask, rows: ofRows.rows }, 1).rows).toEqual(ofRows.rows);
  expect(inMode(inMode(ofRows, 5), 1)).toEqual(ofRows);
});
