import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import type { RegionCheck } from '@zhuiyuan/contract/movement/ship/deliver-party';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { findRegions } from '../../parties/agent/agent-regions.ts';
import { withinRegion } from '../../parties/within-region.ts';

/** The dealer whose regions count for a receiver: he himself, or the one a shop belongs to. */
const findSeller = async (db: Db, { kind, id }: { kind: number; id: number }): Promise<number | undefined> => {
  if (kind === Holder.agent) return id;
  if (kind !== Holder.shop) return undefined;
  const link = await db
    .selectFrom('shopAss')
    .where('shopId', '=', id)
    .where('kind', '=', ShopLinkKind.agent)
    .where('unbindAt', 'is', null)
    .select('targetId')
    .executeTakeFirst();
  return link?.targetId;
};

/** Products named where they are not authorised. */
const mostNamed = 50;

const readProducts = async (db: Db, { id, firmId }: { id: number; firmId: number }) => {
  const { rows } = await sql<{ id: number; storeName: string }>`
    select product.id, product.store_name from product where product.firm_id = ${firmId} and product.id in (
      select line.product_id from deliver_line line where line.deliver_id = ${id}
      union select part.product_id from deliver_line line join deliver_line_part part on part.line_id = line.id
      where line.deliver_id = ${id} and line.is_mixed)
    order by product.id`.execute(db);
  return rows;
};

/** 区域核对: whether the place a document goes to lies in the receiver's sales regions, and they hold for its products. */
export const checkRegions = async (
  db: Db,
  document: { id: number; firmId: number },
  to: { kind: number; id: number; regionCode: string },
): Promise<RegionCheck> => {
  const shipped = await readProducts(db, document);
  const sellerId = await findSeller(db, to);
  const regions = sellerId === undefined ? [] : await findRegions(db, sellerId);
  const regionNames = [...new Set(regions.map(({ regionName }) => regionName))];
  const told = { regionNames, productCnt: shipped.length };
  if (regions.length === 0) return { ...told, state: 'none', products: [] };
  const isOutside =
    to.regionCode !== '' &&
    !regions.some(({ regionCode }) => to.regionCode.startsWith(withinRegion(regionCode).slice(0, -1)));
  const allowed = new Set(regions.map(({ productId }) => productId));
  const products = allowed.has(0) ? [] : shipped.filter(({ id }) => !allowed.has(id));
  return {
    ...told,
    state: isOutside ? 'outside' : products.length > 0 ? 'products' : 'ok',
    products: products.slice(0, mostNamed),
  };
};
