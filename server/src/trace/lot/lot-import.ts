import { shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { LotDraft, LotName } from '@zhuiyuan/contract/trace/lot/lot';
import { traceRefusals } from '@zhuiyuan/contract/trace/trace-refusals';
import { z } from 'zod';
import { dayCell, numberCell } from '../../kit/sheets/cells.ts';
import { absent, type Importer } from '../../jobs/importer.ts';
import { live } from '../../kit/db/live.ts';
import { refuse } from '../../kit/refusal.ts';
import { checkLotNo } from './check-lot-no.ts';
import { insertNewLot } from './lot-writes.ts';
import { plainNumber } from '@zhuiyuan/contract/kit/typed';

const { lineNo, workshop, team, planQty } = LotDraft.shape;
const LotLine = LotName.safeExtend({
  productNo: z.string().overwrite(plainNumber).max(30, '产品编号不能超过30个字符'),
  // a day after today is refused with its own number when the row is applied
  produceDate: dayCell('生产日期').unwrap(),
  expireDate: dayCell('到期日期'),
  lineNo,
  workshop,
  team,
  planQty: numberCell(planQty),
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
    const product = await live(db, 'product')
      .select(['id', 'firmId', 'shelfLife', 'shelfUnit'])
      .where('firmId', '=', firmId)
      .where('productNo', '=', productNo)
      .executeTakeFirst();
    if (!product) throw absent('productNo', productNo);
    await checkLotNo(db, product.firmId, line.lotNo);
    const made = await insertNewLot(db, line, product, operator.id).returning('id').executeTakeFirst();
    return made ? 'done' : 'skip';
  },
};
