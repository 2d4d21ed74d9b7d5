import { redeemRefusals } from '@zhuiyuan/contract/redeem/redeem-refusals';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { refuse, Refusal } from '../kit/refusal.ts';

/** Codes that nobody was given, which one account may type in ten minutes. */
const mostMisses = 30;

const isOver = sql`redeem_miss.since <= now() - interval '10 minutes'`;

/** Counts a try before it is known what becomes of it, so that tries at the same moment are counted too; 62346 when it is one too many. */
const countTry = async (db: Db, accountId: number): Promise<void> => {
  const { rows } = await sql`
    insert into redeem_miss (account_id) values (${accountId})
    on conflict (account_id) do update set
      misses = case when ${isOver} then 1 else redeem_miss.misses + 1 end,
      since = case when ${isOver} then now() else redeem_miss.since end
    where redeem_miss.misses < ${sql.lit(mostMisses)} or ${isOver}
    returning misses`.execute(db);
  if (rows.length === 0) throw refuse(redeemRefusals.tooManyMisses);
};

const giveBack = (db: Db, accountId: number) =>
  db
    .updateTable('redeemMiss')
    .set((row) => ({ misses: row('misses', '-', 1) }))
    .where('accountId', '=', accountId)
    .where('misses', '>', 0)
    .execute();

const isMiss = (error: unknown): boolean => error instanceof Refusal && error.code === redeemRefusals.noCode[0];

/**
 * Looks a typed redemption code up for an account. What is no code (62305) counts for it, from whatever address it comes; too many
 * are refused for ten minutes (62346). `db` is in no transaction, and `look` opens its own.
 */
export const countingMisses = async <T>(db: Db, accountId: number, look: () => Promise<T>): Promise<T> => {
  await countTry(db, accountId);
  try {
    const found = await look();
    await giveBack(db, accountId);
    return found;
  } catch (error) {
    if (!isMiss(error)) await giveBack(db, accountId);
    throw error;
  }
};
