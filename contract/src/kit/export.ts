import { z } from 'zod';
import type { RefusalText } from './codes.ts';

/** Rows an export makes at once; larger ones are jobs. */
export const exportLimit = 10_000;

export const exportRefusals = {
  nothing: [63701, '没有可导出的数据'],
} as const satisfies Record<string, RefusalText>;

/** Titles of the columns a file has, in the order of the sheet; all of them where it is left out. Also sent as a text with commas. */
export const exportColumns = z
  .preprocess(
    (value) => (typeof value === 'string' ? value.split(',') : value),
    z.array(z.string().max(60), { error: '请选择导出列' }).min(1, '请选择导出列').max(200, '请选择导出列'),
  )
  .optional();

/**
 * An export: up to 10,000 rows `fileName`, a name for /common/download, good once and for five minutes (in the inherited
 * `/admin/export/excel/*` calls that call's whole address); above that `taskId`, a job found under 导入导出日志.
 */
export const ExportFile = z.object({ fileName: z.string().optional(), taskId: z.number().optional() });
