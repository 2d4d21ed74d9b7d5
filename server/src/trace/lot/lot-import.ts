import { shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { expireDate } from '@zhuiyuan/contract/trace/lot/expire-date';
import type { ShelfUnit } from '@zhuiyuan/contract/trace/lot/shelf-unit';
import { traceRefusals } from '@zhuiyuan/contract/trace/trace-refusals';
import { z } from 'zod';
import { dayCell, intCell, textCell } from '../../kit/sheets/cells.ts';
import { absent, type Importer } from '../../jobs/importer.ts';
import { refuse } from '../../kit/refusal.ts';

const LotLine = z
  .object({
    productNo: z.string().max(30, '产品编号不能超过30个字符'),
    lotNo: z.string().regex(/^[A-Za-z0-9._/-]{1,20}$/, traceRefusals.badLotNo[1]),
    produceDate: dayCell('生产日期').transform((day) => day!),
    expireDate: dayCell('到期日期'),
    lineNo: textCell('产线', 30),
    workshop: textCell('车间', 30),
    team: textCell('班组', 30),
    planQty: intCell('计划数量', 0, 1_000_000_000_000),
  })
  .refine(({ produceDate: from, expireDate: to }) => !to || to > from, {
    path: ['expireDate'],
    message: '到期日期应晚于生产日期',
  });
type LotLine = z.output<typeof LotLine>;

/** Lots from a file. One whose product has the number already is passed over. */
export const lotImporter: Importer<LotLine> = {
  biz: 'lot',
  may: 'admin:identity:lot:save',
  columns: [
    { title: '产品编号', key: 'productNo', isRequired: true, example: 'P000001' },
    { title: '批号', key: 'lotNo', isRequired: true, width: 20, example: 'L20260105' },
    { title: '生产日期', key: 'produceDate', isRequired: true, width: 14, example: '2026-01-05' },
    { title: '到期日期', key: 'expireDate', width: 14, example: '2027-07-04，不填则按保质期计算' },
    { title: '产线', key: 'lineNo', example: '1号线' },
    { title: '车间', key: 'workshop', example: '一车间' },
    { title: '班组', key: 'team', example: '早班' },
    { title: '计划数量', key: 'planQty', example: '5000' },
  ],
  row: LotLine,
  unique: { column: 'lotNo', of: ({ productNo, lotNo }) => `${productNo}\u0000${lotNo}` },
  apply: async ({ db, firmId, operator }, { productNo, ...line }) => {
    if (line.produceDate > shanghaiToday())
      throw refuse(traceRefusals.producedLater, {}, { fields: [{ field: 'produceDate' }] });
    const product = await db
      .selectFrom('product')
      .select(['id', 'shelfLife', 'shelfUnit'])
      .where('firmId', '=', firmId)
      .where('productNo', '=', productNo)
      .where('isDel', '=', 0)
      .executeTakeFirst();
    if (!product) throw absent('productNo', productNo);
    const byShelf = product.shelfLife
      ? expireDate(line.produceDate, product.shelfLife, product.shelfUnit as ShelfUnit)
      : null;
    const made = await db
      .insertInto('lot')
      .values({
        ...line,
        firmId,
        productId: product.id,
        expireDate: line.expireDate ?? byShelf,
        planQty: line.planQty ?? null,
        createdBy: operator.id,
      })
      .onConflict((conflict) => conflict.columns(['firmId', 'productId', 'lotNo']).where('isDel', '=', 0).doNothing())
      .returning('id')
      .executeTakeFirst();
    return made ? 'done' : 'skip';
  },
};
