import { z } from 'zod';
import { enumeration } from '../../kit/enumeration.ts';
import { decimal, flag, int, oneOf, optionalText, text } from '../../kit/fields.ts';
import { resolutions, usualDpi } from './dots.ts';

/** What a label says of its code, its goods and its firm. */
export const Variable = enumeration({
  productName: { label: '产品名' },
  spec: { label: '规格' },
  lotNo: { label: '批次' },
  serialNo: { label: '流水号' },
  produceDate: { label: '生产日期' },
  firmName: { label: '企业名' },
  actText: { label: '活动文案' },
  code: { label: '编码' },
  serial: { label: '序号' },
  pin: { label: '防伪验证码' },
  innerCode: { label: '暗码' },
  boxCode: { label: '箱码' },
  gtin: { label: '商品条码' },
});
export type Variable = (typeof Variable.options)[number]['value'];

/** The values of a label's variables, and the addresses of its code. */
export type LabelValues = Record<Variable | 'url' | 'innerUrl', string>;

/** What a QR code leads to: a face of the code, with its address or alone. */
export const QrContent = enumeration({
  url: { label: '产品码，链接' },
  code: { label: '产品码，仅编码' },
  innerUrl: { label: '暗码，链接' },
  innerCode: { label: '暗码，仅编码' },
});
/** Error correction of a QR code (ISO/IEC 18004). */
export const QrLevel = enumeration({
  L: { label: 'L 7%' },
  M: { label: 'M 15%' },
  Q: { label: 'Q 25%' },
  H: { label: 'H 30%' },
});
export const Symbology = enumeration({ code128: { label: 'Code 128' }, ean13: { label: 'EAN-13' } });
/** What a bar code says; an EAN-13 says the product's own number. */
export const BarContent = enumeration({
  code: { label: '编码' },
  serialNo: { label: '流水号' },
  serial: { label: '序号' },
  lotNo: { label: '批次' },
  boxCode: { label: '箱码' },
  innerCode: { label: '暗码' },
  gtin: { label: '商品条码' },
});
export const FontWeight = enumeration({ regular: { label: '常规' }, bold: { label: '加粗' } });
export const TextAlign = enumeration({ left: { label: '左' }, center: { label: '中' }, right: { label: '右' } });
export const TextOverflow = enumeration({
  shrink: { label: '缩小' },
  cut: { label: '截断' },
  wrap: { label: '换行' },
});

/** Most elements of one label. */
export const mostElements = 60;
/** Largest coordinate and side of an element, in millimetres. */
export const mostMm = 500;

const place = decimal(0, mostMm, `位置和尺寸应为0-${mostMm}毫米`);
const side = decimal(0.1, mostMm, `位置和尺寸应为0.1-${mostMm}毫米`);
const badColor = '颜色不正确';

const common = {
  /** Names it among the elements of its label. */
  id: z.string({ error: '元素编号不正确' }).regex(/^[A-Za-z0-9_-]{1,20}$/, '元素编号不正确'),
  /** What its layer is called; '' shows what it is. */
  name: optionalText('图层名称', 30),
  /** Millimetres from the paper's left and upper edge, before it is turned about its middle. */
  x: place,
  y: place,
  w: side,
  h: side,
  /** Degrees, clockwise. */
  rotate: int(0, 359, '旋转应为0-359度').default(0),
  color: z
    .string({ error: badColor })
    .regex(/^#[0-9a-fA-F]{6}$/, badColor)
    .default('#000000'),
  locked: flag.default(false),
};

const lettering = {
  /** Points. */
  size: decimal(4, 72, '字号应为4-72'),
  weight: FontWeight.schema.default('regular'),
  align: TextAlign.schema.default('left'),
  overflow: TextOverflow.schema.default('shrink'),
};
const thickness = decimal(0.1, 10, '线宽应为0.1-10毫米');

/** A square code; the shorter side counts. */
export const QrElement = z.object({
  kind: z.literal('qr'),
  ...common,
  content: QrContent.schema.default('url'),
  level: QrLevel.schema.default('M'),
  /** Modules that stay empty around it. */
  quiet: int(0, 10, '静区应为0-10格').default(4),
});
export const BarcodeElement = z.object({
  kind: z.literal('barcode'),
  ...common,
  symbology: Symbology.schema.default('code128'),
  content: BarContent.schema.default('code'),
  showsText: flag.default(true),
});
export const TextElement = z.object({
  kind: z.literal('text'),
  ...common,
  ...lettering,
  text: text('文本', { max: 200 }),
});
export const VariableElement = z.object({
  kind: z.literal('variable'),
  ...common,
  ...lettering,
  variable: Variable.schema,
  /** Stands before the value. */
  prefix: z.string({ error: '前缀不正确' }).max(20, '前缀不能超过20个字符').default(''),
});
export const ImageElement = z.object({
  kind: z.literal('image'),
  ...common,
  /** A picture of the library; '' until one is chosen. */
  src: z
    .string({ error: '请选择图片' })
    .max(300, '文件地址过长')
    .regex(/^\/media\/[A-Za-z0-9][A-Za-z0-9/._-]*$/, '请从素材库选择图片')
    .regex(/\.(jpe?g|png|gif|webp)$/i, '标签图片支持jpg、png、gif、webp'),
});
/** A straight line along its width; `h` is its thickness. */
export const LineElement = z.object({ kind: z.literal('line'), ...common, h: thickness });
export const RectElement = z.object({
  kind: z.literal('rect'),
  ...common,
  /** Of its edge; it lies inside. */
  thickness: thickness.default(0.3),
  filled: flag.default(false),
  radius: decimal(0, 50, '圆角应为0-50毫米').default(0),
});

export const Element = z.discriminatedUnion(
  'kind',
  [QrElement, BarcodeElement, TextElement, VariableElement, ImageElement, LineElement, RectElement],
  { error: '元素类型不正确' },
);
export type Element = z.output<typeof Element>;
export type ElementOf<K extends Element['kind']> = Extract<Element, { kind: K }>;

/** The sheet a label is printed on. */
export const Paper = z.object(
  {
    widthMm: decimal(10, 300, '纸宽应为10-300毫米'),
    heightMm: decimal(10, 300, '纸高应为10-300毫米'),
    /** Between two labels. */
    gapMm: decimal(0, 20, '间距应为0-20毫米').default(0),
    /** Of the printer it is made for. */
    dpi: oneOf(resolutions, '打印机分辨率不正确').default(usualDpi),
  },
  { error: '请设置纸张' },
);
export type Paper = z.output<typeof Paper>;

/** How labels lie on what the printer takes. */
export const Sheet = enumeration({ roll: { label: '卷标' }, a4: { label: 'A4' } });
export type Sheet = (typeof Sheet.options)[number]['value'];
