import { JobStatus, JobKind } from '@zhuiyuan/contract/jobs/job-enums';
import {
  chunkBytes,
  extImportApi,
  mostChunks,
  mostTextRows,
  type ExtImportDraft,
} from '@zhuiyuan/contract/codes/import/ext-import';
import { jobRefusals } from '@zhuiyuan/contract/jobs/job-refusals';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { mountImporter } from '../../jobs/importer.ts';
import { insertJob } from '../../jobs/job-writes.ts';
import { jobFolder } from '../../jobs/with-local-copy.ts';
import { lookAtFile, lookSeconds } from '../../jobs/look-at-file.ts';
import { openRows } from '../../kit/sheets/open-sheet.ts';
import { importJob } from '../../jobs/start-import.ts';
import { z } from 'zod';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { ask } from '../../kit/db/events.ts';
import { requireFirmId, type Operator } from '../../kit/operator.ts';
import { invalid, refuse } from '../../kit/refusal.ts';
import { serve } from '../../kit/http/serve.ts';
import { requireOpenLot } from '../../trace/lot/find-or-create-lot.ts';
import { requireProduct } from '../../trace/product/require-product.ts';
import {
  assemble,
  findChunks,
  contentHash,
  dropFile,
  dropOldUploads,
  isWhole,
  receiveChunk,
  type UploadChunk,
} from './code-upload.ts';
import { isOwnAddress } from '../cipher/find-ext-codes.ts';
import { runExtImport } from './run-ext-import.ts';
import { extTemplate, extTitles } from './stage-ext-rows.ts';

const previewRows = 12;
const previewColumns = 50;
const sameFileHours = 24;

/** 批量导入第三方码: a file in pieces, a look at it, and its import under a job of the import tasks. */
export const mountExtImport = (app: App): void => {
  mountImporter(app, {
    biz: 'code',
    may: extImportApi.save.may,
    again: mayIssue,
    columns: extTemplate,
    row: z.object({}),
    run: runExtImport,
  });
  app.jobs.work('code-upload-clean', () => dropOldUploads(app.background), { cron: '10 4 * * *' });
  serve(app, extImportApi, {
    chunk: ({ input, db, operator, request }) => receiveChunk(app, db, operator, request, input),

    chunks: ({ input, db, operator }) => findChunks(db, operator, input.uploadId),

    preview: {
      async before({ input, db, operator }) {
        const chunks = await findChunks(db, operator, input.uploadId);
        if (chunks.length === 0) throw invalid('uploadId', '请上传文件');
        const rows = await lookAtFile(operator, () => firstRows(app, chunks));
        const [first] = rows;
        return () => ({ rows, hasHeader: first !== undefined && first.every((cell) => !/\d/.test(cell)) });
      },
    },

    save: ({ input, db, operator }) => startExtImport(app, db, operator, input),
  });
};

/** Refuses where the firm may issue no codes. */
const mayIssue = (db: Db, firmId: number) => ask(db, 'codes.issuing', { firmId, total: 0 });

/** How workbooks begin: zips, and what is no zip for its age or its password. */
const bookHead = /^(?:PK|\xd0\xcf)/;

/** Reads the beginning of an upload; of a text its first piece says enough, cut at the end of its last line. */
const firstRows = async (app: App, chunks: readonly UploadChunk[]): Promise<string[][]> => {
  const path = join(jobFolder(app.config.dataDir), `preview-${randomUUID()}`);
  try {
    const opened = await app.files.open(chunks[0]!.file, { start: 0, end: 3 });
    let isBook = false;
    for await (const bytes of opened?.stream ?? []) isBook = bookHead.test((bytes as Buffer).toString('latin1'));
    if (isBook && !isWhole(chunks)) return [];
    await assemble(app, isBook ? chunks : chunks.slice(0, 1), path);
    if (!isBook) await cutLastLine(path, chunks[0]!.size);
    const rows: string[][] = [];
    const sheet = await openRows(
      {
        path,
        form: isBook ? 'xlsx' : 'text',
        columns: previewColumns,
        limits: { rows: mostTextRows, bytes: mostChunks * chunkBytes },
      },
      lookSeconds,
    );
    for await (const { cells } of sheet.rows) {
      rows.push(cells.map((cell) => cell.slice(0, 200)));
      if (rows.length === previewRows) break;
    }
    return rows;
  } finally {
    await dropFile(path);
  }
};

/** A whole piece may end within a character, by which its encoding would be taken for another one. */
const cutLastLine = async (path: string, size: number): Promise<void> => {
  if (size < chunkBytes) return;
  const end = (await readFile(path)).lastIndexOf(0x0a);
  if (end > 0) await truncate(path, end + 1);
};

/** Queues the import of an upload whose pieces are all there. The same `idemKey` answers the same task; a file of the last 24 hours is asked about. */
const startExtImport = async (
  app: App,
  db: Db,
  operator: Operator,
  draft: ExtImportDraft,
): Promise<{ taskId: number }> => {
  const product = draft.productId ? await requireProduct(db, draft.productId) : undefined;
  const firmId = requireFirmId(operator, draft.firmId ?? product?.firmId);
  if (product && product.firmId !== firmId) throw invalid('productId', '所选产品不属于该企业');
  if (product && draft.lotId) await requireOpenLot(db, product.id, draft.lotId);
  if (isOwnAddress(app.config.publicUrl, draft.urlPrefix)) throw invalid('urlPrefix', '链接前缀不能是本系统自己的地址');
  // A repeated request waits here for the first one to end, then finds its job.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`code import ${firmId} ${draft.idemKey}`}, 0))`.execute(db);
  const former = await db
    .selectFrom('fileJob')
    .where('firmId', '=', firmId)
    .where('biz', '=', 'code')
    .where('idemKey', '=', draft.idemKey)
    .select('id')
    .executeTakeFirst();
  if (former) return { taskId: former.id };
  await mayIssue(db, firmId);
  const chunks = await findChunks(db, operator, draft.uploadId);
  if (!isWhole(chunks)) throw invalid('uploadId', '文件没有上传完整，请重新上传');
  const sha = contentHash(chunks);
  if (!draft.again) await refuseSame(db, firmId, sha);
  const { id } = await insertJob(db, {
    firmId,
    kind: JobKind.import,
    biz: 'code',
    title: draft.name,
    params: { name: draft.name, level: draft.level, dupPolicy: draft.dupPolicy },
    file: chunks[0]!.file,
    fileName: draft.fileName,
    fileSize: chunks.reduce((sum, { size }) => sum + size, 0),
    fileSha: sha,
    header: JSON.stringify(extTitles(draft.columns)),
    idemKey: draft.idemKey,
    operatorId: operator.id,
  });
  await db
    .insertInto('codeImport')
    .values({ jobId: id, firmId, uploadId: draft.uploadId, draft: JSON.stringify(draft) })
    .execute();
  await db.updateTable('codeUpload').set({ taskId: id }).where('id', '=', draft.uploadId).execute();
  await app.jobs.send(db, importJob, {});
  return { taskId: id };
};

const refuseSame = async (db: Db, firmId: number, sha: string): Promise<void> => {
  const former = await db
    .selectFrom('fileJob')
    .where('firmId', '=', firmId)
    .where('biz', '=', 'code')
    .where('fileSha', '=', sha)
    .where('createdAt', '>', sql<string>`now() - make_interval(hours => ${sameFileHours})`)
    .where((row) => row.or([row('status', '<>', JobStatus.unfinished), row('okCnt', '>', 0)]))
    .select(['id', 'createdAt'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (former)
    throw refuse(jobRefusals.sameFile, { time: former.createdAt }, { time: former.createdAt, taskId: former.id });
};
