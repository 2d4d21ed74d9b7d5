import { configure, ZipWriter } from '@zip.js/zip.js';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { App } from '../kit/http/app-context.ts';
import { Refusal } from '../kit/refusal.ts';
import { plainCell, xlsxStream, xlsxType, type Column } from '../kit/sheets/xlsx.ts';
import type { ClaimedJob } from './claim-job.ts';
import { exportedRows, findExporter, mayExport, ExportWish } from './exporter.ts';
import type { Ended } from './importer.ts';
import { upTo, writeJobFile } from './write-job-file.ts';

configure({ useWebWorkers: false });

/** Rows of one xlsx file; more make several files in a zip. */
const rowsPerFile = 1_000_000;

/** Works on a claimed export: a list as its exporter draws it, in the columns that were asked for. */
export const runExport = async (app: App, job: ClaimedJob, owner: string, isDue: () => boolean): Promise<Ended> => {
  const exporter = findExporter(app, job.biz);
  const operator = await app.operatorById(job.operatorId);
  if (!exporter || !operator || !mayExport(operator, exporter, job.params)) throw new Refusal(403, '没有权限导出');
  if ('run' in exporter) return exporter.run(app, job, owner, isDue);
  const wish = ExportWish.parse(job.params);
  const filters: unknown = exporter.filters.parse(wish.filters);
  const columns = (
    wish.columns ? exporter.columns.filter(({ title }) => wish.columns!.includes(title)) : exporter.columns
  ) as readonly Column<unknown>[];
  const db = operator.firmId === null ? app.db : app.dbOfFirm(operator.firmId);
  return writeJobFile(app, { job, owner, isDue }, async (path, watched) => {
    const rows = watched<unknown>(exportedRows(exporter, db, filters));
    const extension =
      job.fileType === 'csv'
        ? await writeCsv(path, columns, rows)
        : await writeXlsx(path, exporter.title, columns, rows);
    return {
      extension,
      name: job.title.replace(/[\\/:*?"<>|]/g, '_'),
      type: extension === 'xlsx' ? xlsxType : 'application/octet-stream',
    };
  });
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
      block += `${columns.map((column) => csvCell(plainCell(column, row))).join(',')}\r\n`;
      if (block.length < 1 << 16) continue;
      yield block;
      block = '';
    }
    yield block;
  };
  await pipeline(Readable.from(lines()), createWriteStream(path, { mode: 0o600 }));
  return 'csv';
};

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
