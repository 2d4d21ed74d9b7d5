import { redemptionApi, shipFields } from '@zhuiyuan/contract/claim/redemption';
import { RedemptionStatus, shipCompanies } from '@zhuiyuan/contract/claim/redemption-states';
import { z } from 'zod';
import { absent, type Importer, type NumberedRow, type Outcome } from '../jobs/importer.ts';
import type { Db } from '../kit/db/database.ts';
import { Refusal } from '../kit/refusal.ts';
import { shipRedemption } from './redemption-writes.ts';

const Line = z.object({
  redeemNo: z
    .string({ error: '请输入兑换单号' })
    .trim()
    .max(24, '兑换单号不能超过24个字符')
    .transform((value) => value.toUpperCase()),
  shipCompany: z.enum(shipCompanies, { error: `物流公司应为${shipCompanies.join('、')}之一` }),
  shipNo: shipFields.shipNo,
});
type Line = z.output<typeof Line>;

/** Rows in one transaction. */
const rowsAtOnce = 100;

/** 批量导入物流单号: ships orders that were passed. One that has the number already is passed over. */
export const shipImporter: Importer<Line> = {
  biz: 'redeem_ship',
  may: redemptionApi.importShips.may,
  columns: [
    { title: '兑换单号', key: 'redeemNo', isRequired: true, width: 24, example: 'R2026112600000001' },
    { title: '物流公司', key: 'shipCompany', isRequired: true, width: 16, example: shipCompanies[0] },
    { title: '物流单号', key: 'shipNo', isRequired: true, width: 24, example: 'SF1234567890123' },
  ],
  row: Line,
  unique: { column: 'redeemNo', of: ({ redeemNo }) => redeemNo },
  together: {
    batchSize: rowsAtOnce,
    async apply({ db, firmId, operator }, rows) {
      const orders = await db
        .selectFrom('redemption')
        .where('firmId', '=', firmId)
        .where(
          'redeemNo',
          'in',
          rows.map(({ row }) => row.redeemNo),
        )
        .select(['id', 'redeemNo', 'drawId', 'status', 'shipCompany', 'shipNo'])
        .execute();
      const known = new Map(orders.map((order) => [order.redeemNo, order]));
      const outcomes = new Map<number, Outcome | Refusal>();
      // Claims are locked in their order.
      const drawOf = ({ row }: NumberedRow<Line>) => known.get(row.redeemNo)?.drawId ?? 0;
      for (const numbered of rows.toSorted((a, b) => drawOf(a) - drawOf(b))) {
        const { rowNo, row } = numbered;
        outcomes.set(rowNo, await ship(db, known.get(row.redeemNo), row, operator.id));
      }
      return rows.map(({ rowNo }) => outcomes.get(rowNo)!);
    },
  },
};

const ship = async (
  db: Db,
  order: { id: number; status: number; shipCompany: string; shipNo: string } | undefined,
  { redeemNo, shipCompany, shipNo }: Line,
  operatorId: number,
): Promise<Outcome | Refusal> => {
  if (!order) return absent('redeemNo', redeemNo);
  const isSame = order.shipNo === shipNo && order.shipCompany === shipCompany;
  if (isSame && order.status === RedemptionStatus.finished) return 'skip';
  try {
    return (await shipRedemption(db, { id: order.id, shipCompany, shipNo, operatorId })) ? 'done' : 'skip';
  } catch (error) {
    // It is refused before anything is written.
    if (error instanceof Refusal) return error;
    throw error;
  }
};
