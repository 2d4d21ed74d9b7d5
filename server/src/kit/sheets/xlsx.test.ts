import fc from 'fast-check';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { readXlsx } from 'hucre/xlsx';
import { plainCell, safeCell, xlsxStream } from './xlsx.ts';
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

  it('writes money as numbers of yuan with two decimals, which a text file has as texts', async () => {
    const money = [{ title: '金额（元）', fen: true as const, cell: (fen: number | null) => fen }];
    const content = await buffer(xlsxStream('资金', money, [1250, -1, 99_999_999_999_99, null]));
    const sheet = (await readXlsx(content, { readStyles: true })).sheets[0]!;
    expect(sheet.rows.slice(1).map(([value]) => value ?? null)).toEqual([12.5, -0.01, 99_999_999_999.99, null]);
    expect(sheet.cells?.get('1,0')?.style?.numFmt).toBe('0.00');
    expect([1250, -1, null].map((fen) => plainCell(money[0]!, fen))).toEqual(['12.50', '-0.01', null]);
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
