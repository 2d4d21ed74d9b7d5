import { z } from 'zod';
import { Holder } from '../../codes/state/code-enums.ts';
import { dateLimit } from '../../kit/date-limit.ts';
import { defineApi } from '../../kit/endpoint.ts';
import { filterText, id, int, time } from '../../kit/fields.ts';
import { OpSource } from '../../kit/op-source.ts';
import { resource } from '../../kit/resource.ts';
import { LogResult } from '../../kit/log-result.ts';
import { DeliverAct } from '../move-enums.ts';

/** What was done to a line of a document, or refused. */
export const DeliverLogRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  at: time,
  act: DeliverAct.schema,
  /** null where it was refused before there was a document. */
  deliverId: z.number().nullable(),
  deliverNo: z.string(),
  codeText: z.string(),
  itemQty: z.number(),
  fromKind: Holder.schema,
  fromName: z.string(),
  toKind: Holder.schema,
  toName: z.string(),
  operatorName: z.string(),
  opSrc: OpSource.schema,
  result: LogResult.schema,
  errMsg: z.string(),
  note: z.string(),
  place: z.string(),
});
export type DeliverLogRow = z.output<typeof DeliverLogRow>;

const party = int(0, Number.MAX_SAFE_INTEGER, '参数不正确').optional();

/** Filters of the log and of its export. */
export const deliverLogFilters = {
  firmId: id().optional(),
  code: filterText,
  act: DeliverAct.schema.optional(),
  deliverId: id().optional(),
  fromKind: Holder.schema.optional(),
  fromId: party,
  toKind: Holder.schema.optional(),
  toId: party,
  result: LogResult.schema.optional(),
  opSrc: OpSource.schema.optional(),
  operatorId: id().optional(),
  dateLimit,
};

const logAt = resource('/admin/identity/deliver/log', 'admin:identity:deliver', '发货日志');
export const deliverLogApi = defineApi({
  list: logAt.list(DeliverLogRow, deliverLogFilters, { title: '发货日志', may: 'admin:identity:deliver:log' }),
  export: logAt.export(deliverLogFilters, { may: 'admin:identity:deliver:log' }),
});
