import { z } from 'zod';
import { time } from '../../kit/fields.ts';
import { RegistrationStatus } from './registration-status.ts';
import { Fmt, Level, PartState, SegmentState } from './code-enums.ts';

export const SegmentRow = z.object({
  seg: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  taskId: z.number(),
  taskNo: z.string(),
  level: Level.schema,
  source: z.number(),
  fmt: Fmt.schema,
  count: z.number(),
  firstCode: z.string(),
  lastCode: z.string(),
  storeName: z.string(),
  activeCnt: z.number(),
  voidCnt: z.number(),
  scanCnt: z.number(),
  /** Of its registration with the identifier node; null without one. */
  regStatus: RegistrationStatus.schema.nullable(),
  state: SegmentState.schema,
  createTime: time,
});
export type SegmentRow = z.output<typeof SegmentRow>;

export const PartRow = z.object({
  partNo: z.number(),
  level: Level.schema,
  seg: z.number(),
  serialFrom: z.number(),
  serialTo: z.number(),
  rows: z.number(),
  state: PartState.schema,
  fileSize: z.number(),
  sha256: z.string().nullable(),
  downloadCnt: z.number(),
});
export type PartRow = z.output<typeof PartRow>;
