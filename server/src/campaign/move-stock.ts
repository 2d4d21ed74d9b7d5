import { StockMoveKind } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';

interface Move {
  firmId: number;
  activityId: number;
  tierId: number;
  kind: typeof StockMoveKind.add | typeof StockMoveKind.back;
  /** How many prizes, above 0. */
  delta: number;
  /** null: it happened by itself. */
  operatorId: number | null;
  remark: string;
}

/** Notes that the stock of tiers changed, in the transaction that changes it. */
export const noteStock = async (db: Db, moves: readonly Move[]): Promise<void> => {
  if (moves.length > 0)
    await db
      .insertInto('stockMove')
      .values([...moves])
      .execute();
};

/** Notes that an activity was published, or taken back, with all prizes it has. */
export const noteAllStock = async (
  db: Db,
  { firmId, activityId, operatorId }: { firmId: number; activityId: number; operatorId: number },
  kind: typeof StockMoveKind.publish | typeof StockMoveKind.withdraw,
): Promise<void> => {
  await sql`
    insert into stock_move (firm_id, activity_id, tier_id, kind, delta, operator_id)
    select firm_id, activity_id, id, ${kind}::smallint, stock_total * ${kind === StockMoveKind.publish ? 1 : -1}, ${operatorId} from tier
    where firm_id = ${firmId} and activity_id = ${activityId} and prize_type <> ${sql.lit(PrizeType.none)} and stock_total > 0
    order by tier_no`.execute(db);
};
