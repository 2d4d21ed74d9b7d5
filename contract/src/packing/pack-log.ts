import { z } from 'zod';
import { dateLimit, shanghaiNow } from '../kit/date-limit.ts';
import { timeField } from '../kit/day.ts';
import { defineApi, LogKind } from '../kit/endpoint.ts';
import { enumeration } from '../kit/enumeration.ts';
import { filterText, id, int, text, time } from '../kit/fields.ts';
import { LogResult } from '../kit/log-result.ts';
import { OpSource } from '../kit/op-source.ts';
import { fileAddress } from '../kit/picture.ts';
import { resource } from '../kit/resource.ts';
import { code, idemKey, mostChildren, Packed, StationBox } from './packing.ts';

/** What happened to codes and a box, or was refused; a replacement that was done is what came out and what went in. */
export const PackAct = enumeration({
  into: { value: 1, label: '装入', tone: 'good' },
  outOf: { value: 2, label: '拆出', tone: 'wait' },
  seal: { value: 3, label: '封箱', tone: 'kind' },
  replace: { value: 4, label: '换码', tone: 'doing' },
});

/** Codes that went into a box together, or came out of it, a box that was sealed, or a code that was refused. */
export const PackLogRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  /** When it was written. */
  at: time,
  act: PackAct.schema,
  /** '' where what was refused named no box. */
  parentCode: z.string(),
  /** The code, or the first and the last of a run; '' of a box that was sealed, and where what was refused named no code. */
  childText: z.string(),
  childCnt: z.number(),
  result: LogResult.schema,
  errMsg: z.string(),
  /** 补录: told later than it happened. */
  isLate: z.boolean(),
  /** When it happened by the clock of who did it; when it was written, where he did not say. */
  occurredAt: time,
  opId: z.number().nullable(),
  opNo: z.string(),
  opSrc: OpSource.schema,
  operatorName: z.string(),
  reason: z.string(),
});
export type PackLogRow = z.output<typeof PackLogRow>;

/** A part of what codes were, in words, before and after. */
const Turn = z.object({ before: z.string(), after: z.string() });

/** One entry with what it changed of codes, as the trail has it; nothing for what was refused, and for a box that was sealed. */
export const PackLogEntry = PackLogRow.extend({
  errCode: z.number(),
  turn: z.object({ box: Turn, bound: Turn, custody: Turn }).nullable(),
});
export type PackLogEntry = z.output<typeof PackLogEntry>;

/** Filters of the log and of its export. */
export const packLogFilters = {
  firmId: id().optional(),
  /** Of a box, or of what went into one. */
  code: filterText,
  act: PackAct.schema.optional(),
  result: LogResult.schema.optional(),
  opSrc: OpSource.schema.optional(),
  operatorId: id().optional(),
  dateLimit,
};

const late = {
  parentCode: code('请输入箱码'),
  children: z
    .array(z.string().max(512, '编码过长'), { error: '请输入下级编码' })
    .min(1, '请输入下级编码')
    .max(mostChildren, `一次最多补录${mostChildren}个编码`),
  occurAt: timeField('请选择实际包装时间').refine((value) => value <= shanghaiNow(), '不能晚于当前时间'),
  /** How many fit, where the product does not say. */
  capacity: int(1, mostChildren, `容量应为1-${mostChildren}的整数`).optional(),
};

const logAt = resource('/admin/identity/packLog', 'admin:identity:packLog', '包装日志');
export const packLogApi = defineApi({
  list: logAt.list(PackLogRow, packLogFilters, { title: '包装日志' }),
  info: logAt.info(PackLogEntry),
  export: logAt.export(packLogFilters),
  /** 补录包装: packs as the station does, and says that it happened earlier. */
  save: logAt.write(
    LogKind.insert,
    '补录包装',
    '/save',
    'save',
    z.object({ ...late, reason: text('补录原因', { max: 100 }), idemKey }),
    Packed,
    { ownTransaction: true },
  ),
  /** What would come of it; nothing changes. */
  check: logAt.send(
    '校验补录',
    '/check',
    'save',
    z.object(late),
    z.object({
      box: StationBox,
      /** Codes that would go in, and those that lie in the box already. */
      ok: z.number(),
      repeat: z.number(),
      bad: z.array(z.object({ code: z.string(), errCode: z.number(), errMsg: z.string() })),
    }),
    { log: false },
  ),
  /** The codes of an uploaded xlsx, csv or txt, one in every line. */
  readFile: logAt.send(
    '读取编码文件',
    '/read/file',
    'save',
    z.object({ fileUrl: fileAddress('请上传文件') }),
    z.object({ codes: z.array(z.string()) }),
    { log: false },
  ),
});
