import { sql } from 'kysely';
import type { Db } from '../kit/database.ts';
import type { Keyring } from './keyring.ts';

interface Place {
  seg: number;
  serial: number;
}

/** The box one code lies in: by its own record, by the run it was packed with, or by the rule of a set; a taken-out one lies in none. */
const boxOf = async (db: Db, { seg, serial }: Place): Promise<Place | undefined> => {
  const found = await db
    .selectFrom('segment')
    .leftJoin('codeUnit as unit', (join) => join.onRef('unit.seg', '=', 'segment.seg').on('unit.serial', '=', serial))
    .leftJoin('codeSpan as span', (join) =>
      join
        .onRef('span.seg', '=', 'segment.seg')
        .on('span.kind', '=', 3)
        .on(sql<boolean>`span.span @> ${serial}::int8`),
    )
    .where('segment.seg', '=', seg)
    .select([
      'unit.packState',
      'unit.parentSeg as ownSeg',
      'unit.parentSerial as ownSerial',
      'segment.parentSeg as setSeg',
      'segment.parentRatio',
      'span.payload',
    ])
    .executeTakeFirst();
  if (!found || found.packState === 2) return undefined;
  if (found.ownSeg !== null && found.ownSerial !== null) return { seg: found.ownSeg, serial: found.ownSerial };
  const packed = found.payload as { parentSeg: number; parentSerial: number } | null;
  if (packed) return { seg: packed.parentSeg, serial: packed.parentSerial };
  if (found.setSeg === null || found.parentRatio === null) return undefined;
  return { seg: found.setSeg, serial: Math.floor((serial - 1) / found.parentRatio) + 1 };
};

/** The boxes a code lies in with their texts, the nearest first. There are three levels, so two boxes at most. */
export const boxChain = async (
  db: Db,
  keyring: Keyring,
  code: Place,
): Promise<(Place & { code: string; level: number })[]> => {
  const chain: (Place & { code: string; level: number })[] = [];
  let box = await boxOf(db, code);
  while (box && chain.length < 2) {
    const segment = await db
      .selectFrom('segment')
      .where('seg', '=', box.seg)
      .select(['seg', 'keyV', 'level'])
      .executeTakeFirstOrThrow();
    chain.push({ ...box, level: segment.level, code: await keyring.textOf(segment, box.serial) });
    box = await boxOf(db, box);
  }
  return chain;
};
