import { z } from 'zod';
import { dateLimit } from '../kit/date-limit.ts';
import { defineApi, done, LogKind, nothing } from '../kit/endpoint.ts';
import { ExportFile } from '../kit/export.ts';
import { filterText, id, ids } from '../kit/fields.ts';
import { pageOf, paging } from '../kit/page.ts';
import { Uploaded } from '../media/upload.ts';
import { FileJobRow } from './file-job.ts';
import { ImportBiz } from './import-biz.ts';
import { ImportStart, ImportStarted } from './import-call.ts';
import { JobStatus } from './job-enums.ts';

export const ImportTaskRow = FileJobRow.extend({
  fileName: z.string(),
  /** Rows that can still be tried with 继续执行. */
  leftCnt: z.number(),
  /** Seconds of work; until now while it runs. */
  cost: z.number().nullable(),
});
export type ImportTaskRow = z.output<typeof ImportTaskRow>;

/** How far a task is; `eta` in seconds, null when that cannot be said. */
export const ImportProgress = z.object({
  id: z.number(),
  total: z.number(),
  ok: z.number(),
  fail: z.number(),
  skip: z.number(),
  phase: z.number(),
  status: z.number(),
  eta: z.number().nullable(),
  err: z.string(),
});
export type ImportProgress = z.output<typeof ImportProgress>;

export const ImportErrorRow = z.object({
  rowNo: z.number(),
  field: z.string(),
  errCode: z.number(),
  errMsg: z.string(),
  /** The row as the file had it. */
  raw: z.array(z.string()),
});
export type ImportErrorRow = z.output<typeof ImportErrorRow>;

const one = z.object({ id: id() });
const root = '/admin/identity/importTask';

/** Imports. Who started one follows it and takes its errors without further permission. */
export const importTaskApi = defineApi({
  list: {
    method: 'GET',
    path: `${root}/list`,
    may: 'admin:identity:importTask:list',
    input: z.object({
      ...paging,
      firmId: id().optional(),
      biz: ImportBiz.schema.optional(),
      /** Number or file name. */
      keywords: filterText,
      status: JobStatus.schema.optional(),
      dateLimit,
    }),
    data: pageOf(ImportTaskRow),
    title: '导入任务列表',
  },
  info: {
    method: 'GET',
    path: `${root}/info`,
    may: 'admin:identity:importTask:list',
    input: one,
    data: ImportTaskRow,
    title: '导入任务详情',
  },
  /** What the operator may import, for the choice of 新建导入. */
  bizList: {
    method: 'GET',
    path: `${root}/biz/list`,
    may: 'signed-in',
    input: nothing,
    data: z.array(z.object({ biz: z.string(), label: z.string() })),
    title: '可导入业务',
  },
  progress: {
    method: 'GET',
    path: `${root}/progress`,
    may: 'signed-in',
    input: z.object({ ids: ids() }),
    data: z.array(ImportProgress),
    title: '导入进度',
  },
  template: {
    method: 'GET',
    path: `${root}/template`,
    may: 'signed-in',
    input: z.object({
      biz: ImportBiz.schema,
      /** Options the columns depend on, as JSON. */
      params: z.string().max(2000).optional(),
    }),
    data: z.object({ fileName: z.string() }),
    title: '下载导入模板',
    offersFile: true,
  },
  /** Multipart as other uploads: the file of an import, for whoever may import it. */
  upload: {
    method: 'POST',
    path: `${root}/upload`,
    may: 'signed-in',
    input: z.object({ biz: ImportBiz.schema }),
    data: Uploaded,
    title: '上传导入文件',
    log: LogKind.insert,
    ownTransaction: true,
    takesFile: true,
  },
  save: {
    method: 'POST',
    path: `${root}/save`,
    may: 'admin:identity:importTask:save',
    input: ImportStart.extend({ biz: ImportBiz.schema }),
    data: ImportStarted,
    title: '新建导入',
    log: LogKind.import,
  },
  cancel: {
    method: 'POST',
    path: `${root}/cancel`,
    may: 'admin:identity:importTask:cancel',
    input: one,
    data: done,
    title: '取消导入',
    log: LogKind.update,
  },
  /** Tries the failed rows once more. */
  retry: {
    method: 'POST',
    path: `${root}/retry`,
    may: 'admin:identity:importTask:retry',
    input: one,
    data: done,
    title: '重试导入失败行',
    log: LogKind.update,
  },
  /** Goes on with the rows that were not tried yet. */
  resume: {
    method: 'POST',
    path: `${root}/resume`,
    may: 'admin:identity:importTask:retry',
    input: one,
    data: done,
    title: '继续导入',
    log: LogKind.update,
  },
  errors: {
    method: 'GET',
    path: `${root}/error/list`,
    may: 'signed-in',
    input: z.object({ ...paging, id: id() }),
    data: pageOf(ImportErrorRow),
    title: '导入错误列表',
  },
  exportErrors: {
    method: 'GET',
    path: `${root}/error/export`,
    may: 'signed-in',
    input: one,
    data: ExportFile,
    title: '下载错误明细',
    log: LogKind.export,
    offersFile: true,
  },
  source: {
    method: 'GET',
    path: `${root}/file/url`,
    may: 'admin:identity:importTask:list',
    input: one,
    data: z.object({ fileName: z.string() }),
    title: '下载导入文件',
    log: LogKind.export,
  },
  remove: {
    method: 'GET',
    path: `${root}/delete`,
    may: 'admin:identity:importTask:delete',
    input: one,
    data: done,
    title: '删除导入任务',
    log: LogKind.delete,
  },
  removeMany: {
    method: 'POST',
    path: `${root}/delete/ids`,
    may: 'admin:identity:importTask:delete',
    input: z.object({ ids: ids() }),
    data: z.object({ ok: z.number(), fail: z.array(z.object({ id: z.number(), message: z.string() })) }),
    title: '批量删除导入任务',
    log: LogKind.delete,
  },
});
