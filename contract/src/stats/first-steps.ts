import { z } from 'zod';
import { defineApi, nothing, read } from '../kit/endpoint.ts';
import { day, time } from '../kit/fields.ts';
import { Review } from '../kit/review.ts';
import { TaskPhase } from '../codes/state/code-enums.ts';

/**
 * How far a firm has come from its registration to its first scan. Each step is a fact, read anew at each call: what is undone
 * is no longer there. Absent parts have not been done; null for the platform's own staff, who have no firm.
 */
export const FirstSteps = z.object({
  firm: z.object({
    name: z.string(),
    audit: Review.schema,
    /** Why it was refused. */
    auditRemark: z.string(),
    auditAt: time.nullable(),
    validTo: day.nullable(),
    /** null = unlimited. */
    codeQuota: z.number().nullable(),
  }),
  /** That of the newest lot, or else the newest. */
  product: z
    .object({
      id: z.number(),
      storeName: z.string(),
      image: z.string(),
      unit: z.string(),
      boxNum: z.number(),
      caseNum: z.number(),
      createTime: time,
    })
    .nullable(),
  /** The newest. */
  lot: z
    .object({
      id: z.number(),
      lotNo: z.string(),
      produceDate: day,
      expireDate: day.nullable(),
      planQty: z.number().nullable(),
      createTime: time,
    })
    .nullable(),
  /** The newest whose codes are there, or else the newest of all. */
  task: z
    .object({
      id: z.number(),
      taskNo: z.string(),
      phase: TaskPhase.schema,
      failReason: z.string(),
      /** Codes of all levels. */
      total: z.number(),
      /** Percent of its print files written. */
      progress: z.number(),
      time,
    })
    .nullable(),
  /** The newest activation that still holds. */
  activation: z.object({ opNo: z.string(), okCnt: z.number(), createTime: time }).nullable(),
  /** The newest that is published. */
  template: z.object({ name: z.string(), publishedAt: time }).nullable(),
  firstScanAt: time.nullable(),
});
export type FirstSteps = z.output<typeof FirstSteps>;

export const firstStepsApi = defineApi({
  find: read(
    '开通清单',
    '/admin/statistics/home/first/steps',
    'admin:statistics:home:index',
    nothing,
    FirstSteps.nullable(),
  ),
});
