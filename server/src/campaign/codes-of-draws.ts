import type { Keyring } from '../codes/cipher/keyring.ts';
import type { Db } from '../kit/db/database.ts';

/** The texts of the codes that rows were drawn with, by the rows' ids; rows that no code paid for have none. */
export const codesOfDraws = async (
  db: Db,
  keyring: Keyring,
  rows: readonly { id: number; seg: number | null; serial: number | null }[],
): Promise<Map<number, string>> => {
  const coded = rows.filter(({ seg }) => seg !== null);
  if (coded.length === 0) return new Map();
  const segments = await db
    .selectFrom('segment')
    .where('seg', 'in', [...new Set(coded.map(({ seg }) => seg!))])
    .select(['seg', 'keyV'])
    .execute();
  const keys = new Map(segments.map(({ seg, keyV }) => [seg, keyV]));
  const texts = await keyring.readTexts(
    db,
    coded.map(({ seg, serial }) => ({ seg: seg!, serial: serial!, keyV: keys.get(seg!) ?? null })),
  );
  return new Map(coded.map(({ id }, nth) => [id, texts[nth]!]));
};
