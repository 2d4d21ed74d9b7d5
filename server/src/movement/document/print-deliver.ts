import { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { moveRefusals } from '@zhuiyuan/contract/movement/move-refusals';
import { mostPrinted, type DeliverPrint } from '@zhuiyuan/contract/movement/document/deliver';
import { sql } from 'kysely';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import type { Db } from '../../kit/db/database.ts';
import type { Operator } from '../../kit/operator.ts';
import { refuse } from '../../kit/refusal.ts';
import { readDeliver } from './find-deliver.ts';
import { sumGoods } from './list-goods.ts';
import { asLineRows, completeLines, matchingLines, sumLines } from './list-lines.ts';

/** Everything that stands on paper: the lines that were not cancelled (all of a cancelled document), sums by lot, phones whole. */
export const readPrint = async (
  db: Db,
  { keyring, publicUrl }: { keyring: Keyring; publicUrl: string },
  operator: Operator,
  id: number,
): Promise<DeliverPrint> => {
  const { region: _region, days: _days, ...head } = await readDeliver(db, publicUrl, { id }, { showsPhones: true });
  let query = matchingLines(db, { deliverId: id });
  if (head.status !== DeliverStatus.cancelled) query = query.where('deliverLine.status', '<>', DeliverStatus.cancelled);
  const lines = await asLineRows(query)
    .limit(mostPrinted + 1)
    .execute();
  if (lines.length > mostPrinted) throw refuse(moveRefusals.tooLongToPrint, { n: mostPrinted });
  const { printedAt, ...firm } = await db
    .selectFrom('firm')
    .where('id', '=', head.firmId)
    .select(['name', 'phone', 'logo', sql<string>`now()`.as('printedAt')])
    .executeTakeFirstOrThrow();
  return {
    ...head,
    firm,
    lines: await completeLines(db, keyring, lines),
    sums: await sumLines(db, id),
    products: await sumGoods(db, head),
    printedBy: operator.realName,
    printedAt,
  };
};
