import { z } from 'zod';
import { dateLimit } from '../kit/date-limit.ts';
import { defineApi } from '../kit/endpoint.ts';
import { enumeration } from '../kit/enumeration.ts';
import { filterText, id, time } from '../kit/fields.ts';
import { OpSource } from '../kit/op-source.ts';
import { resource } from '../kit/resource.ts';

/** What happened to codes and a box. */
export const PackAct = enumeration({
  into: { value: 1, label: '装入', tone: 'good' },
  outOf: { value: 2, label: '拆出', tone: 'wait' },
});

/** Codes that went into a box together, or came out of it. */
export const PackLogRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  at: time,
  act: PackAct.schema,
  parentCode: z.string(),
  /** The code, or the first and the last of a run. */
  childText: z.string(),
  childCnt: z.number(),
  opNo: z.string(),
  opSrc: z.number(),
  operatorName: z.string(),
  reason: z.string(),
});
export type PackLogRow = z.output<typeof PackLogRow>;

const logAt = resource('/admin/identity/packLog', 'admin:identity:packLog', '包装日志');
export const packLogApi = defineApi({
  list: logAt.list(
    PackLogRow,
    {
      firmId: id().optional(),
      /** Of a box, or of what went into one. */
      code: filterText,
      act: PackAct.schema.optional(),
      opSrc: OpSource.schema.optional(),
      operatorId: id().optional(),
      dateLimit,
    },
    { title: '包装日志' },
  ),
});
