import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { expressionBuilder, sql } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import { live } from '../../kit/db/live.ts';
import { compileOnce } from '../../kit/db/compile-once.ts';
import type { Db } from '../../kit/db/database.ts';
import { invalid } from '../../kit/refusal.ts';
import { regionsAbove, withinRegion } from '../within-region.ts';
import { regionNames } from '../../settings/region-names.ts';

/** A region with everything below it, for one product or (0) for all. */
export interface RegionItem {
  regionCode: string;
  productId: number;
}

/** What {@link agentsWithin} is given of a region: those around it, itself among them, and the pattern of those in it. */
export const regionGiven = (code: string) => [regionsAbove(code), withinRegion(code)] as const;

/** Whether a sales region lies in a region, or around it. */
const touching = (...[around, within]: ReturnType<typeof regionGiven>) => {
  const regionCode = sql.ref('agentRegion.regionCode');
  return sql<boolean>`(${regionCode} = any(${around}::text[]) or ${regionCode} like ${within})`;
};

/** Ids of the agents who may sell in a region or somewhere below it, as a subquery. */
export const agentsWithin = (...given: ReturnType<typeof regionGiven>) =>
  expressionBuilder<DB>()
    .selectFrom('agentRegion')
    .select('agentRegion.agentId')
    .where(touching(...given));

/** Leaves out what a wider region or 全部产品 already covers. */
const withoutCovered = (items: readonly RegionItem[]): RegionItem[] => {
  const all = new Set(items.map(({ regionCode, productId }) => `${regionCode} ${productId}`));
  const covers = (code: string, own: string, productId: number) =>
    (productId !== 0 && all.has(`${code} 0`)) || (code !== own && all.has(`${code} ${productId}`));
  const uncovered = items.filter(
    ({ regionCode, productId }) => !regionsAbove(regionCode).some((code) => covers(code, regionCode, productId)),
  );
  return [...new Map(uncovered.map((item) => [`${item.regionCode} ${item.productId}`, item])).values()];
};

const checkItems = async (db: Db, firmId: number, items: readonly RegionItem[], field: string): Promise<void> => {
  const codes = [...new Set(items.map(({ regionCode }) => Number(regionCode)))];
  const known = codes.length === 0 ? [] : await db.selectFrom('city').select('id').where('id', 'in', codes).execute();
  if (known.length !== codes.length) throw invalid(field, '授权销售区域不正确');
  const products = [...new Set(items.map(({ productId }) => productId).filter(Boolean))];
  if (products.length === 0) return;
  const found = await live(db, 'product')
    .select('id')
    .where('id', 'in', products)
    .where('firmId', '=', firmId)
    .execute();
  if (found.length !== products.length) throw invalid(field, '产品不存在');
};

/** Replaces an agent's sales regions; with `productId` only those for that product. */
export const putRegions = async (
  db: Db,
  agent: { id: number; firmId: number },
  items: readonly RegionItem[],
  { productId, field = 'regions' }: { productId?: number; field?: string } = {},
): Promise<void> => {
  await checkItems(db, agent.firmId, items, field);
  let old = db.deleteFrom('agentRegion').where('agentId', '=', agent.id);
  if (productId !== undefined) old = old.where('productId', '=', productId);
  await old.execute();
  const rows = withoutCovered(items).map((item) => ({ ...item, agentId: agent.id, firmId: agent.firmId }));
  if (rows.length > 0)
    await db
      .insertInto('agentRegion')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
};

const regionsOf = compileOnce<{ agentIds: readonly number[] }, { agentId: number; regionCode: string }>(
  (db, { agentIds }) =>
    db
      .selectFrom('agentRegion')
      .select(['agentId', 'regionCode'])
      .distinct()
      .where(sql<boolean>`agent_id = any(${agentIds}::bigint[])`)
      .orderBy('regionCode')
      .compile(),
);

/** Names of the regions each of some agents may sell in, in the order of their codes. */
export const findRegionNames = async (db: Db, agentIds: readonly number[]): Promise<Map<number, string[]>> => {
  if (agentIds.length === 0) return new Map();
  const rows = await regionsOf.run(db, { agentIds });
  const names = await regionNames(
    db,
    rows.map(({ regionCode }) => regionCode),
  );
  const found = new Map<number, string[]>();
  for (const { agentId, regionCode } of rows)
    found.set(agentId, [...(found.get(agentId) ?? []), names.get(regionCode) ?? regionCode]);
  return found;
};

/** An agent's sales regions with their names. */
export const findRegions = async (db: Db, agentId: number) => {
  const rows = await db
    .selectFrom('agentRegion')
    .leftJoin('product', 'product.id', 'agentRegion.productId')
    .select(['agentRegion.regionCode', 'agentRegion.productId', 'product.storeName'])
    .where('agentId', '=', agentId)
    .orderBy('regionCode')
    .orderBy('productId')
    .execute();
  const names = await regionNames(
    db,
    rows.map(({ regionCode }) => regionCode),
  );
  return rows.map((row) => ({
    ...row,
    storeName: row.storeName ?? '',
    regionName: names.get(row.regionCode) ?? row.regionCode,
  }));
};

const mostOverlaps = 50;

/**
 * Who else may sell the same products in the same regions: enabled agents of the firm outside the line of the agent
 * meant. Agents above and below share their regions on purpose.
 */
export const findOverlaps = async (
  db: Db,
  line: { firmId: number; id: number; path: string },
  items: readonly RegionItem[],
): Promise<{ regionName: string; agentName: string; storeName: string }[]> => {
  if (items.length === 0) return [];
  const ownLine = line.path.split('/').filter(Boolean).map(Number);
  const rows = await live(db, 'agent')
    .innerJoin('agentRegion', 'agentRegion.agentId', 'agent.id')
    .leftJoin('product', 'product.id', 'agentRegion.productId')
    .select(['agentRegion.regionCode', 'agent.name as agentName', 'product.storeName'])
    .where('agentRegion.firmId', '=', line.firmId)
    .where('agent.status', '=', Enabled.on)
    .where('agent.id', 'not in', [line.id, ...ownLine])
    .where('agent.path', 'not like', `%/${line.id}/%`)
    .where((row) =>
      row.or(
        items.map(({ regionCode, productId }) =>
          row.and([
            touching(...regionGiven(regionCode)),
            ...(productId === 0 ? [] : [row('agentRegion.productId', 'in', [0, productId])]),
          ]),
        ),
      ),
    )
    .orderBy('agentRegion.regionCode')
    .orderBy(sql`agent.id`)
    .limit(mostOverlaps)
    .execute();
  const names = await regionNames(
    db,
    rows.map(({ regionCode }) => regionCode),
  );
  return rows.map(({ regionCode, agentName, storeName }) => ({
    regionName: names.get(regionCode) ?? regionCode,
    agentName,
    storeName: storeName ?? '',
  }));
};
