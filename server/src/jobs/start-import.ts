import { JobStatus, JobKind } from '@zhuiyuan/contract/jobs/job-enums';
import type { ImportBiz } from '@zhuiyuan/contract/jobs/import-biz';
import type { ImportStart } from '@zhuiyuan/contract/jobs/import-call';
import { jobRefusals } from '@zhuiyuan/contract/jobs/job-refusals';
import { sheetRefusals } from '@zhuiyuan/contract/kit/sheet-refusals';
import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import type { App } from '../kit/http/app-context.ts';
import type { Db } from '../kit/db/database.ts';
import { requireFirmId, type Operator } from '../kit/operator.ts';
import { invalid, refuse } from '../kit/refusal.ts';
import { findColumns, requireOwnImporter, type AnyImporter } from './importer.ts';
import { insertJob } from './job-writes.ts';
import { withLocalCopy } from './with-local-copy.ts';
import { lookAtFile, lookSeconds } from './look-at-file.ts';
import { openSheet } from '../kit/sheets/open-sheet.ts';
import { requirePlaces } from './row-reader.ts';
import { tooBig, type SheetLimits } from '../kit/sheets/sheet.ts';

/** Queue that wakes a process for the next import. */
export const importJob = 'importTaskRun';

export const usualLimits: SheetLimits = { rows: 200_000, bytes: 50 * 1024 * 1024 };

const sameFileHours = 24;

/** Queues an import in the transaction of `db`. */
type QueueImport = (call: { db: Db }) => Promise<{ taskId: number }>;

/**
 * Looks at an uploaded file, ahead of any transaction, and answers how to queue its import: refuses 61081, 61082, 61083,
 * 61084 at once, and 61085 for a file of the last 24 hours until `again` is sent. The same `idemKey` answers the same task.
 */
export const startImport = async (
  app: App,
  { db, operator }: { db: Db; operator: Operator },
  biz: ImportBiz,
  input: ImportStart,
): Promise<QueueImport> => {
  const importer = requireOwnImporter(app, biz, operator);
  if (importer.run) throw invalid('biz', '请在该业务自己的页面导入');
  const firmId = requireFirmId(operator, input.firmId);
  const params = readParams(importer, input.params);
  const queuedBefore = async (where: Db): Promise<{ taskId: number } | undefined> => {
    if (!input.idemKey) return undefined;
    const known = await where
      .selectFrom('fileJob')
      .select('id')
      .where('firmId', '=', firmId)
      .where('biz', '=', biz)
      .where('idemKey', '=', input.idemKey)
      .executeTakeFirst();
    return known && { taskId: known.id };
  };
  const former = await queuedBefore(db);
  if (former) return () => Promise.resolve(former);
  const upload = await db
    .selectFrom('attachment')
    .select(['attDir', 'name', 'attSize'])
    .where('sattDir', '=', input.fileUrl)
    .where('firmId', '=', operator.firmId ?? 0)
    .executeTakeFirst();
  if (!upload) throw invalid('fileUrl', '请上传文件');
  const limits = importer.limits ?? usualLimits;
  if (upload.attSize > limits.bytes) throw tooBig(limits);
  const columns = await findColumns(importer, app.dbOfFirm(firmId), params);
  const titles = await lookAtFile(operator, () =>
    withLocalCopy(app, upload.attDir, async (path) => {
      const sheet = await openSheet(path, limits, lookSeconds);
      try {
        requirePlaces(sheet.titles, columns);
        const { done } = await sheet.rows.next();
        if (done) throw refuse(sheetRefusals.emptyFile);
      } finally {
        await sheet.close();
      }
      return sheet.titles;
    }),
  );
  const sha = await hashFile(app, upload.attDir);
  return async ({ db: transaction }) => {
    const again = await queuedBefore(transaction);
    if (again) return again;
    if (!input.again) await refuseSame(transaction, { firmId, biz, sha });
    const { id } = await insertJob(transaction, {
      firmId,
      kind: JobKind.import,
      biz,
      title: upload.name.slice(0, 100),
      params,
      file: upload.attDir,
      fileName: upload.name,
      fileSize: upload.attSize,
      fileSha: sha,
      header: JSON.stringify(titles),
      stopOnError: input.stopOnError,
      idemKey: input.idemKey ?? null,
      operatorId: operator.id,
    });
    await app.jobs.send(transaction, importJob, {});
    return { taskId: id };
  };
};

const readParams = (importer: AnyImporter, given: unknown): unknown => {
  if (!importer.params) return {};
  const parsed = importer.params.safeParse(given);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0]!;
  throw invalid(`params.${issue.path.join('.')}`, issue.message);
};

const hashFile = async ({ files }: Pick<App, 'files'>, file: string): Promise<string> => {
  const found = await files.open(file);
  const hash = createHash('sha256');
  if (found) for await (const chunk of found.stream) hash.update(chunk as Buffer);
  return hash.digest('hex');
};

const refuseSame = async (
  db: Db,
  { firmId, biz, sha }: { firmId: number; biz: string; sha: string },
): Promise<void> => {
  const former = await db
    .selectFrom('fileJob')
    .select(['id', 'createdAt'])
    .where('firmId', '=', firmId)
    .where('biz', '=', biz)
    .where('fileSha', '=', sha)
    .where('createdAt', '>', sql<string>`now() - make_interval(hours => ${sameFileHours})`)
    // a file that was refused as a whole did nothing
    .where((row) => row.or([row('status', '<>', JobStatus.unfinished), row('cursorRow', '>', 0)]))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (former)
    throw refuse(jobRefusals.sameFile, { time: former.createdAt }, { time: former.createdAt, taskId: former.id });
};
