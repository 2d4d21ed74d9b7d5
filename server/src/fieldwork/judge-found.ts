import { Holder, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import type { FieldVerdict } from '@zhuiyuan/contract/fieldwork/field-inspection';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import type { Keyring } from '../codes/cipher/keyring.ts';
import { findCode } from '../codes/lookup/code-facts.ts';
import { findContainers } from '../codes/state/find-containers.ts';
import { liesIn } from '../diversion/judge-place.ts';
import { findSalesRegions } from '../diversion/find-sales-regions.ts';
import type { Db } from '../kit/db/database.ts';
import { presentLinks } from '../parties/present-links.ts';
import { placeOfPoint } from '../settings/place-of-point.ts';
import { regionByName, regionPath } from '../settings/region-names.ts';
import { findNearShops } from './field-shops.ts';

/** Where somebody stands; nulls where his phone does not say. */
export interface Position {
  lng: number | null;
  lat: number | null;
}

interface HolderRow {
  kind: number;
  id: number;
  name: string;
  number: string;
  agent: { id: number; path: string; name: string } | undefined;
}

const findAgent = (db: Db, id: number) =>
  db.selectFrom('agent').where('id', '=', id).select(['id', 'path', 'name', 'agentNo']).executeTakeFirst();

/** Who has the goods or is sent them, with the dealer whose they are. */
const findHolder = async (db: Db, kind: number, id: number): Promise<HolderRow | undefined> => {
  if (kind === Holder.agent) {
    const agent = await findAgent(db, id);
    return agent && { kind, id, name: agent.name, number: agent.agentNo, agent };
  }
  const shop = await db.selectFrom('shop').where('id', '=', id).select(['name', 'shopNo']).executeTakeFirst();
  const link = await presentLinks(ShopLinkKind.agent, db)
    .where('shopId', '=', id)
    .select('targetId')
    .executeTakeFirst();
  return (
    shop && { kind, id, name: shop.name, number: shop.shopNo, agent: link && (await findAgent(db, link.targetId)) }
  );
};

/** Where the inspector stands: the names of the region, its code, the nearest shop within 500 metres. */
const findPlace = async (db: Db, firmId: number, { lng, lat }: Position) => {
  if (lng === null || lat === null) return { place: undefined, regionCode: '', near: undefined, name: '' };
  const place = await placeOfPoint(db, { lng, lat });
  const name = place ? [...new Set([place.province, place.city])].join('') : '';
  const [near] = await findNearShops(db, firmId, { lng, lat });
  return { place, name, near, regionCode: name ? await regionByName(db, name) : '' };
};

/**
 * A code against where it is: whose goods it is, where they may be sold, and what is to be thought of it here. Refuses what is no
 * code of the firm. Without a position, or outside of the borders we know, nothing is judged.
 */
export const judgeFound = async (db: Db, keyring: Keyring, firmId: number, typed: string, position: Position) => {
  const { unit, place: codePlace } = await findCode(db, keyring, typed);
  const { boxes, custody } = await findContainers(db, unit);
  const isOut =
    (custody.shipStatus === Shipping.shipped || custody.shipStatus === Shipping.signed) &&
    custody.holderKind !== Holder.firm &&
    custody.holderId !== null;
  const holder = isOut ? await findHolder(db, custody.holderKind, custody.holderId!) : undefined;
  const [regionCodes = []] = holder?.agent
    ? await findSalesRegions(db, [{ agent: holder.agent, productId: unit.productId }])
    : [];
  const regions = await Promise.all(regionCodes.map((code) => regionPath(db, code)));
  const here = await findPlace(db, firmId, position);
  const verdict = ((): FieldVerdict => {
    if (!holder) return 'unshipped';
    if (holder.kind === Holder.shop && here.near?.id === holder.id) return 'shop';
    if (!here.place) return 'unplaced';
    const isInside = regions.length === 0 || liesIn({ ...here.place, district: '' }, regions);
    return isInside ? 'matches' : 'diverted';
  })();
  return {
    unit,
    boxes,
    custody,
    holder,
    regionCodes,
    regions,
    here,
    verdict,
    code: await keyring.readText(db, unit, unit.serial, codePlace.face),
  };
};
export type Found = Awaited<ReturnType<typeof judgeFound>>;
