import { resource } from '../../kit/resource.ts';
import { z } from 'zod';
import { defineApi, read } from '../../kit/endpoint.ts';
import { enumeration } from '../../kit/enumeration.ts';
import { filterText, id, int, text, time } from '../../kit/fields.ts';
import { pageOf, paging } from '../../kit/page.ts';
import { RegistrationStatus } from '../state/registration-status.ts';
import { BoxState, CodeSource, Entry, GeoSource, Level, Life, SegmentState, Shipping } from '../state/code-enums.ts';
import { SegmentRow } from '../state/segment.ts';
import { Verdict } from '../state/verdict.ts';
import { segField, serialField } from '../../kit/place-fields.ts';

/** What is known of one code: the answer of every look-up in the console. */
export const CodeFacts = z.object({
  codeId: z.number(),
  code: z.string(),
  face: z.number(),
  level: Level.schema,
  firmId: z.number(),
  firmName: z.string(),
  taskId: z.number(),
  taskNo: z.string(),
  seg: z.number(),
  serial: z.number(),
  productId: z.number().nullable(),
  storeName: z.string(),
  spec: z.string(),
  image: z.string(),
  lotId: z.number().nullable(),
  lotNo: z.string(),
  channelName: z.string(),
  produceDate: z.string().nullable(),
  expireDate: z.string().nullable(),
  life: Life.schema,
  shipStatus: Shipping.schema,
  /** The nearest box it lies in, and the large box. */
  boxCode: z.string().nullable(),
  caseCode: z.string().nullable(),
  /** Who has it: the firm until it is shipped. */
  holderName: z.string(),
  packedAt: time.nullable(),
  shipAt: time.nullable(),
  signAt: time.nullable(),
  /** The registered handle the code resolves by, '' without one, and the number of its registration. */
  handle: z.string(),
  regId: z.number().nullable(),
  regStatus: RegistrationStatus.schema.nullable(),
  issuedAt: time,
  activatedAt: time.nullable(),
  scanCnt: z.number(),
  firstScanAt: time.nullable(),
  /** The address printed for this code. */
  url: z.string(),
});
export type CodeFacts = z.output<typeof CodeFacts>;

/** One event in a code's life, newest first. */
export const TimelineEvent = z.object({
  kind: z.enum(['issue', 'op', 'move', 'scan']),
  at: time,
  title: z.string(),
  /** Facts of the event in one line each. */
  facts: z.array(z.string()),
  verdict: Verdict.schema.nullable(),
  /** The shipping document of a move; what became of a shipment (see Shipping), null for its signing and cancelling. */
  doc: z.object({ id: z.number(), no: z.string(), status: z.number().nullable() }).nullable(),
});
export type TimelineEvent = z.output<typeof TimelineEvent>;

/** One code among those it is packed with. */
export const BoxNode = z.object({
  codeId: z.number(),
  code: z.string(),
  level: Level.schema,
  /** Which one it is of the codes in its box, from 1; 0 where nothing holds it. */
  place: z.number(),
  /** Codes that lie directly in it. */
  childCnt: z.number(),
  /** How many fit into a box, and how it stands; 0 and null of an item. */
  capacity: z.number(),
  boxState: BoxState.schema.nullable(),
});
export type BoxNode = z.output<typeof BoxNode>;

const codeId = int(1, Number.MAX_SAFE_INTEGER, '编码不存在');
const code = z.string({ error: '请输入或扫描编码' }).trim().min(1, '请输入或扫描编码').max(512);

/** What runs of a segment are asked about. */
export const SpanDim = enumeration({
  bind: { label: '启用区间' },
  void: { label: '作废区间' },
  pack: { label: '装箱区间' },
  ship: { label: '流向区间' },
  reg: { label: '注册区间' },
});

export const ScanRow = z.object({
  id: z.number(),
  at: time,
  verdict: Verdict.schema,
  province: z.string(),
  city: z.string(),
  entry: Entry.schema,
  geoSource: GeoSource.schema,
  device: z.string(),
  ip: z.string(),
  isCounted: z.boolean(),
});

/** A run of a segment in which one thing holds. */
const SpanRow = z.object({
  id: z.number(),
  serialFrom: z.number(),
  serialTo: z.number(),
  /** What holds for the run, as far as its kind says: bind product, lot and channel, void reason, the box it is packed in, where it went, its handle. */
  storeName: z.string(),
  lotNo: z.string(),
  channelName: z.string(),
  voidKind: z.number().nullable(),
  boxCode: z.string(),
  shipStatus: z.number().nullable(),
  holderName: z.string(),
  handle: z.string(),
  regStatus: z.number().nullable(),
  reason: z.string(),
  opNo: z.string(),
  at: time,
});

/** A run of codes that are bound to one lot. */
export const LotRunRow = z.object({
  seg: z.number(),
  level: Level.schema,
  taskNo: z.string(),
  serialFrom: z.number(),
  serialTo: z.number(),
  count: z.number(),
  firstCode: z.string(),
  lastCode: z.string(),
  state: SegmentState.schema,
});
export type LotRunRow = z.output<typeof LotRunRow>;

const identityAt = resource('/admin/identity/identity', 'admin:identity:identity', '码段');
export const identityApi = defineApi({
  /** 码段. */
  list: identityAt.list(SegmentRow, {
    firmId: id().optional(),
    taskNo: filterText,
    taskId: id().optional(),
    productId: id().optional(),
    level: Level.schema.optional(),
    state: SegmentState.schema.optional(),
    source: CodeSource.schema.optional(),
    /** Segments that have a code of this serial number. */
    serial: serialField().optional(),
  }),
  spans: identityAt.read(
    '码段区间',
    '/span/list',
    'list',
    z.object({ seg: segField(), dim: SpanDim.schema, ...paging }),
    pageOf(SpanRow),
  ),
  /** The runs of codes that are bound to a lot now, by segment and serial. */
  ofLot: read(
    '批次的码',
    '/admin/identity/identity/lot/list',
    { any: ['admin:identity:identity:list', 'admin:lottery:scope:save', 'admin:lottery:scope:update'] },
    z.object({ lotId: id('请选择批次'), ...paging }),
    pageOf(LotRunRow),
  ),
  /** A few codes of a segment, chosen at random, to hold against the print. */
  sample: identityAt.read(
    '抽查编码',
    '/sample',
    'list',
    z.object({ seg: segField(), n: int(1, 10, '抽样数量应为1-10的整数').default(5) }),
    z.array(z.object({ serial: z.number(), code: z.string(), url: z.string() })),
  ),
  query: identityAt.send(
    '单码查询',
    '/query',
    'list',
    z.object({
      texts: z.array(z.string().max(512)).min(1, '请输入或扫描编码').max(200, '一次最多查询200个编码'),
    }),
    z.object({ rows: z.array(CodeFacts), errors: z.array(z.object({ text: z.string(), message: z.string() })) }),
    { log: false },
  ),
  info: identityAt.read('编码详情', '/info', 'list', z.object({ code }), CodeFacts),
  timeline: identityAt.read('编码动态', '/timeline', 'list', z.object({ code }), z.array(TimelineEvent)),
  scans: identityAt.read('扫码记录', '/scan/list', 'list', z.object({ code, ...paging }), pageOf(ScanRow)),
  /** The boxes a code lies in, the outermost first, and the code itself last. */
  parents: identityAt.read(
    '上级包装',
    '/parents',
    'list',
    z.object({ codeId }),
    z.object({
      chain: z.array(BoxNode),
      /** Items in the outermost box. */
      itemCnt: z.number(),
    }),
  ),
  /** What lies directly in a box, in the order of serials: also for who packs, takes out and replaces. */
  children: read(
    '下级包装',
    '/admin/identity/identity/children',
    { any: ['admin:identity:identity:list', 'admin:identity:pack:list'] },
    z.object({ codeId, ...paging }),
    pageOf(BoxNode),
  ),
  segmentState: identityAt.change(
    '冻结或解冻码段',
    '/segment/state',
    'freeze',
    z.object({
      seg: segField(),
      state: SegmentState.schema,
      reason: text('原因', { max: 100, missing: '请填写原因' }),
    }),
    z.null(),
  ),
});
