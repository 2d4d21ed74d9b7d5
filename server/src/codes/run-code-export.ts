import { CodeColumn } from '@zhuiyuan/contract/codes/code-export';
import { ZipWriter, configure } from '@zip.js/zip.js';
import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ClaimedJob } from '../jobs/claim-job.ts';
import type { Ended } from '../jobs/importer.ts';
import { jobFolder } from '../jobs/local-copy.ts';
import { LeaseLost } from '../jobs/move-cursor.ts';
import type { App } from '../kit/app-context.ts';
import { Refusal } from '../kit/refusal.ts';
import { unseal } from '../kit/secret.ts';
import { safeCell, xlsxStream } from '../kit/xlsx.ts';
import { exportLines, type CodeLine } from './export-rows.ts';
import { keyringOf } from './keyring.ts';
import type { Run } from './ranges.ts';

configure({ useWebWorkers: false });

/** What the password of an export is sealed for. */
export const exportPassword = 'code export password';
const tellEveryMs = 1000;
const compressionLevel = 1;
const blockLetters = 1 << 16;

/** What an export of codes is made from, as kept with its job. */
export interface CodeExportWish {
  firmId: number;
  runs: Run[];
  columns: CodeColumn[];
  fileType: 'csv' | 'txt' | 'xlsx';
  fileRows: number;
  /** Sealed, base64. */
  password: string;
  purpose: string;
}

class Stopped extends Error {}
class GivenBack extends Error {}

const csvCell = (value: string | number | null): string => {
  const text = value === null ? '' : String(value);
  return /[",\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

const titles = (columns: readonly CodeColumn[]): string[] => columns.map((column) => CodeColumn.label(column));

/** Lines of text in blocks: csv with titles, txt with tabs and without. Cells a program could take for formulas are disarmed. */
async function* textOf({ columns, fileType }: CodeExportWish, rows: AsyncIterable<CodeLine>): AsyncGenerator<Buffer> {
  const separator = fileType === 'txt' ? '\t' : ',';
  let block = fileType === 'txt' ? '' : `\ufeff${titles(columns).join(',')}\r\n`;
  for await (const row of rows) {
    block += `${columns.map((column) => csvCell(safeCell(row[column] ?? ''))).join(separator)}\r\n`;
    if (block.length < blockLetters) continue;
    yield Buffer.from(block);
    block = '';
  }
  if (block) yield Buffer.from(block);
}

const bookOf = ({ columns }: CodeExportWish, rows: AsyncIterable<CodeLine>): AsyncIterable<Buffer> =>
  xlsxStream(
    '编码',
    columns.map((column) => ({
      title: CodeColumn.label(column),
      width: 22,
      cell: (row: CodeLine) => row[column] ?? '',
    })),
    rows,
  );

/** The next rows of an iterator, at most so many; it stays open behind them. */
async function* upTo(rows: AsyncIterator<CodeLine>, most: number, first: CodeLine): AsyncGenerator<CodeLine> {
  yield first;
  for (let count = 1; count < most; count += 1) {
    const { done, value } = await rows.next();
    if (done) return;
    yield value;
  }
}

/** Writes codes into a zip with the asked password, in files of so many rows each, in constant memory. A run that ends in the middle leaves nothing behind. */
export const runCodeExport = async (app: App, job: ClaimedJob, owner: string, isDue: () => boolean): Promise<Ended> => {
  const wish = (job.params as unknown as { filters: CodeExportWish }).filters;
  const password = unseal(app.config.masterKey, exportPassword, Buffer.from(wish.password, 'base64')).toString('utf8');
  let written = 0;
  let told = 0;
  const tell = async () => {
    told = Date.now();
    const { rows } = await sql<{ isCancelled: boolean }>`
      update file_job set phase = 2, ok_cnt = ${written}, updated_at = now()
      where id = ${job.id} and firm_id = ${job.firmId} and lease_owner = ${owner} and status = 1
      returning is_cancelled`.execute(app.db);
    if (!rows[0]) throw new LeaseLost();
    if (rows[0].isCancelled) throw new Stopped();
    if (isDue()) throw new GivenBack();
  };
  const lines = async function* lines() {
    for await (const line of exportLines(app.dbOfFirm(wish.firmId), keyringOf(app), wish.runs, new Set(wish.columns))) {
      yield line;
      written += 1;
      if ((written & 1023) === 0 && Date.now() - told > tellEveryMs) await tell();
    }
  };
  const folder = jobFolder(app.config.dataDir);
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${randomBytes(12).toString('hex')}.zip`);
  try {
    await tell();
    const out = await open(path, 'w', 0o600);
    try {
      const zip = new ZipWriter(
        new WritableStream({ write: (chunk: Uint8Array) => out.writeFile(chunk) }, { highWaterMark: 1 }),
      );
      const rows = lines();
      for (let part = 1, next = await rows.next(); !next.done; part += 1, next = await rows.next()) {
        const some = upTo(rows, wish.fileRows, next.value);
        const content = wish.fileType === 'xlsx' ? bookOf(wish, some) : textOf(wish, some);
        const stream = Readable.toWeb(Readable.from(content, { highWaterMark: 1 })) as ReadableStream<Uint8Array>;
        await zip.add(`codes-${String(part).padStart(3, '0')}.${wish.fileType}`, stream, {
          level: compressionLevel,
          password,
          encryptionStrength: 3,
        });
      }
      await zip.close();
    } finally {
      await out.close();
    }
    const { size } = await stat(path);
    const file = `export/${randomBytes(16).toString('hex')}.zip`;
    await app.files.adopt(path, file, 'application/zip');
    const { numUpdatedRows } = await app.db
      .updateTable('fileJob')
      .set({ file, fileName: `${job.taskNo}.zip`, fileSize: size, okCnt: written, total: written })
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
