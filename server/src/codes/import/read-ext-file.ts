import { takeFaults } from '../../jobs/move-cursor.ts';
import { Cells, Faults, type RowError } from '../../jobs/row-error.ts';
import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import {
  chunkBytes,
  mostChunks,
  mostColumn,
  mostTextRows,
  mostXlsxRows,
} from '@zhuiyuan/contract/codes/import/ext-import';
import { sheetRefusals } from '@zhuiyuan/contract/kit/sheet-refusals';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Ended } from '../../jobs/importer.ts';
import { jobFolder } from '../../jobs/with-local-copy.ts';
import { openRows } from '../../kit/sheets/open-sheet.ts';
import type { SheetRow } from '../../kit/sheets/sheet.ts';
import { refuse, Refusal } from '../../kit/refusal.ts';
import { assemble, findChunks, dropFile } from './code-upload.ts';
import { advance, Step, type ExtStep } from './ext-run.ts';
import { openKeyring } from '../cipher/keyring.ts';
import { canonicalColumns, readExtRow, stageExtRows, type ExtRow } from './stage-ext-rows.ts';

const stagedAtOnce = 10_000;

/** Keeps the rows of the file that can be codes, and what is wrong with the others; begins behind those that are kept already. */
export const readExtFile: ExtStep = async (run, begun) => {
  const { app, job, draft } = run;
  const keyring = openKeyring(app);
  const path = join(jobFolder(app.config.dataDir), `codes-${job.id}-${randomBytes(6).toString('hex')}`);
  const chunks = await findChunks(app.db, { id: job.operatorId }, draft.uploadId);
  await assemble(app, chunks, path);
  const isXlsx = draft.fileName.toLowerCase().endsWith('.xlsx');
  const most = isXlsx ? mostXlsxRows : mostTextRows;
  let progress = begun;
  let at = 0;
  let rows: SheetRow[] = [];
  const keep = async (): Promise<Ended | undefined> => {
    const good: ExtRow[] = [];
    const faults: RowError[] = [];
    for (const row of rows) {
      const read = await readExtRow(app.db, keyring, draft, row);
      if ('code' in read) faults.push(read);
      else good.push(read);
    }
    const next = await advance(run, progress, async (db) => {
      await stageExtRows(db, { importId: job.id, firmId: job.firmId, level: draft.level }, good);
      return { faults, total: rows.length, next: { cursor: at } };
    });
    if (typeof next === 'string') return next;
    progress = next;
    rows = [];
    return run.isDue() ? 'later' : undefined;
  };
  try {
    const sheet = await openRows({
      path,
      form: isXlsx ? 'xlsx' : 'text',
      columns: mostColumn,
      // one for the titles, and one more by which too many are known
      limits: { rows: most + 2, bytes: mostChunks * chunkBytes },
    });
    for await (const row of sheet.rows) {
      at += 1;
      if ((at === 1 && draft.hasHeader) || at <= begun.cursor) continue;
      if (at - (draft.hasHeader ? 1 : 0) > most)
        throw new Refusal(sheetRefusals.tooBig[0], `文件超过${most / 10_000}万行`);
      rows.push(row);
      if (rows.length < stagedAtOnce) continue;
      const ended = await keep();
      if (ended) return ended;
    }
    const ended = rows.length > 0 && (await keep());
    if (ended) return ended;
  } finally {
    await dropFile(path);
  }
  if (at <= (draft.hasHeader ? 1 : 0)) throw refuse(sheetRefusals.emptyFile);
  return advance(run, progress, async () => ({ next: { step: Step.level, cursor: 0, level: Level.case } }));
};

/** Takes refused rows up again as the file had them; what refused them may have gone. */
export const readExtFaults: ExtStep = async (run, progress) => {
  const { app, job, draft } = run;
  const keyring = openKeyring(app);
  const columns = canonicalColumns(draft.columns);
  return advance(run, progress, async (db) => {
    const page = await takeFaults(db, job, stagedAtOnce);
    if (page.length === 0) return { next: { step: Step.level, cursor: 0, level: Level.case } };
    const good: ExtRow[] = [];
    const faults: RowError[] = [];
    for (const { rowNo, raw, faults: known } of page) {
      const row = { rowNo, cells: Cells.parse(raw), faults: known ? new Map(Faults.parse(known)) : undefined };
      const read = await readExtRow(db, keyring, { ...draft, columns }, row);
      if ('code' in read) faults.push(read);
      else good.push(read);
    }
    await stageExtRows(db, { importId: job.id, firmId: job.firmId, level: draft.level }, good);
    return { faults, taken: page.length, next: {} };
  });
};
