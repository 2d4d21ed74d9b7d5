import { placesText } from '../../kit/places.ts';
import { z } from 'zod';
import { Enabled } from '../../kit/enumeration.ts';
import { fen, flag, id, int, optionalText, text } from '../../kit/fields.ts';
import { isGtin } from '../../kit/gs1.ts';
import { fileAddress, optionalFileAddress, pictures } from '../../kit/picture.ts';
import { GtinKind } from './product-enums.ts';
import { ShelfUnit } from '../lot/shelf-unit.ts';
import { RegTemplate } from './reg-template.ts';
import { plainDigits, plainNumber } from '../../kit/typed.ts';

const packNum = int(0, 1000, '包装数量应为0-1000的整数').default(0);
const packBarcode = (label: string) =>
  optionalText(label, 14, plainDigits).refine(
    (value) => value === '' || (/^[1-8]\d{13}$/.test(value) && isGtin(value)),
    `${label}应为以1-8开头、校验位正确的14位数字`,
  );

/** A product as it is typed. Blank `productNo` gets the firm's next number; `gtinKind` 2 gets an internal barcode. */
export const ProductDraft = z
  .object({
    firmId: id('请选择所属企业').optional(),
    storeName: text('产品名称', { min: 2, max: 60 }),
    productNo: optionalText('产品编号', 30, plainNumber).refine(
      (value) => /^[\w.\-/]*$/.test(value),
      '产品编号仅支持字母、数字和-_./',
    ),
    classId: id('产品分类不正确').optional(),
    brand: optionalText('品牌', 30),
    spec: optionalText('规格型号', 40),
    origin: optionalText('产地', 40),
    unit: text('计量单位', { max: 8, missing: '请选择计量单位' }),
    price: fen('建议零售价').optional(),
    shelfLife: int(1, 9999, '保质期应为1-9999的整数').optional(),
    shelfUnit: ShelfUnit.schema.default(1),
    standardNo: optionalText('执行标准号', 40),
    licenseNo: optionalText('生产许可证号', 40),
    gtinKind: GtinKind.schema.default(1),
    gtin: optionalText('商品条码', 14, plainDigits),
    boxNum: packNum,
    caseNum: packNum,
    gtinBox: packBarcode('小箱条码'),
    gtinCase: packBarcode('大箱条码'),
    allowMix: flag.default(false),
    image: fileAddress('请上传产品主图'),
    images: pictures(10),
    video: optionalFileAddress,
    detail: optionalText('产品详情', 50_000),
    /** Absent: the firm's default template. */
    tempId: id('溯源模板不正确').optional(),
    /** 必填流程: types every lot must have an audited record of. */
    flowTypeIds: z.array(id('流程类型不正确'), { error: '流程类型不正确' }).max(50, '必填流程最多50个').default([]),
    /** Registers the product and its lots with the firm's identifier node; 61120 without a node. */
    regOn: flag.default(false),
    regTemplate: RegTemplate.default([]),
    status: Enabled.schema.default(0),
    remark: optionalText('备注', 200),
  })
  .refine(({ gtinKind, gtin }) => gtinKind === GtinKind.internal || gtin === '' || isGtin(gtin), {
    path: ['gtin'],
    error: ({ input }) => placesText('商品条码校验位不正确', [8, 12, 13, 14], (input as { gtin: string }).gtin),
    // also while other fields are still missing
    when: ({ value }) => typeof (value as { gtin?: unknown }).gtin === 'string',
  });
export type ProductDraft = z.output<typeof ProductDraft>;
