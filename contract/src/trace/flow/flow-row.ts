import { z } from 'zod';
import { time } from '../../kit/fields.ts';
import { FlowField } from './flow-field.ts';
import { FlowFile } from './flow-values.ts';

/** A record as lists show it. */
export const FlowRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  title: z.string(),
  flowTypeId: z.number(),
  flowTypeName: z.string(),
  flowTypeIcon: z.string(),
  stage: z.number(),
  productId: z.number(),
  storeName: z.string(),
  lotId: z.number(),
  lotNo: z.string(),
  seg: z.number().nullable(),
  serialFrom: z.number().nullable(),
  serialTo: z.number().nullable(),
  /** `码段 3：1–500`, or 整批. */
  rangeText: z.string(),
  occurAt: time,
  place: z.string(),
  operatorName: z.string(),
  images: z.array(z.string()),
  public: z.boolean(),
  audit: z.number(),
  opSrc: z.number(),
  /** Its place in the chain of the lot; null until it is audited. */
  chainNo: z.number().nullable(),
  voidAt: time.nullable(),
  voidReason: z.string(),
  version: z.number(),
  createTime: time,
  updateTime: time,
});
export type FlowRow = z.output<typeof FlowRow>;

/** A value in words, with what can be opened beside it. */
export const ShownValue = z.object({
  key: z.string(),
  label: z.string(),
  value: z.string(),
  images: z.array(z.string()),
  files: z.array(FlowFile),
  showToConsumer: z.boolean(),
});
export type ShownValue = z.output<typeof ShownValue>;

/** A record in full. */
export const Flow = FlowRow.extend({
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  values: z.record(z.string(), z.unknown()),
  fields: z.array(FlowField),
  shown: z.array(ShownValue),
  files: z.array(FlowFile),
  remark: z.string(),
  auditName: z.string(),
  auditAt: time.nullable(),
  auditRemark: z.string(),
  sourceRow: z.string(),
  /** The audited record this one replaced. */
  replacedId: z.number().nullable(),
  hash: z.string().nullable(),
  prevHash: z.string().nullable(),
});
export type Flow = z.output<typeof Flow>;

/** Steps a lot must have, by the product's 必填流程; audited and valid ones count. */
export const Completeness = z.object({ need: z.number(), done: z.number(), missing: z.array(z.string()) });
export type Completeness = z.output<typeof Completeness>;
