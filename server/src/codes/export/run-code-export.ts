import { CodeColumn, CodeExportFields } from '@zhuiyuan/contract/codes/export/code-export';
import { ZipWriter, configure } from '@zip.js/zip.js';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { z } from 'zod';
import type { ClaimedJob } from '../../jobs/claim-job.ts';
import type { Ended } from '../../jobs/importer.ts';
import { upTo, writeJobFile } from '../../jobs/write-job-file.ts';
import type { App } from '../../kit/http/app-context.ts';
import { unseal } from '../../kit/secret.ts';
import { safeCell, xlsxStream } from '../../kit/sheets/xlsx.ts';
import { exportLines, type CodeLine } from './export-lines.ts';
import { openKeyring } from '../cipher/keyring.ts';

configure({ useWebWorkers: false });

/** What the password of an export is sealed for. */
export const exportPassword = 'code export password';
const compressionLevel = 1;
const blockLetters = 1 << 16;

/** What an export of codes is made from, as kept with its job. */
const CodeExportWish = CodeExportFields.pick({ columns: true, fileType: true, fileRows: true, purpose: true }).extend({
  firmId: z.number(),
  runs: z.array(z.object({ seg: z.number(), from: z.number(), to: z.number() })),
  /** Sealed, base64. */
  password: z.string(),
});
type CodeExportWish = z.output<typeof CodeExportWish>;

const csvCell = (value: string | number | null): string => {
  const text = value === null ? '' : String(value);
  return /[",\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

const titles = (columns: readonly CodeColumn[]): string[] => columns.map((column) => CodeColumn.label(column));

/** Lines of text in blocks: csv with titles, txt with tabs and without. Cells a program could take for formulas are disarmed. */
async function* writeText(
  { columns, fileType }: CodeExportWish,
  rows: AsyncIterable<CodeLine>,
): AsyncGenerator<Buffer> {
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

const toBook = ({ columns }: CodeExportWish, rows: AsyncIterable<CodeLine>): AsyncIterable<Buffer> =>
  xlsxStream(
    '编码',
    columns.map((column) => ({
      title: CodeColumn.label(column),
      width: 22,
      cell: (row: CodeLine) => row[column] ?? '',
    })),
    rows,
  );

/** Writes codes into a zip with the asked password, in files of so many rows each, in constant memory. */
export const runCodeExport = async (app: App, job: ClaimedJob, owner: string, isDue: () => boolean): Promise<Ended> => {
  const { filters: wish } = z.object({ filters: CodeExportWish }).parse(job.params);
  const password = unseal(app.config.masterKey, exportPassword, Buffer.from(wish.password, 'base64')).toString('utf8');
  return writeJobFile(app, { job, owner, isDue }, async (path, watched) => {
    const rows = watched(exportLines(app.dbOfFirm(wish.firmId), openKeyring(app), wish.runs, new Set(wish.columns)));
    const out = await open(path, 'w', 0o600);
    try {
      const zip = new ZipWriter(
        new WritableStream({ write: (chunk: Uint8Array) => out.writeFile(chunk) }, { highWaterMark: 1 }),
      );
      for (let part = 1, next = await rows.next(); !next.done; part += 1, next = await rows.next()) {
        const some = upTo(rows, wish.fileRows, next.value);
        const content = wish.fileType === 'xlsx' ? toBook(wish, some) : writeText(wish, some);
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
    return { extension: 'zip', name: job.taskNo, type: 'application/zip' };
  });
};
