import type { Db } from '../kit/db/database.ts';
import { regionPath } from '../settings/region-names.ts';

/** An agent, and the product that he may sell or not. */
export interface Seller {
  agent: { id: number; path: string };
  productId: number | null;
}

/** The agent, then those above him, the nearest first. */
const upwards = ({ id, path }: Seller['agent']): number[] => [
  id,
  ...path.split('/').filter(Boolean).map(Number).toReversed(),
];

/** The regions agents may sell products in, by code: each agent's own, or those of the nearest agent above him that has some. One statement. */
export const findSalesRegions = async (db: Db, sellers: readonly Seller[]): Promise<string[][]> => {
  if (sellers.length === 0) return [];
  const rows = await db
    .selectFrom('agentRegion')
    .where('agentId', 'in', [...new Set(sellers.flatMap(({ agent }) => upwards(agent)))])
    .where('productId', 'in', [...new Set([0, ...sellers.map(({ productId }) => productId ?? 0)])])
    .select(['agentId', 'productId', 'regionCode'])
    .orderBy('regionCode')
    .execute();
  const byAgent = new Map<number, typeof rows>();
  for (const row of rows) byAgent.set(row.agentId, [...(byAgent.get(row.agentId) ?? []), row]);
  return sellers.map(({ agent, productId }) => {
    for (const id of upwards(agent)) {
      const own = (byAgent.get(id) ?? []).filter((row) => row.productId === 0 || row.productId === productId);
      if (own.length > 0) return [...new Set(own.map(({ regionCode }) => regionCode))];
    }
    return [];
  });
};

/** The names that lead to each of those regions, as 浙江省, 杭州市. */
export const findRegionPaths = async (db: Db, sellers: readonly Seller[]): Promise<string[][][]> =>
  Promise.all(
    (await findSalesRegions(db, sellers)).map((codes) => Promise.all(codes.map((code) => regionPath(db, code)))),
  );
