import { jobRefusals } from '@zhuiyuan/contract/jobs/job-refusals';
import { open, stat } from 'node:fs/promises';
import { refuse } from '../kit/refusal.ts';
import { readText } from './read-text.ts';
import { readXlsx } from './read-xlsx.ts';
import type { SheetLimits, SheetRow } from './sheet.ts';

/** Columns that an error file adds; they are passed over when it comes back. */
export const errorTitles = ['行号', '字段', '错误代码', '错误原因', '处理建议'] as const;

/** The titles of a file and its rows below them. */
export interface OpenSheet {
  titles: string[];
  rows: AsyncGenerator<SheetRow>;
}

export const tooBig = ({ rows, bytes }: SheetLimits) =>
  refuse(jobRefusals.tooBig, {
    rows: rows % 10_000 === 0 ? `${rows / 10_000}万` : rows,
    mb: Math.floor(bytes / 1024 / 1024),
  });

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

/** A title as people type it: without spaces, line breaks and the asterisk that marks what is required. */
const titleOf = (cell: string): string =>
  cell
    .replace(/\s+/g, '')
    .replace(/[*＊]+$/, '')
    .replace(/^[*＊]+/, '');

/**
 * Opens an uploaded xlsx, csv or txt file, whatever its name says, and reads its titles. Refuses 61082, 61083, 61084;
 * `rows` refuses 61083 once there are too many. Empty rows are left out.
 */
export const openSheet = async (path: string, limits: SheetLimits): Promise<OpenSheet> => {
  const { size } = await stat(path);
  if (size === 0) throw refuse(jobRefusals.emptyFile);
  if (size > limits.bytes) throw tooBig(limits);
  const all = (await isZip(path)) ? readXlsx(path) : readText(path);
  for (;;) {
    const { value, done } = await all.next();
    if (done) throw refuse(jobRefusals.emptyFile);
    if (!isEmpty(value)) return { titles: value.cells.map(titleOf), rows: filled(all, limits) };
  }
};

async function* filled(all: AsyncGenerator<SheetRow>, limits: SheetLimits): AsyncGenerator<SheetRow> {
  let count = 0;
  for await (const row of all) {
    if (isEmpty(row)) continue;
    count += 1;
    if (count > limits.rows) throw tooBig(limits);
    yield row;
  }
}
