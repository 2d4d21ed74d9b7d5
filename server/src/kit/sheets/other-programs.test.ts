import { configure, TextReader, Uint8ArrayReader, Uint8ArrayWriter, ZipReader, ZipWriter } from '@zip.js/zip.js';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayCell } from './cells.ts';
import { openSheet } from './open-sheet.ts';
import { plainTime } from './plain-time.ts';
import type { SheetRow } from './sheet.ts';
import { xlsxStream } from './xlsx.ts';

configure({ useWebWorkers: false });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zhuiyuan-programs-'));
});
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
const read = async (content: Buffer | string) => {
  const path = join(folder, String((files += 1)));
  await writeFile(path, content);
  const { titles, rows } = await openSheet(path, { rows: 1000, bytes: 1024 * 1024 });
  const found: SheetRow[] = [];
  for await (const row of rows) found.push(row);
  return { titles, rows: found, cells: found.map(({ cells }) => cells) };
};
const kept = (name: string) => readFile(new URL(`../../../test/sheet-files/${name}`, import.meta.url));

/** A kept workbook with other rows in its sheet. */
const withRows = async (rows: string, merged: readonly string[] = []): Promise<Buffer> => {
  const areas = merged.map((area) => `<mergeCell ref="${area}"/>`).join('');
  const zip = new ZipWriter(new Uint8ArrayWriter());
  const source = new ZipReader(new Uint8ArrayReader(await kept('format-of-zeros.xlsx')));
  for (const entry of await source.getEntries()) {
    if (entry.directory) continue;
    const text = Buffer.from(await entry.getData(new Uint8ArrayWriter())).toString();
    const part = text.replace(
      /<sheetData>.*<\/sheetData>/s,
      () => `<sheetData>${rows}</sheetData><mergeCells>${areas}</mergeCells>`,
    );
    await zip.add(entry.filename, new TextReader(part));
  }
  return Buffer.from(await zip.close());
};
const inline = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;

const shortened = '已被Excel缩短，后面的数字已丢失，请将该列设为文本格式后重新填写';

describe('what a spreadsheet program stores and shows', () => {
  it('is told where a number was shortened, in a text file as in a workbook', async () => {
    const { rows } = await read(`编码\n${String(await kept('shortened-codes.csv'))}`);
    expect(rows.map(({ cells, faults }) => [cells[0], faults?.get(0)])).toEqual([
      ['6.90123E+15', shortened],
      ['1.23457E+19', shortened],
      ['6901234500000001', undefined],
    ]);
    const book = await withRows(
      `<row r="1">${inline('A1', '编码')}</row><row r="2">${inline('A2', '6.90123e+15')}</row><row r="3"><c r="A3"><v>1.2345678901234567E+21</v></c></row><row r="4"><c r="A4"><v>6.90123E+12</v></c></row>`,
    );
    const found = (await read(book)).rows;
    expect(found.map(({ cells, faults }) => [cells[0], faults?.get(0)])).toEqual([
      ['6.90123e+15', shortened],
      ['1.23457E+21', '超过15位的数字会丢失精度，请将该列设为文本格式后重新填写'],
      ['6901230000000', undefined],
    ]);
  });

  it('leaves what only looks like a shortened number', async () => {
    const texts = ['E+15', '6E15', '1E5', 'A6.90123E+15', '6.9E-05', '6.90123'];
    const { rows } = await read(`编码\n${texts.join('\n')}\n`);
    expect(rows.map(({ cells, faults }) => [cells[0], faults])).toEqual(texts.map((text) => [text, undefined]));
  });

  it('pads a number by a format of zeros alone', async () => {
    expect(await read(await kept('format-of-zeros.xlsx'))).toMatchObject({
      cells: [['P000008', '00000123', '2026-11-01']],
    });
    const row = `<row r="2"><c r="A2" s="2"><v>-5</v></c><c r="B2" s="2"><v>1234567890</v></c><c r="C2" s="2"><v>1.5</v></c></row>`;
    const book = await withRows(`<row r="1">${inline('A1', 'a')}${inline('B1', 'b')}${inline('C1', 'c')}</row>${row}`);
    expect((await read(book)).cells).toEqual([['-00000005', '1234567890', '1.5']]);
  });

  it('reads digits that a text file keeps as a formula', async () => {
    expect((await read('编码,名称\n="00123","=""0045"""\n')).cells).toEqual([['00123', '0045']]);
  });
});

describe('merged cells', () => {
  const row = (at: number, ...texts: (string | undefined)[]) =>
    `<row r="${at}">${texts.map((text, place) => (text === undefined ? '' : inline(`${'ABC'[place]}${at}`, text))).join('')}</row>`;

  it('carry their value down, in each of their rows that has something of its own', async () => {
    const rows = [
      row(1, '箱码', '下级码', '备注'),
      row(2, 'X1', 'a', 'r'),
      row(3, undefined, 'b'),
      row(4, 'behind', 'c'),
    ];
    const more = [row(5, 'X2', 'd'), row(7, undefined, 'e'), row(8, 'X3', 'f'), row(9, undefined, 'g')];
    const book = await withRows([...rows, ...more].join(''), ['B30:B40', 'A5:A7', 'A2:A4', 'C2:C3', 'B4:C4']);
    expect((await read(book)).rows.map(({ rowNo, cells }) => [rowNo, ...cells])).toEqual([
      [2, 'X1', 'a', 'r'],
      [3, 'X1', 'b', 'r'],
      [4, 'X1', 'c'],
      [5, 'X2', 'd'],
      [7, 'X2', 'e'],
      [8, 'X3', 'f'],
      [9, '', 'g'],
    ]);
  });

  it('carry down what is wrong with them, and no titles', async () => {
    const lost = '<row r="3"><c r="A3"><v>6901234567892123</v></c></row>'.replace(
      '</row>',
      `${inline('B3', 'a')}</row>`,
    );
    const rows = [row(1, '箱码', '下级码'), row(2, undefined, '小计'), lost, row(4, undefined, 'b')];
    const { rows: found } = await read(await withRows(rows.join(''), ['A1:A2', 'A3:A4']));
    expect(found.map(({ cells, faults }) => [...cells, faults?.get(0)?.slice(0, 8)])).toEqual([
      ['', '小计', undefined],
      ['6.90123E+15', 'a', '超过15位的数字'],
      ['6.90123E+15', 'b', '超过15位的数字'],
    ]);
  });

  it('of 200,000 rows are read at reading speed', async () => {
    const rows = Array.from({ length: 200_000 }, (_, at) => row(at + 2, at % 24 ? undefined : `X${at / 24}`, `c${at}`));
    const areas = Array.from({ length: 8333 }, (_, at) => `A${at * 24 + 2}:A${at * 24 + 25}`);
    const path = join(folder, 'many');
    await writeFile(path, await withRows(row(1, '箱码', '下级码') + rows.join(''), areas));
    const { rows: found } = await openSheet(path, { rows: 200_000, bytes: 50 * 1024 * 1024 }, 20);
    let wrong = 0;
    let count = 0;
    for await (const { cells } of found) {
      if (count < 8333 * 24 && cells[0] !== `X${Math.floor(count / 24)}`) wrong += 1;
      count += 1;
    }
    expect([count, wrong]).toEqual([200_000, 0]);
  });
});

describe('a day or time by ISO 8601', () => {
  it('is read from a workbook', async () => {
    expect((await read(await kept('iso-dates.xlsx'))).cells).toEqual([
      ['P000008', 'BUGSTRICT1', '2026-11-01', '2027-11-01'],
      ['P000008', 'BUGSTRICT2', '2026-11-01'],
    ]);
  });

  it('is read from a text, in the zone it names', () => {
    expect(plainTime('2026-11-01T00:00:00')).toBe('2026-11-01');
    expect(plainTime('2026-11-01T08:30')).toBe('2026-11-01 08:30:00');
    expect(plainTime('2026-10-31T16:00:00.000Z')).toBe('2026-11-01');
    expect(plainTime('2026-11-01T08:30:00+09:00')).toBe('2026-11-01 07:30:00');
    expect(plainTime('T08:30')).toBe('T08:30');
    expect(dayCell('生产日期').parse('2026-11-01T00:00:00')).toBe('2026-11-01');
    expect(dayCell('生产日期').safeParse('2026-13-01T00:00:00').success).toBe(false);
  });
});

describe('the parts of a workbook', () => {
  it('are found by what names them: in other letters, behind other slashes, in other folders', async () => {
    for (const [name, lot] of [
      ['other-case.xlsx', 'BUGCASE1'],
      ['backslash.xlsx', 'BUGBS1'],
      ['sheet-elsewhere.xlsx', 'BUGSH1'],
    ] as const)
      expect(await read(await kept(name))).toMatchObject({
        titles: ['产品编号', '批号', '生产日期', '到期日期'],
        cells: [['P000008', lot, '2026-11-01']],
      });
  });

  it('hold texts with escapes, which are read and written', async () => {
    const book = await withRows(
      `<row r="1">${inline('A1', '名称')}</row><row r="2">${inline('A2', '上_x000D_\n下_x0000__x005F_x0041_')}</row>`,
    );
    expect((await read(book)).cells).toEqual([['上\n下_x0041_']]);
    const texts = ['_x000D_', '_x005F_', '_x0041_茶', '_x00_', "'=1", '=1', "''+1"];
    const columns = [{ title: '名称', cell: (text: string) => text }];
    const written = await buffer(xlsxStream('数据', columns, texts));
    expect((await read(written)).cells).toEqual(texts.map((text) => [text]));
  });
});

describe('a file that is no workbook any more', () => {
  it('is refused with what to do about it', async () => {
    const encrypted = await kept('encrypted.xlsx');
    await expect(read(encrypted)).rejects.toThrow('文件无法读取：文件已加密，请取消密码后上传');
    const old = Buffer.concat([encrypted.subarray(0, 512), Buffer.alloc(4096)]);
    await expect(read(old)).rejects.toThrow('文件无法读取：请另存为xlsx后上传');
  });
});
