import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import { RedBatchState, RedCodeState } from '@zhuiyuan/contract/red/red-enums';
import { sql } from 'kysely';
import { endPart } from '../../fund/end-reservation.ts';
import type { Db } from '../../kit/db/database.ts';
import { openSecrets } from './batch-secrets.ts';
import { openAmount } from './deal.ts';

/** Codes that are void in one transaction. */
const chunk = 5000;

/** A batch whose codes are being made void. */
interface Of {
  batchId: number;
  firmId: number;
  /** These alone; all that are not used without. */
  ids?: readonly number[];
}

/**
 * Makes codes of one batch void and releases their money, in the caller's transaction: at most 5,000 of those that nobody received.
 * Answers their numbers. Codes are locked before the budget.
 */
export const voidCodes = async (
  db: Db,
  masterKey: Buffer,
  { batchId, firmId, ids }: Of,
  operatorId: number | null,
): Promise<number[]> => {
  const batch = await db
    .selectFrom('redBatch')
    .where('id', '=', batchId)
    .where('firmId', '=', firmId)
    .select(['redActiveId', 'seedSealed', 'keySealed'])
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('redBar')
    .where('batchId', '=', batchId)
    .where('firmId', '=', firmId)
    .where('state', 'in', [sql.lit(RedCodeState.unused), sql.lit(RedCodeState.frozen)])
    .$if(ids !== undefined, (query) => query.where('id', 'in', [...ids!]))
    .orderBy('id')
    .limit(chunk)
    .select(['id', 'seg', 'serial', 'amountSealed'])
    .forUpdate()
    .execute();
  if (rows.length === 0) return [];
  const { key } = openSecrets(masterKey, batch);
  const amounts = rows.map(({ amountSealed, ...at }) => openAmount(key, at, amountSealed!));
  const numbers = rows.map(({ id }) => id);
  await sql`
    update red_bar set state = ${sql.lit(RedCodeState.void)}, amount = given.amount
    from unnest(${numbers}::bigint[], ${amounts}::bigint[]) as given (id, amount)
    where red_bar.id = given.id and firm_id = ${firmId}`.execute(db);
  await endPart(
    db,
    LedgerType.release,
    {
      firmId,
      activityId: batch.redActiveId,
      whole: { refKind: 'redBatch', refId: batchId },
      // One row for all of them, by the first: a code is void once.
      refKind: 'redVoid',
      refId: numbers[0]!,
      amount: amounts.reduce((sum, amount) => sum + amount, 0),
    },
    operatorId,
  );
  return numbers;
};

/** One step of making a whole batch void, which is marked so: `more` may follow. */
export const voidStep = (db: Db, masterKey: Buffer, id: number): Promise<'more' | 'over'> =>
  db.transaction().execute(async (transaction) => {
    const where = transaction as Db;
    const batch = await where
      .selectFrom('redBatch')
      .where('id', '=', id)
      .where('state', '=', RedBatchState.voiding)
      .select('firmId')
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!batch) return 'over';
    const done = await voidCodes(where, masterKey, { batchId: id, firmId: batch.firmId }, null);
    if (done.length === chunk) return 'more';
    await where
      .updateTable('redBatch')
      .set({ state: RedBatchState.void, updatedAt: sql<string>`now()` })
      .where('id', '=', id)
      .execute();
    return 'over';
  });

/** Marks every batch of an activity that could still be claimed from: its codes become void in the background. */
export const voidBatchesOf = async (
  db: Db,
  { firmId, redActiveId }: { firmId: number; redActiveId: number },
): Promise<void> => {
  await db
    .updateTable('redBatch')
    .set({ state: RedBatchState.voiding, updatedAt: sql<string>`now()` })
    .where('firmId', '=', firmId)
    .where('redActiveId', '=', redActiveId)
    .where('state', 'in', [RedBatchState.ready, RedBatchState.frozen])
    .execute();
};
