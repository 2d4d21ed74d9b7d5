import { sheetRefusals } from '@zhuiyuan/contract/kit/sheet-refusals';
import { open, stat } from 'node:fs/promises';
import { findCompound } from '../files/compound-file.ts';
import { refuse } from '../refusal.ts';
import { readText } from './read-text.ts';
import { readXlsx } from './read-xlsx.ts';
import { mostLetters, tooBig, unreadable, type OpenSheet, type SheetLimits, type SheetRow } from './sheet.ts';

type ReadSheet = Pick<OpenSheet, 'titles' | 'rows'>;

const isZip = async (path: string): Promise<boolean> => {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.equals(Buffer.from([0x50, 0x4b, 3, 4]));
  } finally {
    await file.close();
  }
};

const isEmpty = ({ cells, faults }: SheetRow): boolean => !faults && cells.every((text) => text === '');

/** Every row is as wide as the titles are. */
const mostTitles = 1000;

/** A title as people type it: without spaces, line breaks and the asterisk that marks what is required. */
const toTitle = (cell: string): string =>
  cell
    .replace(/\s+/g, '')
    .replace(/[*＊]+$/, '')
    .replace(/^[*＊]+/, '');

/** A file to be read: with its titles, or as rows alone, of which only the first `columns` cells are wanted. */
export interface SheetWish {
  path: string;
  limits: SheetLimits;
  columns?: number;
  form?: 'xlsx' | 'text';
}

/** As `openSheet`, in the very process that asks. */
export const readSheet = async ({ path, limits, columns, form }: SheetWish): Promise<ReadSheet> => {
  const { size } = await stat(path);
  if (size === 0) throw refuse(sheetRefusals.emptyFile);
  if (size > limits.bytes) throw tooBig(limits);
  const compound = await findCompound(path);
  if (compound) throw unreadable(compound === 'old' ? '请另存为xlsx后上传' : '文件已加密，请取消密码后上传');
  const isBook = form ? form === 'xlsx' : await isZip(path);
  const all = isBook ? readXlsx(path, columns) : readText(path, limits.rows);
  if (columns) return { titles: [], rows: filled(all, limits, columns) };
  for (;;) {
    const { value, done } = await all.next();
    if (done) throw refuse(sheetRefusals.emptyFile);
    if (isEmpty(value)) continue;
    const titles = value.cells.map(toTitle);
    while (titles.at(-1) === '') titles.pop();
    if (titles.length > mostTitles) throw unreadable(`标题行超过${mostTitles}列，请删除多余的列`);
    return { titles, rows: filled(all, limits, titles.length) };
  }
};

async function* filled(all: AsyncGenerator<SheetRow>, limits: SheetLimits, columns: number): AsyncGenerator<SheetRow> {
  let count = 0;
  let letters = 0;
  for await (const row of all) {
    if (row.cells.length > columns) row.cells.length = columns;
    if (isEmpty(row)) continue;
    count += 1;
    if (count > limits.rows) throw tooBig(limits);
    for (const text of row.cells) letters += text.length;
    if (letters > mostLetters) throw unreadable('文字总量过大，请拆分后上传');
    yield row;
  }
}
