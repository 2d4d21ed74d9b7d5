import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import { shanghaiNow } from '@zhuiyuan/contract/kit/date-limit';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';

/**
 * Whether the money of a firm's pools, or of all, is where it should be: what came in, by the ledger, against what is free, given to
 * activities and paid, by the rows that hold it. Fen. Each half is kept by itself, so that a difference shows.
 */
export const sumFunds = async (db: Db, firmId: number | undefined) => {
  const own = sql`coalesce(${firmId ?? null}::bigint, firm_id)`;
  const { rows } = await sql<Record<'recharged' | 'adjusted' | 'balance' | 'allocated' | 'paid' | 'fee', number>>`
    select booked.*, held.balance, given.*
    from (
      select coalesce(sum(pool) filter (where type = ${sql.lit(LedgerType.recharge)}), 0)::bigint as recharged,
        coalesce(sum(pool) filter (where type = ${sql.lit(LedgerType.adjust)}), 0)::bigint as adjusted,
        -coalesce(sum(pool) filter (where type = ${sql.lit(LedgerType.fee)}), 0)::bigint as fee
      from fund_ledger where pool <> 0 and firm_id = ${own}
    ) as booked, (
      select coalesce(sum(balance), 0)::bigint as balance from pool where firm_id = ${own}
    ) as held, (
      select coalesce(sum(remain + reserved), 0)::bigint as allocated, coalesce(sum(paid), 0)::bigint as paid
      from activity_budget where firm_id = ${own}
    ) as given`.execute(db);
  const sums = rows[0]!;
  const difference = sums.recharged + sums.adjusted - sums.balance - sums.allocated - sums.paid - sums.fee;
  return { ...sums, asOf: shanghaiNow(), difference };
};
