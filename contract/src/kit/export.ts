import { z } from 'zod';
import type { RefusalText } from './codes.ts';

/** Rows an export makes at once; larger ones are jobs. */
export const exportLimit = 10_000;

export const exportRefusals = {
  nothing: [63701, '没有可导出的数据'],
  tooMany: [63702, '导出数据超过10000行，请缩小查询范围'],
} as const satisfies Record<string, RefusalText>;

/** A finished export: a name for /common/download, good once and for five minutes. In the inherited `/admin/export/excel/*` calls it is that call's whole address. */
export const ExportFile = z.object({ fileName: z.string() });
