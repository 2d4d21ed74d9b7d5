import { BillState, returnedCodes } from '@zhuiyuan/contract/payout/payout-enums';
import { sql } from 'kysely';
import type { AskedReturned, DayAmount } from '../fund/money-returned.ts';
import type { Db } from '../kit/db/database.ts';

/** What came back on each day: it was sent before; what was given up before anybody could receive it never left. */
export const sumReturned = (db: Db, { firmId, days }: AskedReturned): Promise<DayAmount[]> =>
  db
    .selectFrom('payout')
    .select([sql<string>`finished_at::date`.as('day'), sql<number>`sum(amount)::bigint`.as('amount')])
    .$if(firmId !== undefined, (all) => all.where('firmId', '=', firmId!))
    .where('state', 'in', [sql.lit(BillState.fail), sql.lit(BillState.cancelled)])
    .where('postedAt', 'is not', null)
    .where((row) => row.or([row('state', '=', sql.lit(BillState.cancelled)), row('errCode', 'in', [...returnedCodes])]))
    .where('finishedAt', '>=', sql<string>`(current_date - ${days - 1}::int)::timestamptz`)
    .groupBy(sql`finished_at::date`)
    .execute();
