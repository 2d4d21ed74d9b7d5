import { z } from 'zod';
import { id, ids } from '../kit/fields.ts';
import { DoneToMany } from '../kit/standard.ts';

/** What dealers and shops are given in bulk, as the field of their rows is called. */
const field = z.enum(['channelId', 'salesmanId'], { error: '请选择渠道或业务员' });
export type AssignField = z.output<typeof field>;

/** What each of them is called. */
export const assignLabels: Record<AssignField, string> = { channelId: '渠道', salesmanId: '业务员' };

/** Gives rows one channel or salesman of their firm. */
export const Assign = z.object({ ids: ids(), field, targetId: id('请选择渠道或业务员') });
export type Assign = z.output<typeof Assign>;

/** `done`: the rows that were given it, each with what it had before; `same` had it already. */
export const Assigned = DoneToMany.extend({
  same: z.number(),
  done: z.array(z.object({ id: z.number(), was: z.number().nullable() })),
});
export type Assigned = z.output<typeof Assigned>;

/** 撤销: gives rows that still have `targetId` what they had before, even what was disabled since. */
export const AssignBack = z.object({
  field,
  targetId: id(),
  rows: z
    .array(z.object({ id: id(), was: id().nullable() }), { error: '请先选择数据' })
    .min(1, '请先选择数据')
    .max(9999, '请先选择数据'),
});
export type AssignBack = z.output<typeof AssignBack>;
