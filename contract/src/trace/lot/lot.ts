import { resource } from '../../kit/resource.ts';
import { Saved, oneRow } from '../../kit/standard.ts';
import { z } from 'zod';
import { dateLimit, shanghaiToday } from '../../kit/date-limit.ts';
import { dayField } from '../../kit/day.ts';
import { defineApi, done, read } from '../../kit/endpoint.ts';
import { importCall } from '../../jobs/import-call.ts';
import { day, filterText, id, int, optionalText, text, time, version } from '../../kit/fields.ts';
import { fixedViews } from '../../kit/fixed-views.ts';
import { pageOf, paging, sortBy } from '../../kit/page.ts';
import { picking } from '../../kit/picking.ts';
import { optionalFileAddress } from '../../kit/picture.ts';
import { QcState, RecallState } from './lot-states.ts';
import { traceRefusals } from '../trace-refusals.ts';
import { plainNumber } from '../../kit/typed.ts';

/** Number of a lot as it may be printed in GS1 AI (10). */
export const lotNo = text('批号', { max: 20, as: plainNumber }).regex(/^[A-Za-z0-9._/-]+$/, traceRefusals.badLotNo[1]);

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

/** One recall of a lot. */
export const RecallRow = z.object({
  id: z.number(),
  lotId: z.number(),
  lotNo: z.string(),
  /** What shoppers read meanwhile. */
  text: z.string(),
  /** Activated codes of the lot when it began. */
  activeCnt: z.number(),
  beginAt: time,
  beginBy: z.string(),
  /** Null while it goes on. */
  endAt: time.nullable(),
  endBy: z.string(),
});
export type RecallRow = z.output<typeof RecallRow>;

/** Who sees lots: on their own screen, and choosing one for the scope of a campaign. */
const mayList = { any: ['admin:identity:lot:list', 'admin:lottery:scope:save', 'admin:lottery:scope:update'] };

const lotAt = resource('/admin/identity/lot', 'admin:identity:lot', '批次');
export const lotApi = defineApi({
  list: lotAt.list(
    LotRow,
    {
      firmId: id().optional(),
      /** Absent: the lots of every product. */
      productId: id().optional(),
      lotNo: filterText,
      /** Ranges of days, as `dateLimit` takes them. */
      produceDate: dateLimit,
      expireDate: dateLimit,
      qcState: QcState.schema.optional(),
      recallState: RecallState.schema.optional(),
      ...fixedViews,
      sort: sortBy('produceDate', 'expireDate'),
    },
    { may: mayList },
  ),
  /** Of every lot of a product that the filters leave. */
  sums: lotAt.read(
    '批次合计',
    '/sums',
    'list',
    z.object({
      productId: id('请选择产品'),
      lotNo: filterText,
      qcState: QcState.schema.optional(),
      recallState: RecallState.schema.optional(),
    }),
    z.object({ planQty: z.number(), activeCnt: z.number(), shipCnt: z.number(), voidCnt: z.number() }),
  ),
  listAll: read(
    '全部批次',
    '/admin/identity/lot/list/all',
    {
      any: ['lot:list', 'deliver:list', 'pack:list', 'pack:alone', 'pack:box'].map((one) => `admin:identity:${one}`),
    },
    z.object({ productId: id('请选择产品'), ...picking }),
    z.array(
      z.object({
        id: z.number(),
        lotNo: z.string(),
        produceDate: day,
        expireDate: day.nullable(),
        recallState: z.number(),
      }),
    ),
  ),
  info: lotAt.info(LotRow, { may: mayList }),
  save: lotAt.save(LotDraft),
  update: lotAt.change(
    '编辑批次',
    '/update',
    'update',
    z.object({ id: id(), version, ...fields }).refine(isInOrder, expiresLater),
    Saved,
    { changes: 'id' },
  ),
  import: importCall('/admin/identity/lot/import', 'admin:identity:lot:save', '导入批次'),
  qc: lotAt.change(
    '批次质检',
    '/qc',
    'qc',
    z.object({ id: id(), version, qcState: QcState.schema, qcFile: optionalFileAddress }),
    done,
    { changes: 'id' },
  ),
  recall: lotAt.change(
    '召回批次',
    '/recall',
    'recall',
    z.object({ id: id(), text: text('召回说明', { max: 200 }) }),
    done,
  ),
  cancelRecall: lotAt.change('解除召回', '/recall/cancel', 'recall', oneRow, done),
  /** Every recall, of a lot or of all lots of a product, the latest first. */
  recalls: lotAt.read(
    '召回记录',
    '/recall/list',
    'list',
    z.object({ lotId: id().optional(), productId: id().optional(), ...paging }),
    pageOf(RecallRow),
  ),
  remove: lotAt.remove(),
});
