import { z } from 'zod';
import { dateLimit } from '../kit/date-limit.ts';
import { defineApi, done, LogKind, nothing } from '../kit/endpoint.ts';
import { filterText, flag, id, ids, text, time } from '../kit/fields.ts';
import { enumeration } from '../kit/enumeration.ts';
import { pageOf, paging } from '../kit/page.ts';
import { FileJobRow } from './file-job.ts';
import { JobKind, JobStatus } from './job-enums.ts';

/** What an export can be written as. */
export const ExportFileType = enumeration({ value: 'xlsx', label: 'Excel（xlsx）' }, { value: 'csv', label: 'CSV' });

/** One filter of an export's form: a text, a closed choice, a row of a lookup list, or a range of days. */
export const ExportField = z.object({
  name: z.string(),
  label: z.string(),
  control: z.enum(['text', 'select', 'lookup', 'date']),
  isRequired: z.boolean().optional(),
  options: z.array(z.object({ value: z.union([z.string(), z.number()]), label: z.string() })).optional(),
  /** Name of the lookup list, as `product`. */
  lookup: z.string().optional(),
});
export type ExportField = z.output<typeof ExportField>;

/** A business that files can be written for at will. */
export const ExportChoice = z.object({
  biz: z.string(),
  label: z.string(),
  fields: z.array(ExportField),
  columns: z.array(z.string()),
});
export type ExportChoice = z.output<typeof ExportChoice>;

export const ExcelLogRow = FileJobRow.extend({
  title: z.string(),
  kind: z.number(),
  bizName: z.string(),
  fileType: z.string(),
  expireAt: time.nullable(),
  /** Its file can be fetched now. */
  hasFile: z.boolean(),
  downCnt: z.number(),
});
export type ExcelLogRow = z.output<typeof ExcelLogRow>;

export const ExcelLog = ExcelLogRow.extend({
  fileName: z.string(),
  /** Filters in words. */
  conditions: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Titles of the columns, empty for all. */
  columns: z.array(z.string()),
  finishTime: time.nullable(),
});
export type ExcelLog = z.output<typeof ExcelLog>;

/** An export as its form sends it. */
export const ExcelLogDraft = z.object({
  biz: z.string({ error: '请选择业务类型' }).min(1, '请选择业务类型').max(20, '请选择业务类型'),
  title: text('名称', { max: 60 }),
  fileType: ExportFileType.schema.default('xlsx'),
  columns: z.array(z.string().max(60), { error: '请选择导出列' }).min(1, '请选择导出列').max(200, '请选择导出列'),
  filters: z.record(z.string(), z.unknown()).default({}),
});
export type ExcelLogDraft = z.output<typeof ExcelLogDraft>;

const one = z.object({ id: id() });
const root = '/admin/identity/excelLog';

/** Imports and exports of one's own; with `excelLog:all` those of the whole firm. */
export const excelLogApi = defineApi({
  list: {
    method: 'GET',
    path: `${root}/list`,
    may: 'admin:identity:excelLog:list',
    input: z.object({
      ...paging,
      firmId: id().optional(),
      kind: JobKind.schema.optional(),
      biz: filterText,
      title: filterText,
      status: JobStatus.schema.optional(),
      operatorId: id().optional(),
      dateLimit,
      /** Only those that run, for their progress. */
      isRunning: flag.optional(),
    }),
    data: pageOf(ExcelLogRow),
    title: '导入导出日志',
  },
  listAll: {
    method: 'GET',
    path: `${root}/list/all`,
    may: 'admin:identity:excelLog:list',
    input: nothing,
    data: z.array(z.object({ id: z.number(), title: z.string() })),
    title: '全部导入导出日志',
  },
  info: {
    method: 'GET',
    path: `${root}/info`,
    may: 'admin:identity:excelLog:list',
    input: one,
    data: ExcelLog,
    title: '导入导出详情',
  },
  /** Businesses and people the list can be filtered by. */
  choices: {
    method: 'GET',
    path: `${root}/choices`,
    may: 'admin:identity:excelLog:list',
    input: nothing,
    data: z.object({
      bizes: z.array(z.object({ value: z.string(), label: z.string() })),
      operators: z.array(z.object({ value: z.number(), label: z.string() })),
    }),
    title: '导入导出筛选项',
  },
  /** What 新建导出 offers to this person. */
  forms: {
    method: 'GET',
    path: `${root}/form/list`,
    may: 'admin:identity:excelLog:save',
    input: nothing,
    data: z.array(ExportChoice),
    title: '可导出业务',
  },
  save: {
    method: 'POST',
    path: `${root}/save`,
    may: 'admin:identity:excelLog:save',
    input: ExcelLogDraft,
    data: z.object({ id: z.number(), version: z.number() }),
    title: '新建导出',
    log: LogKind.export,
  },
  url: {
    method: 'GET',
    path: `${root}/url`,
    may: 'admin:identity:excelLog:download',
    input: one,
    data: z.object({ fileName: z.string() }),
    title: '下载导入导出文件',
    log: LogKind.export,
  },
  /** Writes the file anew, as a further row. */
  redo: {
    method: 'POST',
    path: `${root}/redo`,
    may: 'admin:identity:excelLog:download',
    input: one,
    data: z.object({ id: z.number() }),
    title: '重新生成导出',
    log: LogKind.export,
  },
  cancel: {
    method: 'POST',
    path: `${root}/cancel`,
    may: { any: ['admin:identity:excelLog:save', 'admin:identity:excelLog:delete'] },
    input: one,
    data: done,
    title: '取消导出',
    log: LogKind.update,
  },
  remove: {
    method: 'GET',
    path: `${root}/delete`,
    may: 'admin:identity:excelLog:delete',
    input: one,
    data: done,
    title: '删除导入导出日志',
    log: LogKind.delete,
  },
  removeMany: {
    method: 'POST',
    path: `${root}/delete/ids`,
    may: 'admin:identity:excelLog:delete',
    input: z.object({ ids: ids() }),
    data: z.object({ ok: z.number(), fail: z.array(z.object({ id: z.number(), message: z.string() })) }),
    title: '批量删除导入导出日志',
    log: LogKind.delete,
  },
});
