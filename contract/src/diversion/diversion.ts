import { z } from 'zod';
import { defineApi, done, LogKind, read, write } from '../kit/endpoint.ts';
import { enumeration } from '../kit/enumeration.ts';
import { ExportFile, exportColumns } from '../kit/export.ts';
import { day, id, text, time } from '../kit/fields.ts';
import { pageOf, paging } from '../kit/page.ts';
import { Holder, Level, Life } from '../codes/state/code-enums.ts';
import { DeliverStatus } from '../movement/move-enums.ts';

/** 判定: whether a code was asked about where its agent may sell. */
export const Judgement = enumeration({
  normal: { value: 1, label: '正常', tone: 'good' },
  diverted: { value: 2, label: '疑似窜货', tone: 'bad' },
  unshipped: { value: 3, label: '未发货', tone: 'idle' },
  unscanned: { value: 4, label: '无扫码', tone: 'gone' },
});

const Place = z.object({
  at: time,
  regionName: z.string(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
});
/** Where a code was last asked about, and how that is known. */
const LastScan = Place.extend({ geoSource: z.number() });

/** One step of the goods: from whom to whom, by which document, signed when. */
const FlowStep = z.object({
  at: time,
  from: z.string(),
  to: z.string(),
  docNo: z.string(),
  deliverId: z.number(),
  bizType: z.number(),
  signAt: time.nullable(),
});

/** Where one code is and where it was asked about. `message` says why nothing is known of it; then the rest is empty. */
export const DiversionRow = z.object({
  /** The code's number; 0 when there is no such code. */
  id: z.number(),
  code: z.string(),
  message: z.string(),
  productId: z.number().nullable(),
  storeName: z.string(),
  image: z.string(),
  lotNo: z.string(),
  produceDate: day.nullable(),
  level: Level.schema,
  life: Life.schema,
  firmName: z.string(),
  /** The boxes it lies in, the nearest first. */
  boxChain: z.array(z.object({ code: z.string(), level: Level.schema })),
  flow: z.array(FlowStep),
  agentId: z.number().nullable(),
  agentName: z.string(),
  /** The shop that has it, '' while no shop does. */
  shopName: z.string(),
  /** Names of the regions its agent may sell in. */
  regions: z.array(z.string()),
  lastScan: LastScan.nullable(),
  /** From the agent's place to the last scan; null where either is unknown. */
  distanceKm: z.number().nullable(),
  judge: Judgement.schema.nullable(),
});
export type DiversionRow = z.output<typeof DiversionRow>;

/** A line of a document: a code, or a run of them by its first and last; the judgement is of whatever of it was asked about last. */
export const DiversionGoods = DiversionRow.extend({
  lineId: z.number(),
  deliverId: z.number(),
  deliverNo: z.string(),
  lastCode: z.string(),
  codeCnt: z.number(),
  itemQty: z.number(),
  shipStatus: DeliverStatus.schema,
});
export type DiversionGoods = z.output<typeof DiversionGoods>;

export const StockRow = z.object({
  /** Holder, product and lot together. */
  id: z.string(),
  holderKind: Holder.schema,
  /** The agent, or the one that the shop belongs to now; null where a shop belongs to none. */
  agentId: z.number().nullable(),
  agentName: z.string(),
  /** The shop that has the goods, '' where the agent himself does. */
  shopName: z.string(),
  storeName: z.string(),
  lotNo: z.string(),
  inQty: z.number(),
  outQty: z.number(),
  scanQty: z.number(),
  stockQty: z.number(),
  ageDays: z.number(),
});
export type StockRow = z.output<typeof StockRow>;

const code = z.string({ error: '请输入或扫描编码' }).trim().min(1, '请输入或扫描编码').max(512, '请输入或扫描编码');
const codes = z
  .union([z.string(), z.array(z.string().max(512))], { error: '请输入或扫描编码' })
  .transform((value) =>
    (Array.isArray(value) ? value : value.split(/[\n,]/)).map((typed) => typed.trim()).filter(Boolean),
  )
  .pipe(z.array(z.string().max(512, '请输入或扫描编码')).min(1, '请输入或扫描编码').max(500, '一次最多查询500个编码'));
const list = 'admin:identity:agentselect:list';
const take = 'admin:identity:agentselect:export';
/** What stock can be narrowed to: `agentId` finds what an agent has, and what the shops that belong to him have. */
export const stockFilters = {
  firmId: id().optional(),
  holderKind: Holder.schema.optional(),
  agentId: id().optional(),
  shopId: id().optional(),
  productId: id().optional(),
};

/** 经销商查询: whose goods codes are and where they turned up. */
export const diversionApi = defineApi({
  query: write(
    LogKind.other,
    '经销商查询',
    '/admin/identity/agentselect/query',
    list,
    z.object({ codes }),
    z.array(DiversionRow),
  ),
  /** Where one code is and what is thought of it, beside the rest that is known of it. */
  code: read('编码流向与判定', '/admin/identity/agentselect/code', list, z.object({ code }), DiversionRow),
  /** The lines of a document by its number, or of what was sent to a dealer or a shop, newest first. `of` says whose they are. */
  goods: read(
    '发货单与经销商查询',
    '/admin/identity/agentselect/goods',
    list,
    z
      .object({
        ...paging,
        deliverNo: z.string().trim().max(24, '发货单号过长').optional(),
        agentId: id().optional(),
        shopId: id().optional(),
      })
      .refine(({ deliverNo, agentId, shopId }) => [deliverNo, agentId, shopId].filter(Boolean).length === 1, {
        message: '请输入发货单号，或选择经销商',
        path: ['deliverNo'],
      }),
    pageOf(DiversionGoods).extend({
      of: z.object({
        deliverId: z.number().nullable(),
        /** The document's number, or the dealer's or shop's name. */
        name: z.string(),
        itemQty: z.number(),
        signQty: z.number(),
        /** What the dealer or shop has, and is being sent. */
        handQty: z.number(),
        transitQty: z.number(),
      }),
    }),
    { log: LogKind.other },
  ),
  /** The last scans of a code, and the provinces its agent may sell in. */
  map: read(
    '编码扫码地图',
    '/admin/identity/agentselect/map',
    list,
    z.object({ code }),
    z.object({
      provinces: z.array(z.string()),
      scans: z.array(Place.extend({ id: z.number(), province: z.string(), city: z.string(), verdict: z.string() })),
    }),
  ),
  stock: read(
    '经销商库存',
    '/admin/identity/agentselect/stock/list',
    list,
    z.object({ ...paging, ...stockFilters }),
    pageOf(StockRow),
  ),
  stockExport: read(
    '导出经销商库存',
    '/admin/identity/agentselect/stock/export',
    take,
    z.object({ ...stockFilters, columns: exportColumns }),
    ExportFile,
    { log: LogKind.export, offersFile: true },
  ),
  /**
   * 转预警: makes a warning of one code: 窜货 where it was asked about outside its agent's regions, else 单码异常扫码. A code
   * has one open warning of this kind at a time.
   */
  police: write(
    LogKind.insert,
    '转预警',
    '/admin/identity/agentselect/police',
    'admin:identity:agentselect:police',
    z.object({ code, remark: text('说明', { max: 200, missing: '请填写说明' }) }),
    done,
  ),
  /** A signed account of one code, as pdf. */
  evidence: read(
    '导出证据',
    '/admin/identity/agentselect/evidence',
    take,
    z.object({ code }),
    z.object({ fileName: z.string() }),
    { log: LogKind.export, offersFile: true },
  ),
  export: read('导出经销商查询', '/admin/identity/agentselect/export', take, z.object({ codes }), ExportFile, {
    log: LogKind.export,
    offersFile: true,
  }),
});
