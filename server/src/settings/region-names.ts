import type { Region } from '@zhuiyuan/contract/settings/region';
import type { Db } from '../kit/db/database.ts';
import { remember } from '../kit/db/remember.ts';

/** Name under which a change of regions is announced. */
export const regionsMemory = 'regions';

const regions = remember(
  regionsMemory,
  async (db) => {
    const rows = await db
      .selectFrom('city')
      .select(['id', 'pid', 'name', 'mergerName', 'isShow'])
      .orderBy('id')
      .execute();
    const branches = new Map(rows.map(({ id, name }): [number, Region] => [id, { cityId: id, name }]));
    const tree: Region[] = [];
    for (const { id, pid, isShow } of rows) {
      const branch = branches.get(id);
      if (!branch || !isShow) continue;
      const above = branches.get(pid);
      if (above) (above.child ??= []).push(branch);
      else tree.push(branch);
    }
    const paths = new Map(rows.map(({ id, mergerName }) => [String(id), mergerName.split(',')]));
    const codes = new Map<string, string>();
    for (const { id, isShow } of rows) {
      const path = paths.get(String(id)) ?? [];
      // The districts of 北京市 and its like stand below a city of the same name, which people leave out.
      for (const name of isShow ? [path.join(''), [...new Set(path)].join('')] : [])
        if (!codes.has(name)) codes.set(name, String(id));
    }
    return { tree, paths, codes, names: new Map([...paths].map(([code, path]) => [code, path.join('')])) };
  },
  { inTransactions: true },
);

/** Names of several regions by their six-digit codes; a code nobody knows is left out. */
export const regionNames = async (db: Db, codes: readonly string[]): Promise<Map<string, string>> => {
  const { names } = await regions(db);
  return new Map(codes.flatMap((code) => (names.has(code) ? [[code, names.get(code) ?? '']] : [])));
};

/** A region's name from the province down, as 浙江省杭州市西湖区; '' for a code nobody knows. */
export const regionName = async (db: Db, code: string): Promise<string> => (await regions(db)).names.get(code) ?? '';

/** The names that lead to a region, as 浙江省, 杭州市, 西湖区; none for a code nobody knows. */
export const regionPath = async (db: Db, code: string): Promise<string[]> => (await regions(db)).paths.get(code) ?? [];

/** The regions that are shown, provinces first. */
export const regionTree = async (db: Db): Promise<Region[]> => (await regions(db)).tree;

const separators = /[\s,，、/-]+/g;

/** The code of a region written from the province down, as 浙江省杭州市西湖区 or 浙江省/杭州市/西湖区; '' when there is none. */
export const regionByName = async (db: Db, name: string): Promise<string> =>
  (await regions(db)).codes.get(name.replaceAll(separators, '')) ?? '';
