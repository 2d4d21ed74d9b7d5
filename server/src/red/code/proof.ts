import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { openSecrets } from './batch-secrets.ts';
import { addToDigest, beginDigest, openAmount } from './deal.ts';

const page = 10_000;

interface Sealed {
  id: number;
  firmId: number;
  seedSealed: Buffer;
  keySealed: Buffer;
}

/**
 * The digest of a batch as its codes are now, with how many they are, what they hold in all and how many hold which amount. An amount that was changed, or a code that
 * was, makes another digest; one whose seal is broken an empty one, and one that holds another amount than was `dealt` to it.
 */
export const digestOf = async (
  db: Db,
  masterKey: Buffer,
  batch: Sealed,
  dealt?: Uint32Array,
): Promise<{ digest: string; count: number; totalAmount: number; counts: Map<number, number> }> => {
  const { seed, key } = openSecrets(masterKey, batch);
  const hash = beginDigest(seed);
  let [count, totalAmount, isWhole] = [0, 0, true];
  const counts = new Map<number, number>();
  let last = { seg: 0, serial: 0 };
  for (;;) {
    const rows = await db
      .selectFrom('redBar')
      .where('batchId', '=', batch.id)
      .where('firmId', '=', batch.firmId)
      .where(sql<boolean>`(seg, serial) > (${last.seg}::int, ${last.serial}::bigint)`)
      .orderBy('seg')
      .orderBy('serial')
      .limit(page)
      .select(['seg', 'serial', 'amountSealed', 'amount'])
      .execute();
    for (const { amountSealed, amount: told, ...at } of rows) {
      let amount = 0;
      try {
        amount = openAmount(key, at, amountSealed!);
      } catch {
        isWhole = false;
      }
      if (told !== null && told !== amount) isWhole = false;
      if (dealt && dealt[count] !== amount) isWhole = false;
      addToDigest(hash, at, amount);
      count += 1;
      totalAmount += amount;
      counts.set(amount, (counts.get(amount) ?? 0) + 1);
    }
    if (rows.length < page) break;
    last = rows.at(-1)!;
  }
  return { digest: isWhole ? hash.digest('hex') : '', count, totalAmount, counts };
};
