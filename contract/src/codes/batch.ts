import { z } from 'zod';
import { dateLimit } from '../kit/date-limit.ts';
import { defineApi, LogKind } from '../kit/endpoint.ts';
import { filterText, id, int, time } from '../kit/fields.ts';
import { pageOf, paging } from '../kit/page.ts';
import { LotName } from '../trace/lot.ts';
import { OpSource, OpStatus, OpType } from './code-enums.ts';

/** One run of serials of a segment, both ends inclusive. */
export const CodeRange = z.object({
  seg: int(1, 16_777_215, '请选择码段'),
  serialFrom: int(1, 268_435_455, '请输入起始序号'),
  serialTo: int(1, 268_435_455, '请输入结束序号'),
});
export type CodeRange = z.output<typeof CodeRange>;

/** How codes are chosen: 1 号段, 2 首尾码, 3 整个任务, 4 批次 (all that is bound to it), 5 粘贴编码. */
export const Pick = z.discriminatedUnion(
  'mode',
  [
    z.object({ mode: z.literal(1), ranges: z.array(CodeRange).min(1, '请添加号段').max(200, '一次最多200个号段') }),
    z.object({
      mode: z.literal(2),
      firstCode: z.string({ error: '请输入首码' }).trim().min(1, '请输入首码').max(512),
      lastCode: z.string({ error: '请输入尾码' }).trim().min(1, '请输入尾码').max(512),
    }),
    z.object({
      mode: z.literal(3),
      taskId: id('请选择任务'),
      levels: z.array(z.literal([0, 1, 2])).min(1, '请选择层级'),
    }),
    z.object({ mode: z.literal(4), lotId: id('请选择批次') }),
    z.object({
      mode: z.literal(5),
      codes: z.array(z.string().max(512)).min(1, '请粘贴编码').max(5000, '最多粘贴5000个编码'),
    }),
  ],
  { error: '请选择选码方式' },
);
export type Pick = z.output<typeof Pick>;
export const PickMode = { ranges: 1, firstLast: 2, task: 3, lot: 4, codes: 5 } as const;

/** 0 有异常则整体不执行, 1 跳过异常码. */
const policy = z.coerce
  .number()
  .pipe(z.literal([0, 1], '请选择遇到异常的处理方式'))
  .default(0);
const idemKey = z.string({ error: '请求编号不能为空' }).trim().min(8, '请求编号不正确').max(64, '请求编号不正确');

export const Conflict = z.object({
  code: z.string(),
  seg: z.number().nullable(),
  serialFrom: z.number().nullable(),
  serialTo: z.number().nullable(),
  errCode: z.number(),
  errMsg: z.string(),
});
export type Conflict = z.output<typeof Conflict>;

/** What codes are bound to when they are activated: a product and one of its lots, or a lot that is made on the way. */
export const UseTarget = z
  .object({
    productId: id('请选择产品'),
    lotId: id('请选择或填写批次').optional(),
    lot: LotName.optional(),
    policy,
  })
  .refine((draft) => draft.lotId !== undefined || draft.lot !== undefined, {
    path: ['lotId'],
    message: '请选择或填写批次',
  });

export const UseDraft = UseTarget.safeExtend({ pick: Pick, idemKey });

export const OpRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  opNo: z.string(),
  opType: OpType.schema,
  opSrc: OpSource.schema,
  rangeText: z.string(),
  total: z.number(),
  okCnt: z.number(),
  /** Codes of `okCnt` that it changed; the others already were so. */
  changedCnt: z.number(),
  failCnt: z.number(),
  status: OpStatus.schema,
  reason: z.string(),
  operatorName: z.string(),
  createTime: time,
  finishedAt: time.nullable(),
  /** Whether 撤销 is still possible as far as the clock and the kind of operation say. */
  canUndo: z.boolean(),
});
export type OpRow = z.output<typeof OpRow>;

/** An operation with what it was asked to do and the codes it left out (100 at most). */
export const OpDetail = OpRow.extend({
  storeName: z.string(),
  lotNo: z.string(),
  conflicts: z.array(Conflict),
});
export type OpDetail = z.output<typeof OpDetail>;

export const batchApi = defineApi({
  list: {
    method: 'GET',
    path: '/admin/identity/batch/list',
    may: 'admin:identity:batch:list',
    title: '批量操作记录',
    input: z.object({
      ...paging,
      firmId: id().optional(),
      opNo: filterText,
      opType: z.coerce.number().optional(),
      opSrc: z.coerce.number().optional(),
      status: z.coerce.number().optional(),
      dateLimit,
    }),
    data: pageOf(OpRow),
  },
  info: {
    method: 'GET',
    path: '/admin/identity/batch/info',
    may: 'admin:identity:batch:list',
    title: '批量操作详情',
    input: z.object({ id: id() }),
    data: OpDetail,
  },
  items: {
    method: 'GET',
    path: '/admin/identity/batch/item/list',
    may: 'admin:identity:batch:list',
    title: '批量操作明细',
    input: z.object({ opId: id(), ...paging }),
    data: pageOf(
      z.object({
        id: z.number(),
        seg: z.number(),
        serialFrom: z.number(),
        serialTo: z.number(),
        firstCode: z.string(),
        lastCode: z.string(),
        at: time,
      }),
    ),
  },
  /** A dry run: the same guards, no effect. */
  check: {
    method: 'POST',
    path: '/admin/identity/batch/check',
    may: 'admin:identity:batch:use',
    title: '批量操作预检',
    log: false,
    input: z.object({
      opType: z.literal(1).default(1),
      pick: Pick,
      productId: id('请选择产品').optional(),
      lotId: id().optional(),
    }),
    data: z.object({
      total: z.number(),
      ok: z.number(),
      /** Codes of `ok` that are already bound to that very lot; they stay as they are. */
      repeat: z.number(),
      conflicts: z.array(Conflict),
      byError: z.record(z.string(), z.number()),
      /** The chosen codes as ranges, for the screen to show. */
      ranges: z.array(
        z.object({
          seg: z.number(),
          level: z.number(),
          serialFrom: z.number(),
          serialTo: z.number(),
          firstCode: z.string(),
          lastCode: z.string(),
        }),
      ),
    }),
  },
  use: {
    method: 'POST',
    path: '/admin/identity/batch/use',
    may: 'admin:identity:batch:use',
    title: '批量启用',
    log: LogKind.update,
    input: UseDraft,
    data: z.object({
      opId: z.number(),
      opNo: z.string(),
      total: z.number(),
      ok: z.number(),
      fail: z.number(),
      repeat: z.number(),
      conflicts: z.array(Conflict),
    }),
  },
  undo: {
    method: 'POST',
    path: '/admin/identity/batch/undo',
    may: 'admin:identity:batch:undo',
    title: '撤销启用',
    log: LogKind.update,
    input: z.object({ opId: id(), idemKey: idemKey.optional() }),
    data: z.object({ opId: z.number(), ok: z.number() }),
  },
});
