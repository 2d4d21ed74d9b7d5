import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import type { Db } from '../kit/db/database.ts';
import { findRegions } from '../parties/agent/agent-regions.ts';
import { withinRegion } from '../parties/within-region.ts';
import type { Party } from './holder-names.ts';

/** The dealer whose regions count for a receiver: he himself, or the one a shop belongs to. */
const findSeller = async (db: Db, { kind, id }: Party): Promise<number | undefined> => {
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

export interface SalesRegions {
  /** Names of the regions; none where nobody said where the receiver may sell, and everything is in order. */
  names: string[];
  /** Whether the place that goods go to lies in none of them. */
  isOutside: boolean;
  /** Whether the receiver may sell a product anywhere at all. */
  allows: (productId: number) => boolean;
}

/** Where a receiver of goods may sell, held against the place they go to. */
export const readSalesRegions = async (db: Db, to: Party & { regionCode: string }): Promise<SalesRegions> => {
  const sellerId = await findSeller(db, to);
  const regions = sellerId === undefined ? [] : await findRegions(db, sellerId);
  const isWithin = (code: string) => to.regionCode.startsWith(withinRegion(code).slice(0, -1));
  const sold = new Set(regions.map(({ productId }) => productId));
  return {
    names: [...new Set(regions.map(({ regionName }) => regionName))],
    isOutside: regions.length > 0 && to.regionCode !== '' && !regions.some(({ regionCode }) => isWithin(regionCode)),
    allows: (productId) => regions.length === 0 || sold.has(0) || sold.has(productId),
  };
};
