import { BizType } from '@zhuiyuan/contract/movement/move-enums';
import { moveRefusals } from '@zhuiyuan/contract/movement/move-refusals';
import type { Db } from '../../../kit/db/database.ts';
import { invalid, refuse } from '../../../kit/refusal.ts';
import { findOrderOver } from './find-order-over.ts';
import type { JudgedLine } from './judge-lines.ts';
import type { Ends } from './require-ends.ts';
import { wasQueried } from './was-queried.ts';

/** What stands against the goods as a whole: back without a reason though shoppers had asked (退货原因), more than the order wants (61071). */
export const refuseWhole = async (
  db: Db,
  firmId: number,
  shipping: readonly JudgedLine[],
  { bizType }: Ends,
  { orderId, reason }: { orderId?: number | null; reason?: string },
  confirmOver: boolean,
): Promise<void> => {
  if (
    bizType === BizType.takeBack &&
    !reason &&
    (await wasQueried(
      db,
      firmId,
      shipping.flatMap(({ free }) => free),
    ))
  )
    throw invalid('head.reason', '所退产品已被查询过，请填写退货原因');
  if (!orderId || confirmOver) return;
  const over = await findOrderOver(
    db,
    orderId,
    shipping.flatMap(({ counted }) => counted.parts),
  );
  if (over > 0) throw refuse(moveRefusals.overOrder, { n: over }, { over });
};
