import { resource } from '../kit/resource.ts';
import { Saved, oneRow } from '../kit/standard.ts';
import { z } from 'zod';
import { dateLimit } from '../kit/date-limit.ts';
import { change, defineApi, done, LogKind, nothing, read } from '../kit/endpoint.ts';
import { filterText, flag, id, text, time } from '../kit/fields.ts';
import { enumeration } from '../kit/enumeration.ts';
import { FileJobRow } from './file-job.ts';
import { JobKind, JobStatus } from './job-enums.ts';

/** What an export can be written as. */
export const ExportFileType = enumeration({ xlsx: { label: 'Excel（xlsx）' }, csv: { label: 'CSV' } });

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

const root = '/admin/identity/excelLog';

const excelLogAt = resource('/admin/identity/excelLog', 'admin:identity:excelLog', '导入导出日志');
/** Of all people, not one's own alone. */
const ofAll = { furtherMay: ['admin:identity:excelLog:all'] };
/** Imports and exports of one's own; with `excelLog:all` those of the whole firm. */
export const excelLogApi = defineApi({
  list: {
    ...excelLogAt.list(
      ExcelLogRow,
      {
        firmId: id().optional(),
        kind: JobKind.schema.optional(),
        biz: filterText,
        title: filterText,
        status: JobStatus.schema.optional(),
        operatorId: id().optional(),
        dateLimit,
        /** Only those that run, for their progress. */
        isRunning: flag.optional(),
      },
      { title: '导入导出日志' },
    ),
    ...ofAll,
  },
  listAll: { ...excelLogAt.listAll(z.array(z.object({ id: z.number(), title: z.string() }))), ...ofAll },
  info: { ...excelLogAt.info(ExcelLog, { title: '导入导出详情' }), ...ofAll },
  /** Businesses and people the list can be filtered by. */
  choices: excelLogAt.read(
    '导入导出筛选项',
    '/choices',
    'list',
    nothing,
    z.object({
      bizes: z.array(z.object({ value: z.string(), label: z.string() })),
      operators: z.array(z.object({ value: z.number(), label: z.string() })),
    }),
    ofAll,
  ),
  /** What 新建导出 offers to this person. */
  forms: excelLogAt.read('可导出业务', '/form/list', 'save', nothing, z.array(ExportChoice)),
  /** The columns a file of a list can have; 403 where one may not export it. */
  columns: read(
    '导出列',
    `${root}/column/list`,
    'signed-in',
    z.object({ biz: text('业务', { max: 20 }) }),
    z.array(z.string()),
  ),
  save: excelLogAt.write(LogKind.export, '新建导出', '/save', 'save', ExcelLogDraft, Saved),
  url: excelLogAt.read('下载导入导出文件', '/url', 'download', oneRow, z.object({ fileName: z.string() }), {
    log: LogKind.export,
    ...ofAll,
  }),
  /** Writes the file anew, as a further row. */
  redo: excelLogAt.write(
    LogKind.export,
    '重新生成导出',
    '/redo',
    'download',
    oneRow,
    z.object({ id: z.number() }),
    ofAll,
  ),
  cancel: change(
    '取消导出',
    `${root}/cancel`,
    { any: ['admin:identity:excelLog:save', 'admin:identity:excelLog:delete'] },
    oneRow,
    done,
    ofAll,
  ),
  remove: { ...excelLogAt.remove(), ...ofAll },
  removeMany: { ...excelLogAt.removeMany(), ...ofAll },
});
