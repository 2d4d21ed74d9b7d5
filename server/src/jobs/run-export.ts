import { exportRefusals } from '@zhuiyuan/contract/kit/export';
import { configure, ZipWriter } from '@zip.js/zip.js';
import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { App } from '../kit/app-context.ts';
import { Refusal, refuse } from '../kit/refusal.ts';
import { safeCell, xlsxStream, xlsxType, type Column } from '../kit/xlsx.ts';
import type { ClaimedJob } from './claim-job.ts';
import { exporterOf, type ExportWish } from './exporter.ts';
import { jobFolder } from './local-copy.ts';
import { LeaseLost } from './move-cursor.ts';
import type { Ended } from './importer.ts';

configure({ useWebWorkers: false });

/** Rows of one xlsx file; more make several files in a zip. */
const rowsPerFile = 1_000_000;
const tellEveryMs = 1000;

class Stopped extends Error {}
class GivenBack extends Error {}

/**
 * Writes the file of a claimed export. A run that ends in the middle leaves nothing behind, and the next one begins anew:
 * the rows may have changed.
 */
export const runExport = async (app: App, job: ClaimedJob, owner: string, isDue: () => boolean): Promise<Ended> => {
  const exporter = exporterOf(app, job.biz);
  const operator = await app.operatorById(job.operatorId);
  if (!exporter || !operator?.may(exporter.may as never)) throw new Refusal(403, '没有权限导出');
  if (exporter.run) return exporter.run(app, job, owner, isDue);
  const wish = job.params as unknown as ExportWish;
  const filters: unknown = exporter.filters.parse(wish.filters);
  const columns = (
    wish.columns ? exporter.columns.filter(({ title }) => wish.columns!.includes(title)) : exporter.columns
  ) as readonly Column<unknown>[];
  const db = operator.firmId === null ? app.db : app.dbOfFirm(operator.firmId);

  let written = 0;
  let told = 0;
  const tell = async () => {
    told = Date.now();
    const { rows } = await sql<{ isCancelled: boolean }>`
      update file_job set phase = 2, ok_cnt = ${written}, total = greatest(total, ${written}), updated_at = now()
      where id = ${job.id} and firm_id = ${job.firmId} and lease_owner = ${owner} and status = 1
      returning is_cancelled`.execute(app.db);
    if (!rows[0]) throw new LeaseLost();
    if (rows[0].isCancelled) throw new Stopped();
    if (isDue()) throw new GivenBack();
  };
  const watched = async function* watched() {
    for await (const row of exporter.rows(db, filters as never)) {
      yield row as unknown;
      written += 1;
      if ((written & 255) === 0 && Date.now() - told > tellEveryMs) await tell();
    }
  };

  const folder = jobFolder(app.config.dataDir);
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${randomBytes(12).toString('hex')}.out`);
  try {
    await tell();
    const isCsv = job.fileType === 'csv';
    const extension = isCsv
      ? await writeCsv(path, columns, watched())
      : await writeXlsx(path, exporter.title, columns, watched());
    if (written === 0) throw refuse(exportRefusals.nothing);
    const { size } = await stat(path);
    const file = `export/${randomBytes(16).toString('hex')}.${extension}`;
    await app.files.adopt(path, file, extension === 'xlsx' ? xlsxType : 'application/octet-stream');
    const { numUpdatedRows } = await app.db
      .updateTable('fileJob')
      .set({
        file,
        fileName: `${job.title.replace(/[\\/:*?"<>|]/g, '_')}.${extension}`,
        fileSize: size,
        okCnt: written,
        total: written,
      })
      .where('id', '=', job.id)
      .where('leaseOwner', '=', owner)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) {
      await app.files.remove(file);
      throw new LeaseLost();
    }
    return 'over';
  } catch (error) {
    if (error instanceof GivenBack) return 'later';
    if (error instanceof Stopped) throw new Refusal(400, '已取消');
    throw error;
  } finally {
    await rm(path, { force: true });
  }
};

const csvCell = (value: string | number | null): string => {
  const text = value === null ? '' : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** With a mark in front, so that spreadsheet programs read it as UTF-8. */
const writeCsv = async (path: string, columns: readonly Column<unknown>[], rows: AsyncIterable<unknown>) => {
  const lines = async function* lines() {
    let block = `\ufeff${columns.map(({ title }) => csvCell(title)).join(',')}\r\n`;
    for await (const row of rows) {
      block += `${columns.map((column) => csvCell(safeCell(column.cell(row)))).join(',')}\r\n`;
      if (block.length < 1 << 16) continue;
      yield block;
      block = '';
    }
    yield block;
  };
  await pipeline(Readable.from(lines()), createWriteStream(path, { mode: 0o600 }));
  return 'csv';
};

/** The next rows of an iterator, at most so many; it stays open behind them. */
async function* upTo(rows: AsyncIterator<unknown>, most: number, first: unknown) {
  yield first;
  for (let count = 1; count < most; count += 1) {
    const { done, value } = await rows.next();
    if (done) return;
    yield value as unknown;
  }
}

/** One workbook, or a zip of several when there are more rows than one may have. */
const writeXlsx = async (
  path: string,
  title: string,
  columns: readonly Column<unknown>[],
  rows: AsyncGenerator<unknown>,
): Promise<string> => {
  const book = async (to: string, first: unknown) =>
    pipeline(xlsxStream(title, columns, upTo(rows, rowsPerFile, first)), createWriteStream(to, { mode: 0o600 }));
  const start = await rows.next();
  if (start.done) return 'xlsx';
  await book(path, start.value);
  let next = await rows.next();
  if (next.done) return 'xlsx';

  const parts = [`${path}.1`];
  await rename(path, parts[0]!);
  try {
    while (!next.done) {
      const part = `${path}.${parts.length + 1}`;
      parts.push(part);
      await book(part, next.value);
      next = await rows.next();
    }
    await zipFiles(path, parts, title);
  } finally {
    for (const part of parts) await rm(part, { force: true });
  }
  return 'zip';
};

const zipFiles = async (path: string, parts: string[], title: string): Promise<void> => {
  const out = await open(path, 'w', 0o600);
  try {
    const zip = new ZipWriter(new WritableStream({ write: (chunk: Uint8Array) => out.writeFile(chunk) }));
    for (const [at, part] of parts.entries()) {
      const input = await open(part);
      // workbooks are compressed already
      await zip.add(`${title}-${at + 1}.xlsx`, input.readableWebStream() as ReadableStream, { level: 0 });
      await input.close();
    }
    await zip.close();
  } finally {
    await out.close();
  }
};
