import { resource } from '../kit/resource.ts';
import { manyRows } from '../kit/standard.ts';
import { z } from 'zod';
import { dateLimit } from '../kit/date-limit.ts';
import { AuditStatus, defineApi, done, LogKind, nothing, read } from '../kit/endpoint.ts';
import { exportColumns, ExportFile } from '../kit/export.ts';
import { filterText, id, time } from '../kit/fields.ts';

/** Days that rows of the log are kept: younger ones cannot be deleted. */
export const keptLogDays = 180;

/** One call that changed something, or tried to; or calls that were refused to somebody within one minute. */
export const AuditRow = z.object({
  id: z.number(),
  /** 系统模块: name of the call. */
  title: z.string(),
  businessType: LogKind.schema,
  requestMethod: z.string(),
  operName: z.string(),
  firmName: z.string(),
  operIp: z.string(),
  operLocation: z.string(),
  status: AuditStatus.schema,
  /** What refused calls were answered: 401 or 403; 0 for others. */
  code: z.number(),
  /** How many refused calls the row stands for; 1 for others. */
  times: z.number(),
  /** Milliseconds. */
  costTime: z.number(),
  operTime: time,
});
export type AuditRow = z.output<typeof AuditRow>;

/** A row with what was sent and answered; secrets are masked, long texts cut. */
export const AuditEntry = AuditRow.extend({
  operUrl: z.string(),
  operParam: z.string(),
  jsonResult: z.string(),
  errorMsg: z.string(),
  requestId: z.string(),
});
export type AuditEntry = z.output<typeof AuditEntry>;

/** Filters of the list and of its export. */
const filters = {
  title: filterText,
  operName: filterText,
  businessType: LogKind.schema.optional(),
  status: AuditStatus.schema.optional(),
  firmId: id().optional(),
  dateLimit,
};

const auditLogAt = resource('/admin/system/log', 'admin:system:log', '系统日志');
/** 系统日志. Firm staff see what their own firm did. `remove` and `clean` leave what is younger than `keptLogDays`: 63661, 63662. */
export const auditLogApi = defineApi({
  list: auditLogAt.list(AuditRow, filters),
  info: auditLogAt.info(AuditEntry),
  remove: auditLogAt.read('删除系统日志', '/delete/:ids', 'delete', manyRows, done, { log: LogKind.delete }),
  clean: auditLogAt.read('清空系统日志', '/clean', 'clean', nothing, done, { log: LogKind.clean }),
  export: read(
    '导出系统日志',
    '/admin/export/excel/systemLog',
    'admin:system:log:export',
    z.object({ ...filters, columns: exportColumns }),
    ExportFile,
    { log: LogKind.export, offersFile: true },
  ),
});
