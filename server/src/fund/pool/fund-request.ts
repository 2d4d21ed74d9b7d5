import { fundRefusals } from '@zhuiyuan/contract/fund/fund-refusals';
import { type LedgerType, RequestStatus } from '@zhuiyuan/contract/fund/ledger-enums';
import { Code } from '@zhuiyuan/contract/kit/codes';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { notFound, Refusal, refuse } from '../../kit/refusal.ts';
import { movePool } from '../budget.ts';

/** What is asked to be booked by hand; fen, signed. */
interface Asked {
  poolId: number;
  kind: typeof LedgerType.recharge | typeof LedgerType.adjust;
  amount: number;
  vouchers: readonly string[];
  remark: string;
  /** The balance that was seen, where the amount hangs on it: 409 when it is another by now. */
  seen?: number | undefined;
  /** The same request under the same key is asked once. */
  idemKey?: string | undefined;
}

/** Asks for a recharge or an adjustment of a pool. No money moves: another person has to approve it. 62405 where an adjustment takes more than the balance. */
export const requestFund = async (
  db: Db,
  { poolId, seen, idemKey, vouchers, ...asked }: Asked,
  operatorId: number,
): Promise<{ id: number }> => {
  // A pool that is being deleted meanwhile takes no request; other requests of it do not wait for each other.
  const pool = await live(db, 'pool')
    .select(['firmId', 'balance'])
    .where('id', '=', poolId)
    .forKeyShare()
    .executeTakeFirst();
  if (!pool) throw notFound();
  if (seen !== undefined && seen !== pool.balance) throw new Refusal(Code.stale, '余额已变化，请刷新');
  if (pool.balance + asked.amount < 0) throw refuse(fundRefusals.poolShort);
  const made = await db
    .insertInto('fundRequest')
    .values({
      ...asked,
      poolId,
      firmId: pool.firmId,
      vouchers: [...vouchers],
      idemKey: idemKey ?? null,
      createdBy: operatorId,
    })
    .onConflict((conflict) => conflict.constraint('fund_request_idem_uq').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) return made;
  return db
    .selectFrom('fundRequest')
    .select('id')
    .where('firmId', '=', pool.firmId)
    .where('idemKey', '=', idemKey!)
    .executeTakeFirstOrThrow();
};

/**
 * Approves or rejects a request, by somebody else than who asked: 62419. Approving books it in the same transaction, once, however
 * many approve at the same time: the others are refused 62433. 62405 where an adjustment would take more than the balance.
 */
export const reviewRequest = async (
  db: Db,
  { id, pass, remark }: { id: number; pass: boolean; remark: string },
  operatorId: number,
): Promise<void> => {
  const request = await db
    .selectFrom('fundRequest')
    .select(['firmId', 'poolId', 'kind', 'amount', 'remark', 'status', 'createdBy'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!request) throw notFound();
  if (request.createdBy === operatorId) throw refuse(fundRefusals.ownReview);
  if (request.status !== RequestStatus.waiting) throw refuse(fundRefusals.reviewed);
  await db
    .updateTable('fundRequest')
    .set({
      status: pass ? RequestStatus.passed : RequestStatus.rejected,
      reviewedBy: operatorId,
      reviewedAt: sql`now()`,
      reviewRemark: remark,
    })
    .where('id', '=', id)
    .execute();
  if (!pass) return;
  const { firmId, poolId, amount } = request;
  const balance = await movePool(db, { firmId, poolId, amount });
  if (balance === undefined) throw refuse(fundRefusals.poolShort);
  await db
    .insertInto('fundLedger')
    .values({
      firmId,
      poolId,
      type: request.kind,
      pool: amount,
      outside: -amount,
      balanceAfter: balance,
      refKind: 'request',
      refId: id,
      operatorId: request.createdBy,
      remark: request.remark,
    })
    .execute();
};
