import { sql } from 'kysely';
import { mostFaults } from '../fund/broken-rows.ts';
import type { Fault } from '../fund/check-fund.ts';
import { sealedSince } from '../fund/sealed-since.ts';
import type { Db } from '../kit/db/database.ts';
import { sealVerification } from './seal-verification.ts';

const page = 10_000;

/** Holds every prize that shops of a firm (of all of them without one) handed out against its seal: one that was made up, or that another shop is said to have handed out, has none. */
export const checkSeals = async (db: Db, masterKey: Buffer, firmId?: number): Promise<Fault[]> => {
  const faults: Fault[] = [];
  const told = new Map<number, number>();
  let last = 0;
  for (;;) {
    const rows = await db
      .selectFrom('prizeVer')
      .$if(firmId !== undefined, (query) => query.where('firmId', '=', firmId!))
      .where('id', '>', last)
      .orderBy('id')
      .limit(page)
      .select(['id', 'firmId', 'verNo', 'drawId', 'uid', 'shopId', 'agentId', 'salesmanId', 'accountId'])
      .select(['deductAmount', 'seal', sql<boolean>`ver_at >= ${sealedSince}`.as('isSealed')])
      .execute();
    for (const row of rows) {
      if (row.seal === null ? !row.isSealed : sealVerification(masterKey, row).equals(row.seal)) continue;
      const nth = (told.get(row.firmId) ?? 0) + 1;
      told.set(row.firmId, nth);
      if (nth <= mostFaults)
        faults.push({
          firmId: row.firmId,
          poolId: null,
          detail: `核销 ${row.verNo}`,
          difference: Math.max(row.deductAmount, 1),
        });
    }
    if (rows.length < page) return faults;
    last = rows.at(-1)!.id;
  }
};
