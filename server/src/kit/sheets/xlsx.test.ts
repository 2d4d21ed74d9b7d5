import fc from 'fast-check';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { safeCell, xlsxStream } from './xlsx.ts';
import { readFirstSheet } from '../../../test/sheets.ts';
import { depth } from '../../../test/depth.ts';

const columns = [
  { title: '名称', cell: (row: { name: string; count: number | null }) => row.name },
  { title: '数量', cell: (row: { name: string; count: number | null }) => row.count },
];
const readBack = async (rows: { name: string; count: number | null }[]) => {
  const { name: sheet, rows: read } = await readFirstSheet(await buffer(xlsxStream('产品', columns, rows)));
  return { sheet, rows: read };
};

describe('safeCell', () => {
  it('leaves no text a spreadsheet would calculate', () => {
    for (const text of ['=1+1', '+cmd', '-2', '@sum', '\t=1', '\r=1', '＝1', '\u0000=1'])
      expect(safeCell(text)).toMatch(/^'/);
    expect(safeCell('乌龙茶 =1')).toBe('乌龙茶 =1');
    expect(safeCell(-2)).toBe(-2);
    expect(safeCell(null)).toBe(null);
  });
});

describe('xlsxStream', () => {
  it('writes titles, texts and numbers that read back as they were', async () => {
    const { sheet, rows } = await readBack([
      { name: '青岚明前龙井 <250g> & "礼盒"', count: 3 },
      { name: '=HYPERLINK("http://x")', count: null },
    ]);
    expect(sheet).toBe('产品');
    expect(rows).toEqual([
      ['名称', '数量'],
      ['青岚明前龙井 <250g> & "礼盒"', 3],
      [`'=HYPERLINK("http://x")`, null],
    ]);
  });

  it('survives any text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'binary', maxLength: 40 }), { minLength: 1, maxLength: 20 }),
        async (texts) => {
          const { rows } = await readBack(texts.map((name) => ({ name, count: 1 })));
          expect(rows.slice(1).map((row) => row[1])).toEqual(texts.map(() => 1));
          for (const [at, text] of texts.entries()) expect(String(rows[at + 1]![0] ?? '')).toBe(String(safeCell(text)));
        },
      ),
      { numRuns: depth(40) },
    );
  });
});
