import { z } from 'zod';
import { dateLimit, shanghaiToday } from '../../kit/date-limit.ts';
import { dayField } from '../../kit/day.ts';
import { defineApi, done, LogKind } from '../../kit/endpoint.ts';
import { importCall } from '../../jobs/import-call.ts';
import { day, filterText, id, int, optionalText, text, time, version } from '../../kit/fields.ts';
import { pageOf, paging } from '../../kit/page.ts';
import { optionalFileAddress } from '../../kit/picture.ts';
import { QcState, RecallState } from './lot-states.ts';
import { traceRefusals } from '../trace-refusals.ts';

/** Number of a lot as it may be printed in GS1 AI (10). */
export const lotNo = text('批号', { max: 20 }).regex(/^[A-Za-z0-9._/-]+$/, traceRefusals.badLotNo[1]);

/** Day of production, today at the latest. */
export const produceDate = dayField('请选择生产日期').refine(
  (value) => value <= shanghaiToday(),
  traceRefusals.producedLater[1],
);

const expiresLater = {
  path: ['expireDate'],
  message: '有效期至应晚于生产日期',
  // also while other fields are still missing
  when: ({ value }: { value: unknown }) => typeof (value as { expireDate?: unknown }).expireDate === 'string',
};

const fields = {
  lotNo,
  produceDate,
  /** Absent: produce date plus the product's shelf life. */
  expireDate: dayField('日期不正确').optional(),
  lineNo: optionalText('产线', 30),
  workshop: optionalText('车间', 30),
  team: optionalText('班组', 30),
  planQty: int(0, 1_000_000_000_000, '计划产量应为不小于0的整数').optional(),
  remark: optionalText('备注', 200),
};
const isInOrder = ({ produceDate: from, expireDate: to }: { produceDate?: string; expireDate?: string }) =>
  !from || !to || to > from;

/** A production lot as it is typed. */
export const LotDraft = z.object({ productId: id('请选择产品'), ...fields }).refine(isInOrder, expiresLater);
export type LotDraft = z.output<typeof LotDraft>;

/** A lot named together with codes: found by its number, or made. */
export const LotName = z.object({ lotNo, produceDate, expireDate: fields.expireDate }).refine(isInOrder, expiresLater);
export type LotName = z.output<typeof LotName>;

export const LotRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  productId: z.number(),
  storeName: z.string(),
  lotNo: z.string(),
  produceDate: day,
  expireDate: day.nullable(),
  lineNo: z.string(),
  workshop: z.string(),
  team: z.string(),
  planQty: z.number().nullable(),
  activeCnt: z.number(),
  shipCnt: z.number(),
  voidCnt: z.number(),
  /** Records of the lot that are not voided. */
  flowCount: z.number(),
  qcState: z.number(),
  qcFile: z.string(),
  recallState: z.number(),
  recallText: z.string(),
  recallAt: time.nullable(),
  remark: z.string(),
  version: z.number(),
  createTime: time,
  updateTime: time,
});
export type LotRow = z.output<typeof LotRow>;

const one = z.object({ id: id() });
const saved = z.object({ id: z.number(), version: z.number() });

export const lotApi = defineApi({
  list: {
    method: 'GET',
    path: '/admin/identity/lot/list',
    may: 'admin:identity:lot:list',
    input: z.object({
      ...paging,
      firmId: id().optional(),
      /** Absent: the lots of every product. */
      productId: id().optional(),
      lotNo: filterText,
      /** Ranges of days, as `dateLimit` takes them. */
      produceDate: dateLimit,
      expireDate: dateLimit,
      qcState: QcState.schema.optional(),
      recallState: RecallState.schema.optional(),
    }),
    data: pageOf(LotRow),
    title: '批次列表',
  },
  listAll: {
    method: 'GET',
    path: '/admin/identity/lot/list/all',
    may: 'admin:identity:lot:list',
    input: z.object({ productId: id('请选择产品') }),
    data: z.array(
      z.object({
        id: z.number(),
        lotNo: z.string(),
        produceDate: day,
        expireDate: day.nullable(),
        recallState: z.number(),
      }),
    ),
    title: '全部批次',
  },
  info: {
    method: 'GET',
    path: '/admin/identity/lot/info',
    may: 'admin:identity:lot:list',
    input: one,
    data: LotRow,
    title: '批次详情',
  },
  save: {
    method: 'POST',
    path: '/admin/identity/lot/save',
    may: 'admin:identity:lot:save',
    input: LotDraft,
    data: saved,
    title: '新增批次',
    log: LogKind.insert,
  },
  update: {
    method: 'POST',
    path: '/admin/identity/lot/update',
    may: 'admin:identity:lot:update',
    input: z.object({ id: id(), version, ...fields }).refine(isInOrder, expiresLater),
    data: saved,
    title: '编辑批次',
    changes: 'id',
    log: LogKind.update,
  },
  import: importCall('/admin/identity/lot/import', 'admin:identity:lot:save', '导入批次'),
  qc: {
    method: 'POST',
    path: '/admin/identity/lot/qc',
    may: 'admin:identity:lot:qc',
    input: z.object({ id: id(), qcState: QcState.schema, qcFile: optionalFileAddress }),
    data: done,
    title: '批次质检',
    changes: 'id',
    log: LogKind.update,
  },
  recall: {
    method: 'POST',
    path: '/admin/identity/lot/recall',
    may: 'admin:identity:lot:recall',
    input: z.object({ id: id(), text: text('召回说明', { max: 200 }) }),
    data: done,
    title: '召回批次',
    log: LogKind.update,
  },
  cancelRecall: {
    method: 'POST',
    path: '/admin/identity/lot/recall/cancel',
    may: 'admin:identity:lot:recall',
    input: one,
    data: done,
    title: '解除召回',
    log: LogKind.update,
  },
  remove: {
    method: 'GET',
    path: '/admin/identity/lot/delete',
    may: 'admin:identity:lot:delete',
    input: one,
    data: done,
    title: '删除批次',
    log: LogKind.delete,
  },
});
