import { z } from 'zod';
import { enumeration } from '../../kit/enumeration.ts';
import { int, optionalText, text } from '../../kit/fields.ts';

/** Where an item of a record takes its value from. */
export const ItemSource = enumeration({
  product: { value: 1, label: '产品字段' },
  lot: { value: 2, label: '批次字段' },
  fixed: { value: 3, label: '固定值' },
});

/** Facts of a product that an item can hold; those every record holds anyway are not among them. */
export const ProductItem = enumeration({
  productNo: { label: '产品编号' },
  brand: { label: '品牌' },
  className: { label: '产品分类' },
  unit: { label: '计量单位' },
  origin: { label: '产地' },
  gtin: { label: '商品条码' },
  shelfLife: { label: '保质期' },
  standardNo: { label: '执行标准号' },
  licenseNo: { label: '生产许可证号' },
});
export type ProductItem = (typeof ProductItem.options)[number]['value'];

/** Facts of a lot that an item can hold; a product's own record leaves such items out. */
export const LotItem = enumeration({
  expireDate: { label: '有效期至' },
  lineNo: { label: '产线' },
  workshop: { label: '车间' },
  team: { label: '班组' },
  planQty: { label: '计划产量' },
  qcState: { label: '质检结果' },
});
export type LotItem = (typeof LotItem.options)[number]['value'];

/** One item that the records of a product, its lots and its codes have besides those all records have. */
export const RegTemplateItem = z
  .object({
    index: int(100, 9999, '索引应为100-9999的整数'),
    name: text('名称', { max: 30 }),
    source: z.union([z.string(), z.number()], { error: '请选择取值来源' }).pipe(ItemSource.schema),
    /** Of which field, for sources 1 and 2. */
    field: optionalText('字段', 20),
    /** The text itself, for source 3. */
    value: optionalText('固定值', 200),
  })
  .superRefine(({ source, field, value }, context) => {
    const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (source === ItemSource.fixed && value === '') wrong('value', '请输入固定值');
    if (source === ItemSource.product && !ProductItem.of(field)) wrong('field', '请选择产品字段');
    if (source === ItemSource.lot && !LotItem.of(field)) wrong('field', '请选择批次字段');
  });
export type RegTemplateItem = z.output<typeof RegTemplateItem>;

export const mostRegItems = 50;

/** The items of a product's data template; no index twice. */
export const RegTemplate = z
  .array(RegTemplateItem, { error: '数据项格式不正确' })
  .max(mostRegItems, `数据项最多${mostRegItems}个`)
  .superRefine((items, context) => {
    const seen = new Set<number>();
    for (const [at, { index }] of items.entries()) {
      if (seen.has(index)) context.addIssue({ code: 'custom', path: [at, 'index'], message: '索引重复' });
      seen.add(index);
    }
  });
