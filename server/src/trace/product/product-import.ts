import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { isGtin, toGtin14 } from '@zhuiyuan/contract/kit/gs1';
import { GtinKind } from '@zhuiyuan/contract/trace/product/product-enums';
import { ShelfUnit } from '@zhuiyuan/contract/trace/lot/shelf-unit';
import { z } from 'zod';
import { choiceCell, intCell, textCell } from '../../kit/sheets/cells.ts';
import type { Importer } from '../../jobs/importer.ts';
import { invalid } from '../../kit/refusal.ts';
import { insertProduct } from './product-writes.ts';

const ProductLine = z.object({
  productNo: textCell('编号', 30).refine((value) => /^[\w.\-/]*$/.test(value), '编号仅支持字母、数字和-_./'),
  storeName: z.string().min(2, '名称不能少于2个字符').max(60, '名称不能超过60个字符'),
  spec: textCell('规格', 40),
  unit: z.string().max(8, '单位不能超过8个字符'),
  gtin: textCell('条码', 14).refine((value) => value === '' || isGtin(value), '条码校验位不正确'),
  boxNum: intCell('箱比', 0, 1000),
  caseNum: intCell('大箱比', 0, 1000),
  shelfLife: intCell('保质期', 1, 9999),
  shelfUnit: choiceCell('保质期单位', ShelfUnit.options),
  origin: textCell('产地', 40),
  standardNo: textCell('执行标准', 40),
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
    const same = await db
      .selectFrom('product')
      .select(['id', 'storeName'])
      .where('firmId', '=', firmId)
      .where('isDel', '=', 0)
      .$if(line.productNo !== '', (query) => query.where('productNo', '=', line.productNo))
      .$if(line.productNo === '', (query) =>
        query.where('storeName', '=', line.storeName).where('spec', '=', line.spec),
      )
      .limit(1)
      .executeTakeFirst();
    if (same?.storeName === line.storeName) return 'skip';
    if (same) throw invalid('productNo', '编号已存在');
    await insertProduct(
      db,
      {
        ...line,
        gtin: line.gtin ? toGtin14(line.gtin) : '',
        gtinKind: GtinKind.gs1,
        boxNum: line.boxNum ?? 0,
        caseNum: line.caseNum ?? 0,
        shelfUnit: line.shelfUnit ?? ShelfUnit.day,
        brand: '',
        licenseNo: '',
        gtinBox: '',
        gtinCase: '',
        allowMix: false,
        image: '',
        images: [],
        flowTypeIds: [],
        regOn: false,
        regTemplate: [],
        video: '',
        detail: '',
        status: Enabled.on,
        remark: '',
      },
      { firmId, operatorId: operator.id },
    );
    return 'done';
  },
};
