import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';

interface Place {
  seg: number;
  serial: number;
}

/** Wrong tries of a code's PIN in the last 24 hours; the code stays locked for others until the transaction ends. */
export const lockPinTries = async (db: Db, { seg, serial, firmId }: Place & { firmId: number }): Promise<number> => {
  await db
    .insertInto('unitScan')
    .values({ seg, serial, firmId })
    .onConflict((conflict) => conflict.columns(['seg', 'serial']).doNothing())
    .execute();
  const { failed } = await db
    .selectFrom('unitScan')
    .where('seg', '=', seg)
    .where('serial', '=', serial)
    .select([sql<number>`case when pin_fail_at > now() - interval '24 hours' then pin_fail else 0 end`.as('failed')])
    .forUpdate()
    .executeTakeFirstOrThrow();
  return failed;
};

/** Keeps a right try with its device, or one more wrong try. */
export const keepPinTry = async (
  db: Db,
  { seg, serial }: Place,
  tried: { device: string } | { failed: number },
): Promise<void> => {
  await db
    .updateTable('unitScan')
    .set(
      'device' in tried
        ? { pinOkDevice: tried.device, pinFail: 0, pinFailAt: null }
        : { pinFail: tried.failed, pinFailAt: sql<string>`now()` },
    )
    .where('seg', '=', seg)
    .where('serial', '=', serial)
    .execute();
};
