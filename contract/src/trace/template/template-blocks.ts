import { z } from 'zod';
import { enumeration } from '../../kit/enumeration.ts';
import { flag, id, int, latitude, longitude, optionalText } from '../../kit/fields.ts';
import { optionalFileAddress, pictures } from '../../kit/picture.ts';

/** Kinds of blocks a trace page is made of, in the order of the palette. */
export const BlockKind = enumeration({
  verdict: { label: '防伪结果' },
  carousel: { label: '产品轮播' },
  product: { label: '产品信息' },
  video: { label: '视频' },
  lot: { label: '批次信息' },
  flows: { label: '流程时间轴' },
  reports: { label: '检测报告' },
  logistics: { label: '物流轨迹' },
  firm: { label: '企业介绍' },
  certs: { label: '资质证书' },
  map: { label: '地图' },
  graphic: { label: '图文' },
  rich: { label: '富文本' },
  identifier: { label: '标识解析信息' },
  lottery: { label: '抽奖入口' },
  goods: { label: '商城商品' },
  coupon: { label: '优惠券' },
  phone: { label: '客服电话' },
  report: { label: '举报入口' },
  follow: { label: '关注公众号' },
  divider: { label: '分割线' },
});
export type BlockKind = (typeof BlockKind.options)[number]['value'];

/** Facts of the product that 产品信息 can show below its name and picture. */
export const ProductFact = enumeration({
  brand: { label: '品牌' },
  spec: { label: '规格型号' },
  origin: { label: '产地' },
  gtin: { label: '商品条码' },
  shelfLife: { label: '保质期' },
  standardNo: { label: '执行标准' },
  licenseNo: { label: '生产许可证' },
  price: { label: '建议零售价' },
  detail: { label: '产品详情' },
});
export type ProductFact = (typeof ProductFact.options)[number]['value'];

/** Facts of the lot that 批次信息 can show. */
export const LotFact = enumeration({
  lotNo: { label: '批号' },
  produceDate: { label: '生产日期' },
  expireDate: { label: '有效期至' },
  workshop: { label: '生产车间' },
  lineNo: { label: '生产线' },
  team: { label: '班组' },
  qcState: { label: '质检结果' },
});
export type LotFact = (typeof LotFact.options)[number]['value'];

/** Where a block takes its content from. */
export const BlockSource = enumeration({
  known: { value: 1, label: '产品或企业资料' },
  own: { value: 2, label: '自定义' },
});
/** Shape of the carousel's pictures. */
export const PictureRatio = enumeration({
  square: { value: '1:1', label: '1:1 方图' },
  fourThirds: { value: '4:3', label: '4:3' },
  wide: { value: '16:9', label: '16:9' },
});
/** Order of a timeline. */
export const TimeOrder = enumeration({ desc: { label: '最近的在前' }, asc: { label: '最早的在前' } });
/** Pictures beside each other in 图文. */
export const PictureColumns = enumeration({
  one: { value: 1, label: '单列' },
  two: { value: 2, label: '两列' },
  three: { value: 3, label: '三列' },
});
export const DividerLook = enumeration({ line: { value: 1, label: '细线' }, blank: { value: 2, label: '留白' } });

const title = optionalText('标题', 20);
const facts = <V extends string>(from: { schema: z.ZodType<V, string> }) =>
  z
    .array(from.schema, { error: '取值不正确' })
    .max(20, '取值不正确')
    .default([])
    .transform((values) => [...new Set(values)]);
const webLink = optionalText('链接', 300).refine(
  (value) => value === '' || /^(?:\/(?!\/)|https?:\/\/)[^\s"'<>\\]*$/.test(value),
  '链接应以http://、https://或/开头',
);

const block = <K extends BlockKind, S extends z.ZodRawShape>(kind: K, shape: S) =>
  z.object({
    kind: z.literal(kind),
    /** The block's own mark within its template. */
    id: z.string({ error: '组件不正确' }).regex(/^[\w-]{1,40}$/, '组件不正确'),
    /** Kept in the template but not shown to shoppers. */
    hidden: flag.default(false),
    ...shape,
  });

/** What each kind of block can be set to. A block without content shows nothing. */
export const blockSchemas = {
  verdict: block('verdict', {}),
  carousel: block('carousel', { ratio: PictureRatio.schema.default('1:1') }),
  product: block('product', { title, facts: facts(ProductFact) }),
  video: block('video', {
    title,
    source: BlockSource.schema.default(1),
    url: optionalFileAddress,
    cover: optionalFileAddress,
  }),
  lot: block('lot', { title, facts: facts(LotFact) }),
  flows: block('flows', {
    title,
    /** Flow types shown; none chosen means all. */
    typeIds: z.array(id('流程类型不正确'), { error: '流程类型不正确' }).max(40).default([]),
    order: TimeOrder.schema.default('desc'),
    /** Transport stands in the same thread. */
    withLogistics: flag.default(true),
  }),
  reports: block('reports', { title }),
  logistics: block('logistics', { title }),
  firm: block('firm', { title, withImages: flag.default(true), withContact: flag.default(true) }),
  certs: block('certs', { title, withLicense: flag.default(true), images: pictures(9) }),
  map: block('map', {
    title,
    source: BlockSource.schema.default(1),
    place: optionalText('地点名称', 40),
    address: optionalText('详细地址', 120),
    lng: longitude,
    lat: latitude,
  }),
  graphic: block('graphic', {
    title,
    text: optionalText('文字', 1000),
    images: pictures(9),
    columns: PictureColumns.schema.default(1),
    link: webLink,
  }),
  rich: block('rich', {
    title,
    html: z.string({ error: '内容格式不正确' }).max(50_000, '内容不能超过50000个字符').default(''),
  }),
  identifier: block('identifier', { title }),
  lottery: block('lottery', { title }),
  goods: block('goods', { title }),
  coupon: block('coupon', { title }),
  phone: block('phone', { title }),
  report: block('report', { title }),
  follow: block('follow', { title }),
  divider: block('divider', {
    look: DividerLook.schema.default(1),
    height: int(4, 60, '高度应为4-60的整数').default(16),
  }),
} as const satisfies Record<BlockKind, z.ZodObject>;

/** One block of a trace page. */
export const Block = z.discriminatedUnion(
  'kind',
  [
    blockSchemas.verdict,
    blockSchemas.carousel,
    blockSchemas.product,
    blockSchemas.video,
    blockSchemas.lot,
    blockSchemas.flows,
    blockSchemas.reports,
    blockSchemas.logistics,
    blockSchemas.firm,
    blockSchemas.certs,
    blockSchemas.map,
    blockSchemas.graphic,
    blockSchemas.rich,
    blockSchemas.identifier,
    blockSchemas.lottery,
    blockSchemas.goods,
    blockSchemas.coupon,
    blockSchemas.phone,
    blockSchemas.report,
    blockSchemas.follow,
    blockSchemas.divider,
  ],
  { error: '组件不正确' },
);
export type Block = z.output<typeof Block>;
/** The block of one kind. */
export type BlockOf<K extends BlockKind> = Extract<Block, { kind: K }>;

/** Kinds whose content comes with later functions; until then shoppers see nothing of them. */
export const laterKinds: ReadonlySet<BlockKind> = new Set<BlockKind>(['goods', 'coupon', 'follow']);

export const mostBlocks = 40;

/** The blocks of a template from top to bottom: at most 40, each with a mark of its own, 防伪结果 exactly once. */
export const Blocks = z
  .array(Block, { error: '请添加组件' })
  .max(mostBlocks, `组件不能超过${mostBlocks}个`)
  .superRefine((blocks, context) => {
    const verdicts = blocks.filter(({ kind }) => kind === 'verdict');
    if (verdicts.length !== 1) context.addIssue({ code: 'custom', message: '防伪结果组件必须有且只有一个' });
    else if (verdicts[0]!.hidden) context.addIssue({ code: 'custom', message: '防伪结果组件不能隐藏' });
    if (new Set(blocks.map(({ id: own }) => own)).size !== blocks.length)
      context.addIssue({ code: 'custom', message: '组件重复' });
  });
