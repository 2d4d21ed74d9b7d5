import { JobKind, JobPhase, JobStatus } from '@zhuiyuan/contract/jobs/job-enums';
import { ImportBiz } from '@zhuiyuan/contract/jobs/import-biz';
import { importTaskApi, type ImportProgress } from '@zhuiyuan/contract/jobs/import-task';
import { jobRefusals } from '@zhuiyuan/contract/jobs/job-refusals';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { readJson } from '@zhuiyuan/contract/kit/storable';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { App } from '../kit/http/app-context.ts';
import type { Db } from '../kit/db/database.ts';
import { at, contains, matchingBy, type Matching } from '../kit/db/filtered.ts';
import { live } from '../kit/db/live.ts';
import { offerDownload } from '../kit/files/download.ts';
import { eachRow } from '../kit/each-row.ts';
import { offerFile } from '../kit/files/offer-file.ts';
import type { Operator } from '../kit/operator.ts';
import { findComputedPage, findPage } from '../kit/db/paging.ts';
import { invalid, notFound, refuse } from '../kit/refusal.ts';
import { serve } from '../kit/http/serve.ts';
import { xlsxType } from '../kit/sheets/xlsx.ts';
import { errorBook } from './error-book.ts';
import { findColumns, requireOwnImporter, mountedImporters } from './importer.ts';
import { asJobRows, isWaiting, jobRules, type FileJobs } from './find-jobs.ts';
import { cancelImport, removeImport, requireErrors, resumeImport, retryImport } from './import-task-writes.ts';
import { receiveSheet } from './receive-sheet.ts';
import { Cells } from './row-error.ts';
import { startImport } from './start-import.ts';
import { templateBook } from './template-book.ts';

/** Imports of files: their list, progress, errors, and what can be done with one. */
export const mountImportTask = (app: App): void =>
  serve(app, importTaskApi, {
    list: ({ input, db }) => findPage(db, input, matchingImports(db, input), asImportRows),

    info: async ({ input, db }) => {
      const task = await asImportRows(matchingImports(db, { id: input.id })).executeTakeFirst();
      if (!task) throw notFound();
      return task;
    },

    bizList: ({ operator }) =>
      mountedImporters(app)
        // one that cannot begin without options begins on its own screen
        .filter(({ may, params }) => operator.may(may as never) && (!params || params.safeParse({}).success))
        .map(({ biz }) => ({ biz, label: ImportBiz.label(biz) })),

    progress: ({ input, db, operator }) =>
      findProgress(visibleImports(db, operator).where('fileJob.id', 'in', input.ids.slice(0, 100))),

    template: async ({ input, db, operator }) => {
      const importer = requireOwnImporter(app, input.biz, operator);
      const params = importer.params ? readParams(importer.params, input.params) : {};
      const content = await templateBook(await findColumns(importer, db, params));
      const name = `${ImportBiz.label(input.biz)}导入模板.xlsx`;
      return offerFile(app, { db, operator }, { name, content, type: xlsxType });
    },

    upload: ({ input, db, operator, request }) => receiveSheet(app, { db, operator, request }, input.biz),

    save: { before: ({ input: { biz, ...input }, db, operator }) => startImport(app, { db, operator }, biz, input) },

    cancel: async ({ input, db }) => {
      await cancelImport(db, input.id);
      return null;
    },

    retry: async ({ input, db, operator }) => {
      await retryImport(app, db, input.id, operator);
      return null;
    },

    resume: async ({ input, db, operator }) => {
      await resumeImport(app, db, input.id, operator);
      return null;
    },

    errors: async ({ input, db, operator }) => {
      const task = await visibleImports(db, operator)
        .select('fileJob.id')
        .where('fileJob.id', '=', input.id)
        .executeTakeFirst();
      if (!task) throw notFound();
      const page = await findComputedPage(
        db,
        input,
        db.selectFrom('fileJobError').where('jobId', '=', input.id),
        (query) => query.select(['rowNo', 'field', 'errCode', 'errMsg', 'raw']).orderBy('rowNo'),
      );
      return { ...page, list: page.list.map((row) => ({ ...row, raw: Cells.parse(row.raw) })) };
    },

    exportErrors: async ({ input, db, operator }) => {
      const task = await visibleImports(db, operator)
        .select(['fileJob.id', 'fileJob.fileName', 'fileJob.header'])
        .where('fileJob.id', '=', input.id)
        .executeTakeFirst();
      if (!task) throw notFound();
      await requireErrors(db, input.id);
      const name = `${task.fileName.replace(/\.[^.]*$/, '')}-错误明细.xlsx`;
      return offerFile(app, { db, operator }, { name, content: errorBook(db, task), type: xlsxType });
    },

    source: async ({ input, db, operator }) => {
      const task = await visibleImports(db, operator)
        .select(['fileJob.file', 'fileJob.fileName'])
        .where('fileJob.id', '=', input.id)
        .executeTakeFirst();
      if (!task) throw notFound();
      if (task.file === '') throw refuse(jobRefusals.expired);
      return {
        fileName: await offerDownload(db, {
          name: task.fileName,
          file: task.file,
          firmId: operator.firmId ?? 0,
          adminId: operator.id,
        }),
      };
    },

    remove: async ({ input, db }) => {
      await removeImport(db, input.id);
      return null;
    },

    removeMany: ({ input, db }) => eachRow(input.ids, (id) => removeImport(db, id)),
  });

type Filters = Partial<Omit<InputOf<typeof importTaskApi.list>, 'page' | 'limit'>> & { id?: number };

/** Imports a list is about. */
const matchingImports: Matching<'fileJob', Filters> = matchingBy(
  'fileJob',
  (db) => live(db, 'fileJob').where('fileJob.kind', '=', JobKind.import),
  { ...jobRules, keywords: at(contains, 'taskNo', 'fileName') },
);

/** Adds what a row of the list shows, newest first. */
const asImportRows = (query: FileJobs) =>
  asJobRows(query).select([
    'fileJob.fileName',
    sql<number>`case when file_job.status = ${sql.lit(JobStatus.unfinished)} and file_job.file <> '' then file_job.total - file_job.cursor_row else 0 end`.as(
      'leftCnt',
    ),
    sql<number>`extract(epoch from coalesce(file_job.finished_at, now()) - file_job.started_at)::int`.as('cost'),
  ]);

/** How far jobs are, with the seconds left by the pace of the present run. */
const findProgress = async (query: FileJobs): Promise<ImportProgress[]> => {
  const rows = await query
    .select([
      'fileJob.id',
      'fileJob.total',
      'fileJob.okCnt as ok',
      'fileJob.failCnt as fail',
      'fileJob.skipCnt as skip',
      'fileJob.phase',
      'fileJob.status',
      isWaiting(),
      'fileJob.err',
      'fileJob.runDone',
      sql<number>`extract(epoch from now() - coalesce(file_job.run_at, now()))::float8`.as('seconds'),
    ])
    .execute();
  return rows.map(({ seconds, runDone, ...row }) => {
    const tried = row.ok + row.fail + row.skip;
    const inRun = tried - runDone;
    const isSaid =
      row.status === JobStatus.running &&
      !row.isWaiting &&
      row.phase === JobPhase.running &&
      inRun > 0 &&
      row.total >= tried;
    return { ...row, eta: isSaid ? Math.ceil((seconds / inRun) * (row.total - tried)) : null };
  });
};

/** Imports somebody may follow: his own, and all of the firm with the permission for the list. */
const visibleImports = (db: Db, operator: Operator) => {
  const query = matchingImports(db, {});
  return operator.may('admin:identity:importTask:list') ? query : query.where('fileJob.operatorId', '=', operator.id);
};

const readParams = (schema: z.ZodType, text: string | undefined): unknown => {
  const { success, data } = schema.safeParse(text ? readJson(text) : {});
  if (!success) throw invalid('params', '参数不正确');
  return data;
};
