import type { RedShare } from '@zhuiyuan/contract/red/code/red-code';
import { RedBatchState } from '@zhuiyuan/contract/red/red-enums';
import { sql } from 'kysely';
import type { Fault } from '../../fund/check-fund.ts';
import type { Db } from '../../kit/db/database.ts';
import { openSecrets } from './batch-secrets.ts';
import { digestOf } from './proof.ts';

/** Whether exactly so many codes hold each amount as were asked for. */
const isDealt = (shares: readonly RedShare[], counts: ReadonlyMap<number, number>): boolean => {
  const asked = new Map<number, number>();
  for (const { amount, count } of shares) asked.set(amount, (asked.get(amount) ?? 0) + count);
  return asked.size === counts.size && [...asked].every(([amount, count]) => counts.get(amount) === count);
};

/** Whether the secrets of a batch are those that were sealed. */
const isOpen = (...sealed: Parameters<typeof openSecrets>): boolean => {
  try {
    openSecrets(...sealed);
    return true;
  } catch {
    return false;
  }
};

/**
 * Recomputes the digest of every batch of red codes of a firm (of all of them without one) that was made: an amount that was changed or exchanged,
 * used or not, makes another. Answers those that are not as they were dealt.
 */
export const checkBatches = async (db: Db, masterKey: Buffer, firmId?: number): Promise<Fault[]> => {
  const faults: Fault[] = [];
  const batches = await db
    .selectFrom('redBatch')
    .$if(firmId !== undefined, (query) => query.where('firmId', '=', firmId!))
    .where('state', 'not in', [RedBatchState.making, RedBatchState.failed])
    .orderBy('id')
    .select(['id', 'firmId', 'batchNo', 'digest', 'totalNum', 'totalAmount', 'seedSealed', 'keySealed'])
    .select(sql<RedShare[]>`shares`.as('shares'))
    .execute();
  for (const batch of batches) {
    const found = isOpen(masterKey, batch) ? await digestOf(db, masterKey, batch) : undefined;
    const isRight =
      found !== undefined &&
      found.digest === batch.digest &&
      found.count === batch.totalNum &&
      found.totalAmount === batch.totalAmount &&
      isDealt(batch.shares, found.counts);
    if (!isRight)
      faults.push({
        firmId: batch.firmId,
        poolId: null,
        detail: `批次 ${batch.batchNo}`,
        difference: (found?.totalAmount ?? 0) - batch.totalAmount || batch.totalAmount,
      });
  }
  return faults;
};
