import { mostRedCodes, type RedShare } from '@zhuiyuan/contract/red/code/red-code';
import { RedBatchState } from '@zhuiyuan/contract/red/red-enums';
import { sql } from 'kysely';
import type { Fault } from '../../fund/check-fund.ts';
import type { Db } from '../../kit/db/database.ts';
import { openSecrets } from './batch-secrets.ts';
import { deal } from './deal.ts';
import { digestOf } from './proof.ts';

/** Whether exactly so many codes hold each amount as were asked for. */
const isDealt = (shares: readonly RedShare[], counts: ReadonlyMap<number, number>): boolean => {
  const asked = new Map<number, number>();
  for (const { amount, count } of shares) asked.set(amount, (asked.get(amount) ?? 0) + count);
  return asked.size === counts.size && [...asked].every(([amount, count]) => counts.get(amount) === count);
};

/** What the seed of a batch deals to its codes, in their order; nothing where its secrets are not those that were sealed, or where it can deal nothing. */
const dealAgain = (
  masterKey: Buffer,
  {
    shares,
    totalNum,
    ...sealed
  }: Parameters<typeof openSecrets>[1] & { shares: readonly RedShare[]; totalNum: number },
): Uint32Array | undefined => {
  try {
    const count = shares.reduce((sum, share) => sum + share.count, 0);
    if (count !== totalNum || count > mostRedCodes) return undefined;
    return deal(openSecrets(masterKey, sealed).seed, shares);
  } catch {
    return undefined;
  }
};

/**
 * Recomputes the digest of every batch of red codes of a firm (of all of them without one) that was made: an amount that was changed or exchanged,
 * used or not, makes another. Deals anew as well: a batch that was made again after its amounts were exchanged has their digest. Answers those that are not as they were dealt.
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
    const dealt = dealAgain(masterKey, batch);
    const found = dealt && (await digestOf(db, masterKey, batch, dealt));
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
