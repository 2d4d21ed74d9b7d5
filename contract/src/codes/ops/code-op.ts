import { resource } from '../../kit/resource.ts';
import { z } from 'zod';
import { dateLimit } from '../../kit/date-limit.ts';
import { change, defineApi, LogKind, nothing, read, send } from '../../kit/endpoint.ts';
import { ExportFile } from '../../kit/export.ts';
import { filterText, id, time } from '../../kit/fields.ts';
import { fixedViews } from '../../kit/fixed-views.ts';
import { importCall } from '../../jobs/import-call.ts';
import { pageOf, paging } from '../../kit/page.ts';
import { OpStatus, OpType } from '../state/code-enums.ts';
import { OpSource } from '../../kit/op-source.ts';
import {
  CheckDraft,
  Checked,
  Conflict,
  DeleteDraft,
  FreezeDraft,
  UpdateDraft,
  UseDraft,
  OpAnswer,
} from './op-draft.ts';
import { UndoAnswer, UndoDraft } from './op-undo.ts';

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
  /** Whether it was taken back, and how many of its codes were left out then. */
  isUndone: z.boolean(),
  keptCnt: z.number(),
});
export type OpRow = z.output<typeof OpRow>;

/** An operation with what it was asked to do and the codes it left out (100 at most). */
export const OpDetail = OpRow.extend({
  productId: z.number().nullable(),
  lotId: z.number().nullable(),
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

/** Codes that were shipped. */
const ofShipped = { furtherMay: ['admin:identity:batch:force'] };

const batchAt = resource('/admin/identity/batch', 'admin:identity:batch', '批量操作');
export const codeOpApi = defineApi({
  list: batchAt.list(
    OpRow,
    {
      firmId: id().optional(),
      opNo: filterText,
      opType: OpType.schema.optional(),
      opSrc: OpSource.schema.optional(),
      status: OpStatus.schema.optional(),
      operatorId: id().optional(),
      dateLimit,
      mine: fixedViews.mine,
    },
    { title: '批量操作记录' },
  ),
  /** Whoever carried out an operation one may see. */
  operators: batchAt.read(
    '批量操作的操作人',
    '/operator/list',
    'list',
    nothing,
    z.array(z.object({ id: z.number(), name: z.string() })),
  ),
  info: batchAt.info(OpDetail),
  items: batchAt.read(
    '批量操作明细',
    '/item/list',
    'list',
    z.object({ opId: id(), ...paging }),
    pageOf(
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
  ),
  /** A dry run: the same guards, no effect. */
  check: send('批量操作预检', '/admin/identity/batch/check', anyOp, CheckDraft, Checked, { log: false, ...ofShipped }),
  /** Everything the dry run finds against the codes, as a file in the form of 选码模板. */
  checkExport: send('下载预检异常', '/admin/identity/batch/check/export', anyOp, CheckDraft, ExportFile, {
    log: false,
    offersFile: true,
    ...ofShipped,
  }),
  use: batchAt.change('批量启用', '/use', 'use', UseDraft, OpAnswer),
  update: batchAt.change('批量改绑', '/update', 'update', UpdateDraft, OpAnswer, ofShipped),
  delete: batchAt.write(LogKind.delete, '批量作废', '/delete', 'delete', DeleteDraft, OpAnswer),
  /** Lines of a file, each with a target of its own. */
  importUse: importCall('/admin/identity/batch/use/import', 'admin:identity:batch:use', '导入批量启用'),
  importUpdate: importCall('/admin/identity/batch/update/import', 'admin:identity:batch:update', '导入批量改绑'),
  importDelete: importCall('/admin/identity/batch/delete/import', 'admin:identity:batch:delete', '导入批量作废'),
  freeze: batchAt.change('批量冻结', '/freeze', 'freeze', FreezeDraft, OpAnswer),
  unfreeze: batchAt.change('批量解冻', '/unfreeze', 'freeze', FreezeDraft, OpAnswer),
  undo: batchAt.change('撤销启用', '/undo', 'undo', UndoDraft, UndoAnswer),
  cancel: change('取消批量操作', '/admin/identity/batch/cancel', anyOp, z.object({ opId: id() }), z.null()),
  retry: change(
    '重试批量操作',
    '/admin/identity/batch/retry',
    anyOp,
    z.object({ opId: id() }),
    z.object({ rows: z.number() }),
  ),
  errors: batchAt.read('下载错误明细', '/error/export', 'list', z.object({ opId: id() }), ExportFile, {
    offersFile: true,
  }),
  /** 选码模板. */
  template: read('下载选码模板', '/admin/identity/batch/template', anyOp, nothing, ExportFile, { offersFile: true }),
});
