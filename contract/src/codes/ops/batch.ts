import { z } from 'zod';
import { dateLimit } from '../../kit/date-limit.ts';
import { defineApi, LogKind, nothing } from '../../kit/endpoint.ts';
import { ExportFile } from '../../kit/export.ts';
import { filterText, id, time } from '../../kit/fields.ts';
import { pageOf, paging } from '../../kit/page.ts';
import { OpStatus, OpType } from '../state/code-enums.ts';
import { OpSource } from '../../kit/op-source.ts';
import {
  CheckDraft,
  Checked,
  Conflict,
  DeleteDraft,
  FreezeDraft,
  idemKey,
  UpdateDraft,
  UseDraft,
  OpAnswer,
} from './op-draft.ts';

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
  /** Percent of its file's lines that are done, while it works on them. */
  progress: z.number().nullable(),
  reason: z.string(),
  operatorName: z.string(),
  createTime: time,
  finishedAt: time.nullable(),
  /** When it is to be carried out, where that was put off. */
  dueAt: time.nullable(),
  /** Whether it waits or works in the background and can be stopped; whether it left out codes that can be tried again. */
  canCancel: z.boolean(),
  canRetry: z.boolean(),
  /** Whether 撤销 is still possible as far as the clock and the kind of operation say. */
  canUndo: z.boolean(),
});
export type OpRow = z.output<typeof OpRow>;

/** An operation with what it was asked to do and the codes it left out (100 at most). */
export const OpDetail = OpRow.extend({
  storeName: z.string(),
  lotNo: z.string(),
  channelName: z.string(),
  /** 0 有异常则整体不执行, 1 跳过异常码; absent where nothing was asked. */
  policy: z.number().nullable(),
  includesChildren: z.boolean(),
  isForced: z.boolean(),
  conflicts: z.array(Conflict),
  fileName: z.string(),
  /** Why nothing of it was done, where that is so. */
  message: z.string(),
});
export type OpDetail = z.output<typeof OpDetail>;

/** What an operation belongs to decides in the end: activation, rebind, void, freeze or channel change. */
const anyOp = {
  any: [
    'admin:identity:batch:use',
    'admin:identity:batch:update',
    'admin:identity:batch:delete',
    'admin:identity:batch:freeze',
    'admin:identity:channel:change',
  ],
};

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
      opType: OpType.schema.optional(),
      opSrc: OpSource.schema.optional(),
      status: OpStatus.schema.optional(),
      operatorId: id().optional(),
      dateLimit,
    }),
    data: pageOf(OpRow),
  },
  /** Whoever carried out an operation one may see. */
  operators: {
    method: 'GET',
    path: '/admin/identity/batch/operator/list',
    may: 'admin:identity:batch:list',
    title: '批量操作的操作人',
    input: nothing,
    data: z.array(z.object({ id: z.number(), name: z.string() })),
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
    may: anyOp,
    title: '批量操作预检',
    log: false,
    input: CheckDraft,
    data: Checked,
  },
  /** Everything the dry run finds against the codes, as a file in the form of 选码模板. */
  checkExport: {
    method: 'POST',
    path: '/admin/identity/batch/check/export',
    may: anyOp,
    title: '下载预检异常',
    log: false,
    input: CheckDraft,
    data: ExportFile,
    offersFile: true,
  },
  use: {
    method: 'POST',
    path: '/admin/identity/batch/use',
    may: 'admin:identity:batch:use',
    title: '批量启用',
    log: LogKind.update,
    input: UseDraft,
    data: OpAnswer,
  },
  update: {
    method: 'POST',
    path: '/admin/identity/batch/update',
    may: 'admin:identity:batch:update',
    title: '批量改绑',
    log: LogKind.update,
    input: UpdateDraft,
    data: OpAnswer,
  },
  delete: {
    method: 'POST',
    path: '/admin/identity/batch/delete',
    may: 'admin:identity:batch:delete',
    title: '批量作废',
    log: LogKind.delete,
    input: DeleteDraft,
    data: OpAnswer,
  },
  freeze: {
    method: 'POST',
    path: '/admin/identity/batch/freeze',
    may: 'admin:identity:batch:freeze',
    title: '批量冻结',
    log: LogKind.update,
    input: FreezeDraft,
    data: OpAnswer,
  },
  unfreeze: {
    method: 'POST',
    path: '/admin/identity/batch/unfreeze',
    may: 'admin:identity:batch:freeze',
    title: '批量解冻',
    log: LogKind.update,
    input: FreezeDraft,
    data: OpAnswer,
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
  cancel: {
    method: 'POST',
    path: '/admin/identity/batch/cancel',
    may: anyOp,
    title: '取消批量操作',
    log: LogKind.update,
    input: z.object({ opId: id() }),
    data: z.null(),
  },
  retry: {
    method: 'POST',
    path: '/admin/identity/batch/retry',
    may: anyOp,
    title: '重试批量操作',
    log: LogKind.update,
    input: z.object({ opId: id() }),
    data: z.object({ rows: z.number() }),
  },
  errors: {
    method: 'GET',
    path: '/admin/identity/batch/error/export',
    may: 'admin:identity:batch:list',
    title: '下载错误明细',
    input: z.object({ opId: id() }),
    data: ExportFile,
    offersFile: true,
  },
  /** 选码模板. */
  template: {
    method: 'GET',
    path: '/admin/identity/batch/template',
    may: anyOp,
    title: '下载选码模板',
    input: nothing,
    data: ExportFile,
    offersFile: true,
  },
});
