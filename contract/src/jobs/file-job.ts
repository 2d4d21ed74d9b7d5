import { z } from 'zod';
import { time } from '../kit/fields.ts';

/** What the lists of imports and of files say alike about an import or export. */
export const FileJobRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  taskNo: z.string(),
  biz: z.string(),
  /** Bytes. */
  fileSize: z.number(),
  total: z.number(),
  okCnt: z.number(),
  failCnt: z.number(),
  skipCnt: z.number(),
  status: z.number(),
  phase: z.number(),
  /** It runs, and no worker is at it at this moment. */
  isWaiting: z.boolean(),
  /** Why the whole file was refused or the run ended, '' otherwise. */
  err: z.string(),
  operatorName: z.string(),
  createTime: time,
  updateTime: time,
});
