import { RedBatchState, RedCodeState } from '@zhuiyuan/contract/red/red-enums';
import { sql } from 'kysely';
import { mostFaults } from '../../fund/broken-rows.ts';
import type { Fault } from '../../fund/check-fund.ts';
import { sealedSince } from '../../fund/sealed-since.ts';
import type { Db } from '../../kit/db/database.ts';
import { openSecrets } from './batch-secrets.ts';
import { sealTaking } from './seal-taking.ts';

const page = 10_000;

/**
 * Holds every red code of a firm (of all of them without one) that was received against the seal of its receiving: one that nobody asked for,
 * or that is said to be somebody else's, has none. Batches whose secrets are not those that were sealed are told by their digest.
 */
export const checkTakings = async (db: Db, masterKey: Buffer, firmId?: number): Promise<Fault[]> => {
  const faults: Fault[] = [];
  const told = new Map<number, number>();
  const batches = await db
    .selectFrom('redBatch')
    .$if(firmId !== undefined, (query) => query.where('firmId', '=', firmId!))
    .where('state', 'not in', [RedBatchState.making, RedBatchState.failed])
    .orderBy('id')
    .select(['id', 'firmId', 'seedSealed', 'keySealed'])
    .execute();
  for (const batch of batches) {
    const key = keyOf(masterKey, batch);
    if (!key) continue;
    let last = 0;
    for (;;) {
      const rows = await db
        .selectFrom('redBar')
        .where('batchId', '=', batch.id)
        .where('firmId', '=', batch.firmId)
        .where('state', '=', sql.lit(RedCodeState.used))
        .where('id', '>', last)
        .orderBy('id')
        .limit(page)
        .select([
          'id',
          'seg',
          'serial',
          'uid',
          'amount',
          'seal',
          sql<boolean>`used_at >= ${sealedSince}`.as('isSealed'),
        ])
        .execute();
      for (const row of rows) {
        if (row.seal === null ? !row.isSealed : sealTaking(key, row).equals(row.seal)) continue;
        const nth = (told.get(batch.firmId) ?? 0) + 1;
        told.set(batch.firmId, nth);
        if (nth <= mostFaults)
          faults.push({
            firmId: batch.firmId,
            poolId: null,
            detail: `红包码 ${row.id}`,
            difference: Math.max(row.amount ?? 0, 1),
          });
      }
      if (rows.length < page) break;
      last = rows.at(-1)!.id;
    }
  }
  return faults;
};

/** Nothing where it was changed or the master key is another. */
const keyOf = (masterKey: Buffer, batch: Parameters<typeof openSecrets>[1]): Buffer | undefined => {
  try {
    return openSecrets(masterKey, batch).key;
  } catch {
    return undefined;
  }
};
