import { Holder, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import type { Custody } from '../codes/state/custody/read-custody.ts';
import type { Db } from '../kit/db/database.ts';
import { presentLinks } from '../parties/present-links.ts';

/** Who has goods: an agent, or a shop with the agent it belongs to. */
export interface GoodsHolder {
  agent: { id: number; name: string; path: string; lng: number | null; lat: number | null } | undefined;
  shopId: number | null;
  shopName: string;
  /** Signed for; else on their way. */
  isSigned: boolean;
}

type Held = Pick<Custody, 'shipStatus' | 'holderKind' | 'holderId'>;

/** Whether somebody but the firm has goods, or is sent them. */
const isOut = (custody: Held | undefined): custody is Held & { holderId: number } =>
  custody !== undefined &&
  (custody.shipStatus === Shipping.shipped || custody.shipStatus === Shipping.signed) &&
  custody.holderKind !== Holder.firm &&
  custody.holderId !== null;

/**
 * Who has goods of these custodies, or whom they are on their way to; nobody before they are shipped, or after that was cancelled or
 * they came back. Two statements.
 */
export const findHolders = async (
  db: Db,
  custodies: readonly (Held | undefined)[],
): Promise<(GoodsHolder | undefined)[]> => {
  const out = custodies.filter(isOut);
  const idsOf = (kind: Holder) => [
    ...new Set(out.filter(({ holderKind }) => holderKind === kind).map(({ holderId }) => holderId)),
  ];
  const [agentIds, shopIds] = [idsOf(Holder.agent), idsOf(Holder.shop)];
  const shops =
    shopIds.length === 0
      ? []
      : await db
          .selectFrom('shop')
          .leftJoin(presentLinks(ShopLinkKind.agent).selectAll().as('link'), 'link.shopId', 'shop.id')
          .where('shop.id', 'in', shopIds)
          .select(['shop.id', 'shop.name', 'link.targetId as agentId'])
          .execute();
  const dealerIds = [...new Set([...agentIds, ...shops.flatMap(({ agentId }) => agentId ?? [])])];
  const agents =
    dealerIds.length === 0
      ? []
      : await db
          .selectFrom('agent')
          .where('id', 'in', dealerIds)
          .select(['id', 'name', 'path', 'lng', 'lat'])
          .execute();
  const agentById = new Map(agents.map((agent) => [agent.id, agent]));
  const shopById = new Map(shops.map((shop) => [shop.id, shop]));
  return custodies.map((custody) => {
    if (!isOut(custody)) return undefined;
    const isSigned = custody.shipStatus === Shipping.signed;
    if (custody.holderKind === Holder.agent)
      return { agent: agentById.get(custody.holderId), shopId: null, shopName: '', isSigned };
    const shop = shopById.get(custody.holderId);
    return { agent: agentById.get(shop?.agentId ?? 0), shopId: shop?.id ?? null, shopName: shop?.name ?? '', isSigned };
  });
};
