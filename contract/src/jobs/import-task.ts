import { resource } from '../kit/resource.ts';
import { manyRows, oneRow } from '../kit/standard.ts';
import { z } from 'zod';
import { dateLimit } from '../kit/date-limit.ts';
import { defineApi, done, LogKind, nothing, read, write } from '../kit/endpoint.ts';
import { ExportFile } from '../kit/export.ts';
import { filterText, id } from '../kit/fields.ts';
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
  /** No worker is at it at this moment. */
  isWaiting: z.boolean(),
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

const root = '/admin/identity/importTask';

const importTaskAt = resource('/admin/identity/importTask', 'admin:identity:importTask', '导入任务');
/** Imports. Who started one follows it and takes its errors without further permission. */
export const importTaskApi = defineApi({
  list: importTaskAt.list(ImportTaskRow, {
    firmId: id().optional(),
    biz: ImportBiz.schema.optional(),
    /** Number or file name. */
    keywords: filterText,
    status: JobStatus.schema.optional(),
    dateLimit,
  }),
  info: importTaskAt.info(ImportTaskRow),
  /** What the operator may import, for the choice of 新建导入. */
  bizList: read(
    '可导入业务',
    `${root}/biz/list`,
    'signed-in',
    nothing,
    z.array(z.object({ biz: z.string(), label: z.string() })),
  ),
  progress: read('导入进度', `${root}/progress`, 'signed-in', manyRows, z.array(ImportProgress)),
  template: read(
    '下载导入模板',
    `${root}/template`,
    'signed-in',
    z.object({
      biz: ImportBiz.schema,
      /** Options the columns depend on, as JSON. */
      params: z.string().max(2000).optional(),
    }),
    z.object({ fileName: z.string() }),
    { offersFile: true },
  ),
  /** Multipart as other uploads: the file of an import, for whoever may import it. */
  upload: write(
    LogKind.insert,
    '上传导入文件',
    `${root}/upload`,
    'signed-in',
    z.object({ biz: ImportBiz.schema }),
    Uploaded,
    { ownTransaction: true, takesFile: true },
  ),
  save: importTaskAt.write(
    LogKind.import,
    '新建导入',
    '/save',
    'save',
    ImportStart.extend({ biz: ImportBiz.schema }),
    ImportStarted,
  ),
  cancel: importTaskAt.change('取消导入', '/cancel', 'cancel', oneRow, done),
  /** Tries the failed rows once more. */
  retry: importTaskAt.change('重试导入失败行', '/retry', 'retry', oneRow, done),
  /** Goes on with the rows that were not tried yet. */
  resume: importTaskAt.change('继续导入', '/resume', 'retry', oneRow, done),
  errors: read(
    '导入错误列表',
    `${root}/error/list`,
    'signed-in',
    z.object({ ...paging, id: id() }),
    pageOf(ImportErrorRow),
  ),
  exportErrors: read('下载错误明细', `${root}/error/export`, 'signed-in', oneRow, ExportFile, {
    log: LogKind.export,
    offersFile: true,
  }),
  source: importTaskAt.read('下载导入文件', '/file/url', 'list', oneRow, z.object({ fileName: z.string() }), {
    log: LogKind.export,
  }),
  remove: importTaskAt.remove(),
  removeMany: importTaskAt.removeMany(),
});
