import { jobRefusals } from '@zhuiyuan/contract/jobs/job-refusals';
import { open, stat } from 'node:fs/promises';
import { refuse } from '../kit/refusal.ts';
import { readText } from './read-text.ts';
import { readXlsx } from './read-xlsx.ts';
import { tooBig, type OpenSheet, type SheetLimits, type SheetRow } from './sheet.ts';

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

/** As `openSheet`, in the very thread that asks. */
export const readSheet = async (path: string, limits: SheetLimits): Promise<OpenSheet> => {
  const { size } = await stat(path);
  if (size === 0) throw refuse(jobRefusals.emptyFile);
  if (size > limits.bytes) throw tooBig(limits);
  const all = (await isZip(path)) ? readXlsx(path) : readText(path);
  for (;;) {
    const { value, done } = await all.next();
    if (done) throw refuse(jobRefusals.emptyFile);
    if (isEmpty(value)) continue;
    return {
      titles: value.cells.map(titleOf),
      rows: filled(all, limits),
      close: async () => void (await all.return(undefined)),
    };
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
