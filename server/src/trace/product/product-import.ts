import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { ShelfUnit } from '@zhuiyuan/contract/trace/lot/shelf-unit';
import { isGtin, shownGtin } from '@zhuiyuan/contract/kit/gs1';
import { packText } from '@zhuiyuan/contract/trace/product/pack-text';
import type { ProductRow } from '@zhuiyuan/contract/trace/product/product';
import { ProductDraft } from '@zhuiyuan/contract/trace/product/product-draft';
import { GtinKind, shelfText } from '@zhuiyuan/contract/trace/product/product-enums';
import { z } from 'zod';
import type { Importer } from '../../jobs/importer.ts';
import { live } from '../../kit/db/live.ts';
import { looksLike } from '../../kit/db/looks-like.ts';
import { lookOf } from '@zhuiyuan/contract/kit/typed';
import { invalid } from '../../kit/refusal.ts';
import { choiceCell, numberCell } from '../../kit/sheets/cells.ts';
import type { Column } from '../../kit/sheets/xlsx.ts';
import { insertProduct } from './product-writes.ts';

const { shape } = ProductDraft;
/** What a line leaves out is as in a new form; the picture comes later. */
const ProductLine = z
  .object(shape)
  .omit({ firmId: true, image: true })
  .extend({
    gtin: shape.gtin.refine((value) => value === '' || isGtin(value), '条码校验位不正确'),
    boxNum: numberCell(shape.boxNum),
    caseNum: numberCell(shape.caseNum),
    shelfLife: numberCell(shape.shelfLife),
    shelfUnit: choiceCell('保质期单位', ShelfUnit.options).transform((unit) => shape.shelfUnit.parse(unit)),
  });
type ProductLine = z.output<typeof ProductLine>;

/** Products from a file. One that is there already, by its number or else by name and specification, is passed over. */
export const productImporter: Importer<ProductLine> = {
  biz: 'product',
  may: 'admin:identity:product:import',
  columns: [
    { title: '编号', key: 'productNo', example: 'P000101，不填则自动编号' },
    { title: '名称', key: 'storeName', isRequired: true, width: 32, example: '明前龙井礼盒' },
    { title: '规格', key: 'spec', example: '250g/盒' },
    { title: '单位', key: 'unit', isRequired: true, example: '盒' },
    { title: '条码', key: 'gtin', width: 18, example: '6901234567892，请设为文本格式' },
    { title: '箱比', key: 'boxNum', example: '12（每小箱件数，0为没有小箱）' },
    { title: '大箱比', key: 'caseNum', example: '6（每大箱小箱数，0为没有大箱）' },
    { title: '保质期', key: 'shelfLife', example: '18' },
    { title: '保质期单位', key: 'shelfUnit', example: '天、月或年，不填为天' },
    { title: '产地', key: 'origin', example: '浙江杭州' },
    { title: '执行标准', key: 'standardNo', example: 'GB/T 18650' },
  ],
  row: ProductLine,
  unique: { column: 'productNo', of: ({ productNo }) => productNo || undefined },
  apply: async ({ db, firmId, operator }, line) => {
    const same = await live(db, 'product')
      .select(['id', 'storeName'])
      .where('firmId', '=', firmId)
      .$if(line.productNo !== '', (query) => query.where('productNo', '=', line.productNo))
      .$if(line.productNo === '', (query) =>
        query.where(looksLike('storeName', line.storeName)).where(looksLike('spec', line.spec)),
      )
      .limit(1)
      .executeTakeFirst();
    if (same && lookOf(same.storeName) === lookOf(line.storeName)) return 'skip';
    if (same) throw invalid('productNo', '编号已存在');
    await insertProduct(db, { ...line, image: '' }, { firmId, operatorId: operator.id });
    return 'done';
  },
};

/** Columns of the exported list of products. */
export const productColumns: Column<ProductRow>[] = [
  { title: '产品名称', width: 36, cell: (row) => row.storeName },
  { title: '产品编号', cell: (row) => row.productNo },
  { title: '产品分类', cell: (row) => row.className },
  { title: '品牌', cell: (row) => row.brand },
  { title: '规格型号', cell: (row) => row.spec },
  { title: '计量单位', cell: (row) => row.unit },
  { title: '条码', width: 18, cell: (row) => shownGtin(row.gtin) },
  { title: '条码类型', width: 18, cell: (row) => GtinKind.label(row.gtinKind) },
  { title: '包装比例', width: 26, cell: packText },
  { title: '保质期', cell: (row) => (row.shelfLife === null ? '' : shelfText(row.shelfLife, row.shelfUnit)) },
  { title: '溯源模板', width: 20, cell: (row) => row.tempName || '企业默认' },
  { title: '批次数', cell: (row) => row.lotCount },
  { title: '已启用码', cell: (row) => row.codeCount },
  { title: '扫码数', cell: (row) => row.scanCount },
  { title: '标识注册', cell: (row) => (row.regOn ? '是' : '否') },
  { title: '所属企业', width: 36, cell: (row) => row.firmName },
  { title: '状态', cell: (row) => Enabled.label(row.status) },
  { title: '创建时间', width: 20, cell: (row) => row.createTime },
];
