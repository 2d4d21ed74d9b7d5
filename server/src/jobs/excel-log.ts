import { countJobDownload } from './job-writes.ts';
import { JobStatus, JobKind } from '@zhuiyuan/contract/jobs/job-enums';
import { excelLogApi } from '@zhuiyuan/contract/jobs/excel-log';
import { importTaskApi } from '@zhuiyuan/contract/jobs/import-task';
import { jobRefusals } from '@zhuiyuan/contract/jobs/job-refusals';
import { sql } from 'kysely';
import type { App } from '../kit/http/app-context.ts';
import type { Db } from '../kit/db/database.ts';
import { offerDownload } from '../kit/files/download.ts';
import { eachRow } from '../kit/each-row.ts';
import { mayCall, type Operator } from '../kit/operator.ts';
import { findPage } from '../kit/db/paging.ts';
import { pickRows } from '../kit/db/pick-rows.ts';
import { forbidden, invalid, notFound, refuse } from '../kit/refusal.ts';
import { serve } from '../kit/http/serve.ts';
import { findConditions } from './find-conditions.ts';
import { chosenColumns, findExporter, mayExport, mountedExporters, startExport, ExportWish } from './exporter.ts';
import { asLogRows, toBizName, matchingLogs } from './find-excel-logs.ts';

/** 导入导出日志: files that were written or read, and new ones at will. */
export const mountExcelLog = (app: App): void =>
  serve(app, excelLogApi, {
    list: async ({ input, db, operator }) => {
      const page = await findPage(db, input, matchingLogs(db, operator, input), asLogRows);
      return { ...page, list: page.list.map((row) => ({ ...row, bizName: toBizName(app, row) })) };
    },

    listAll: ({ input, db, operator }) =>
      pickRows(
        matchingLogs(db, operator, {}).select(['fileJob.id', 'fileJob.title']),
        {
          id: 'fileJob.id',
          words: ['fileJob.title', 'fileJob.taskNo'],
          order: [{ column: 'fileJob.id', direction: 'desc' }],
        },
        input,
      ),

    info: async ({ input, db, operator }) => {
      const row = await asLogRows(matchingLogs(db, operator, { id: input.id }))
        .select(['fileJob.fileName', 'fileJob.params', 'fileJob.finishedAt as finishTime'])
        .executeTakeFirst();
      if (!row) throw notFound();
      const { params, ...log } = row;
      const exporter = findExporter(app, row.biz);
      const { filters, columns } = ExportWish.parse(row.kind === JobKind.export ? params : { filters: params });
      return {
        ...log,
        bizName: toBizName(app, row),
        conditions: await findConditions(db, exporter && 'page' in exporter ? exporter : undefined, filters),
        columns: columns ?? [],
      };
    },

    choices: async ({ db, operator }) => {
      const rows = await matchingLogs(db, operator, {})
        .select(['fileJob.kind', 'fileJob.biz'])
        .distinct()
        .orderBy('fileJob.biz')
        .limit(200)
        .execute();
      const people = await db
        .selectFrom('admin')
        .select(['id', 'realName', 'account'])
        .where('id', 'in', matchingLogs(db, operator, {}).select('fileJob.operatorId'))
        .orderBy('id')
        .limit(500)
        .execute();
      const bizes = new Map(rows.map((row) => [row.biz, toBizName(app, row)]));
      return {
        bizes: [...bizes].map(([value, label]) => ({ value, label })),
        operators: people.map(({ id, realName, account }) => ({ value: id, label: realName || account })),
      };
    },

    forms: ({ operator }) =>
      mountedExporters(app)
        .filter(({ form, may }) => form && operator.may(may))
        .map(({ biz, title, form = [], columns }) => ({
          biz,
          label: title,
          fields: form.filter(({ name }) => name !== 'firmId' || operator.firmId === null),
          columns: columns.map((column) => column.title),
        })),

    columns: ({ input, operator }) => {
      const exporter = findExporter(app, input.biz);
      if (!exporter) throw notFound();
      if (!operator.may(exporter.may)) throw forbidden();
      return exporter.columns.map(({ title }) => title);
    },

    save: async ({ input, db, operator }) => {
      const exporter = findExporter(app, input.biz);
      if (!exporter || !('page' in exporter) || !exporter.form) throw invalid('biz', '请选择业务类型');
      if (!operator.may(exporter.may)) throw forbidden();
      const filters = exporter.filters.safeParse(filled(input.filters));
      if (!filters.success) {
        const issue = filters.error.issues[0]!;
        throw invalid(`filters.${issue.path.join('.')}`, issue.message);
      }
      const { fileType, title } = input;
      const columns = chosenColumns<never>(exporter, input.columns).map((column) => column.title);
      const { taskId } = await startExport(app, { db, operator }, exporter, {
        filters: filters.data as object,
        columns: columns.length < exporter.columns.length ? columns : undefined,
        fileType: fileType as 'xlsx' | 'csv',
        title,
      });
      return { id: taskId, version: 0 };
    },

    url: async ({ input, db, operator }) => {
      const job = await lockLog(db, operator, input.id);
      if (job.operatorId !== operator.id && !mayHave(app, operator, job)) throw forbidden();
      if (job.status === JobStatus.running) throw refuse(jobRefusals.notDone);
      if (job.file === '' || (job.kind === JobKind.export && job.isExpired)) throw refuse(jobRefusals.expired);
      await countJobDownload(db, input.id);
      return {
        fileName: await offerDownload(db, {
          name: job.fileName,
          file: job.file,
          firmId: operator.firmId ?? 0,
          adminId: operator.id,
        }),
      };
    },

    redo: async ({ input, db, operator }) => {
      const job = await lockLog(db, operator, input.id);
      const exporter = job.kind === JobKind.export ? findExporter(app, job.biz) : undefined;
      if (!exporter) throw notFound();
      if (!mayExport(operator, exporter, job.params)) throw forbidden();
      if (exporter.asksPassword) throw invalid('id', '请在该业务自己的页面重新导出');
      if (job.status === JobStatus.running) throw refuse(jobRefusals.stillRunning);
      const { taskId } = await startExport(app, { db, operator }, exporter, {
        ...ExportWish.parse(job.params),
        fileType: job.fileType as 'xlsx' | 'csv',
        title: job.title,
      });
      return { id: taskId };
    },

    cancel: async ({ input, db, operator }) => {
      const job = await lockLog(db, operator, input.id);
      if (job.kind !== JobKind.export) throw notFound();
      if (job.status !== JobStatus.running) throw refuse(jobRefusals.notRunning);
      await db.updateTable('fileJob').set({ isCancelled: true }).where('id', '=', input.id).execute();
      return null;
    },

    remove: async ({ input, db, operator }) => {
      await removeLog(db, operator, input.id);
      return null;
    },

    removeMany: ({ input, db, operator }) => eachRow(input.ids, (id) => removeLog(db, operator, id)),
  });

/** A form sends what is not set as null or ''. */
const filled = (filters: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== null && value !== ''));

const lockLog = async (db: Db, operator: Operator, id: number) => {
  const job = await matchingLogs(db, operator, { id })
    .select([
      'fileJob.kind',
      'fileJob.biz',
      'fileJob.title',
      'fileJob.params',
      'fileJob.operatorId',
      'fileJob.status',
      'fileJob.file',
      'fileJob.fileName',
      'fileJob.fileType',
      sql<boolean>`coalesce(file_job.expire_at < now(), false)`.as('isExpired'),
    ])
    .forUpdate()
    .executeTakeFirst();
  if (!job) throw notFound();
  return job;
};

/** Whether somebody is given the file of another person's row: who sees all rows is not by that shown what is in them. */
const mayHave = (
  app: App,
  operator: Operator,
  { kind, biz, params }: { kind: number; biz: string; params: unknown },
): boolean => {
  if (kind === JobKind.import) return mayCall(operator, importTaskApi.source);
  const exporter = findExporter(app, biz);
  return exporter !== undefined && mayExport(operator, exporter, params);
};

/** Deletes a row softly; the file of an export is over by that and goes with the next sweep. */
const removeLog = async (db: Db, operator: Operator, id: number): Promise<void> => {
  const job = await lockLog(db, operator, id);
  if (job.status === JobStatus.running) throw refuse(jobRefusals.stillRunning);
  await db
    .updateTable('fileJob')
    .set({
      isDel: 1,
      expireAt: sql<string | null>`case when kind = ${sql.lit(JobKind.export)} then now() else expire_at end`,
      updatedAt: sql<string>`now()`,
    })
    .where('id', '=', id)
    .execute();
};
