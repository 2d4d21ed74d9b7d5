import { JobKind, JobStatus } from '@zhuiyuan/contract/jobs/job-enums';
import { ImportBiz } from '@zhuiyuan/contract/jobs/import-biz';
import { importTaskApi } from '@zhuiyuan/contract/jobs/import-task';
import { jobRefusals } from '@zhuiyuan/contract/jobs/job-refusals';
import { readJson } from '@zhuiyuan/contract/kit/storable';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { App } from '../kit/http/app-context.ts';
import type { Db } from '../kit/db/database.ts';
import { offerDownload } from '../kit/files/download.ts';
import { eachRow } from '../kit/each-row.ts';
import { offerFile } from '../kit/files/offer-file.ts';
import type { Operator } from '../kit/operator.ts';
import { findPage } from '../kit/db/paging.ts';
import { forbidden, invalid, notFound, refuse } from '../kit/refusal.ts';
import { serve } from '../kit/http/serve.ts';
import { xlsxType } from '../kit/sheets/xlsx.ts';
import { errorBook } from './error-book.ts';
import { columnsOf, importerOf, mountedImporters } from './importer.ts';
import { asImportRows, matchingImports, progressOf } from './list-imports.ts';
import { receiveSheet } from './receive-sheet.ts';
import { importJob, startImport } from './start-import.ts';
import { templateBook } from './template.ts';

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
      progressOf(visible(db, operator).where('fileJob.id', 'in', input.ids.slice(0, 100))),

    template: async ({ input, db, operator }) => {
      const importer = importerOf(app, input.biz);
      if (!operator.may(importer.may as never)) throw forbidden();
      const params = importer.params ? optionsOf(importer.params, input.params) : {};
      const content = await templateBook(await columnsOf(importer, db, params));
      const name = `${ImportBiz.label(input.biz)}导入模板.xlsx`;
      return offerFile(app, { db, operator }, { name, content, type: xlsxType });
    },

    upload: ({ input, db, operator, request }) => receiveSheet(app, { db, operator, request }, input.biz),

    save: { before: ({ input: { biz, ...input }, db, operator }) => startImport(app, { db, operator }, biz, input) },

    cancel: async ({ input, db }) => {
      const { numUpdatedRows } = await db
        .updateTable('fileJob')
        .set({ isCancelled: true })
        .where('id', '=', input.id)
        .where('kind', '=', JobKind.import)
        .where('isDel', '=', 0)
        .where('status', '=', JobStatus.running)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) return null;
      await lockImport(db, input.id);
      throw refuse(jobRefusals.notRunning);
    },

    retry: async ({ input, db }) => {
      const task = await lockImport(db, input.id);
      if (task.status === JobStatus.running) throw refuse(jobRefusals.stillRunning);
      await needErrors(db, input.id);
      await runAgain(app, db, input.id, true);
      return null;
    },

    resume: async ({ input, db }) => {
      const task = await lockImport(db, input.id);
      if (task.status === JobStatus.running) throw refuse(jobRefusals.stillRunning);
      if (task.cursorRow >= task.total || task.file === '') throw refuse(jobRefusals.nothingLeft);
      await runAgain(app, db, input.id, false);
      return null;
    },

    errors: async ({ input, db, operator }) => {
      const task = await visible(db, operator)
        .select('fileJob.id')
        .where('fileJob.id', '=', input.id)
        .executeTakeFirst();
      if (!task) throw notFound();
      const page = await findPage(db, input, db.selectFrom('fileJobError').where('jobId', '=', input.id), (query) =>
        query.select(['rowNo', 'field', 'errCode', 'errMsg', 'raw']).orderBy('rowNo'),
      );
      return { ...page, list: page.list.map((row) => ({ ...row, raw: row.raw as string[] })) };
    },

    exportErrors: async ({ input, db, operator }) => {
      const task = await visible(db, operator)
        .select(['fileJob.id', 'fileJob.fileName', 'fileJob.header'])
        .where('fileJob.id', '=', input.id)
        .executeTakeFirst();
      if (!task) throw notFound();
      await needErrors(db, input.id);
      const name = `${task.fileName.replace(/\.[^.]*$/, '')}-错误明细.xlsx`;
      return offerFile(app, { db, operator }, { name, content: errorBook(db, task), type: xlsxType });
    },

    source: async ({ input, db, operator }) => {
      const task = await visible(db, operator)
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

/** Imports somebody may follow: his own, and all of the firm with the permission for the list. */
const visible = (db: Db, operator: Operator) => {
  const query = matchingImports(db, {});
  return operator.may('admin:identity:importTask:list') ? query : query.where('fileJob.operatorId', '=', operator.id);
};

const optionsOf = (schema: z.ZodType, text: string | undefined): unknown => {
  const { success, data } = schema.safeParse(text ? readJson(text) : {});
  if (!success) throw invalid('params', '参数不正确');
  return data;
};

/** Refuses when no row of an import was refused, or they are forgotten by now. */
const needErrors = async (db: Db, id: number): Promise<void> => {
  const one = await db.selectFrom('fileJobError').select('rowNo').where('jobId', '=', id).limit(1).executeTakeFirst();
  if (!one) throw refuse(jobRefusals.nothingFailed);
};

const lockImport = async (db: Db, id: number) => {
  const task = await db
    .selectFrom('fileJob')
    .select(['status', 'cursorRow', 'total', 'file'])
    .where('id', '=', id)
    .where('kind', '=', JobKind.import)
    .where('isDel', '=', 0)
    .forUpdate()
    .executeTakeFirst();
  if (!task) throw notFound();
  return task;
};

const runAgain = async (app: App, db: Db, id: number, isRetry: boolean): Promise<void> => {
  await db
    .updateTable('fileJob')
    .set((row) => ({
      status: JobStatus.running,
      phase: sql<number>`case when total > 0 then 2 else 0 end`,
      isRetry,
      attempt: isRetry ? sql<number>`${row.ref('attempt')} + 1` : row.ref('attempt'),
      err: '',
      faultCnt: 0,
      finishedAt: null,
      updatedAt: sql<string>`now()`,
    }))
    .where('id', '=', id)
    .execute();
  await app.jobs.send(db, importJob, {});
};

/** Deletes a finished import softly, with its refused rows. */
const removeImport = async (db: Db, id: number): Promise<void> => {
  const task = await lockImport(db, id);
  if (task.status === JobStatus.running) throw refuse(jobRefusals.stillRunning);
  await db.deleteFrom('fileJobError').where('jobId', '=', id).execute();
  await db
    .updateTable('fileJob')
    .set({ isDel: 1, updatedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
};
