import { Holder, Life, Level, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';
import type { DiversionRow } from '@zhuiyuan/contract/diversion/diversion';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { Refusal } from '../kit/refusal.ts';
import { regionPath } from '../settings/region-names.ts';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { findCode } from '../codes/lookup/code-facts.ts';
import { codeMoves } from '../codes/lookup/code-moves.ts';
import { flowOf } from '../codes/lookup/flow-of.ts';
import { findContainers, type Custody } from '../codes/state/find-containers.ts';
import { judgePlace, kilometresBetween } from './judge-place.ts';
import type { Keyring } from '../codes/cipher/keyring.ts';
import type { Place } from '../codes/state/parent-places.ts';
import type { Unit } from '../codes/state/read-unit.ts';

const shownScans = 200;

/** Who has a code, or whom it is on its way to: an agent, or a shop with the agent it belongs to. Nobody before it is shipped, or after that was cancelled or it came back. */
const findHolder = async (db: Db, { shipStatus, holderKind, holderId }: Custody) => {
  if (
    (shipStatus !== Shipping.shipped && shipStatus !== Shipping.signed) ||
    holderKind === Holder.firm ||
    holderId === null
  )
    return undefined;
  const agents = db.selectFrom('agent').select(['agent.id', 'agent.name', 'agent.path', 'agent.lng', 'agent.lat']);
  if (holderKind === Holder.agent)
    return { agent: await agents.where('agent.id', '=', holderId).executeTakeFirst(), shopName: '' };
  const [shop, agent] = await Promise.all([
    db.selectFrom('shop').where('id', '=', holderId).select('name').executeTakeFirst(),
    agents
      .innerJoin('shopAss', 'shopAss.targetId', 'agent.id')
      .where('shopAss.kind', '=', ShopLinkKind.agent)
      .where('shopAss.shopId', '=', holderId)
      .where('shopAss.unbindAt', 'is', null)
      .executeTakeFirst(),
  ]);
  return { agent, shopName: shop?.name ?? '' };
};

/** The regions an agent may sell a product in, by code: his own, or those of the nearest agent above him that has some. */
export const findSalesRegions = async (
  db: Db,
  agent: { id: number; path: string },
  productId: number | null,
): Promise<string[]> => {
  const above = agent.path.split('/').filter(Boolean).map(Number);
  for (const agentId of [agent.id, ...above.toReversed()]) {
    const rows = await db
      .selectFrom('agentRegion')
      .where('agentId', '=', agentId)
      .where('productId', 'in', [0, productId ?? 0])
      .select('regionCode')
      .orderBy('regionCode')
      .execute();
    if (rows.length > 0) return [...new Set(rows.map(({ regionCode }) => regionCode))];
  }
  return [];
};

/** The names that lead to each of those regions. */
const findRegions = async (
  db: Db,
  agent: { id: number; path: string },
  productId: number | null,
): Promise<string[][]> =>
  Promise.all((await findSalesRegions(db, agent, productId)).map((code) => regionPath(db, code)));

/** The last scans of a code with a place, the latest first. */
export const findScans = (db: Db, { seg, serial }: Place) =>
  db
    .selectFrom('scanLog')
    .where('seg', '=', seg)
    .where('serial', '=', serial)
    .select([
      'id',
      'at',
      'verdict',
      'province',
      'city',
      'district',
      'lng',
      'lat',
      'geoSource',
      'ipProvince',
      'ipCity',
      sql<string>`concat(province, nullif(city, province), district)`.as('regionName'),
    ])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(shownScans)
    .execute();

const findLastPlace = (db: Db, { seg, serial }: Place) =>
  db
    .selectFrom('scanLog')
    .where('seg', '=', seg)
    .where('serial', '=', serial)
    .where('province', '<>', '')
    .select([
      'at',
      'province',
      'city',
      'district',
      'lng',
      'lat',
      sql<string>`concat(province, nullif(city, province), district)`.as('regionName'),
    ])
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Whose goods a code is, where it was last asked about, and whether that is where it may be sold. */
export const whereIsCode = async (db: Db, keyring: Keyring, typed: string): Promise<DiversionRow> => {
  try {
    const { unit, place } = await findCode(db, keyring, typed);
    const firm = await db.selectFrom('firm').where('id', '=', unit.firmId).select('name').executeTakeFirstOrThrow();
    const { boxes, custody } = await findContainers(db, unit);
    const holder = await findHolder(db, custody);
    const regions = holder?.agent ? await findRegions(db, holder.agent, unit.productId) : [];
    const scan = await findLastPlace(db, unit);
    return {
      id: toCodeId(unit.seg, unit.serial),
      code: await keyring.readText(db, unit, unit.serial, place.face),
      message: '',
      productId: unit.productId,
      storeName: unit.storeName ?? '',
      image: unit.image ?? '',
      lotNo: unit.lotNo ?? '',
      produceDate: unit.produceDate,
      level: unit.level as DiversionRow['level'],
      life: unit.life,
      firmName: firm.name,
      boxChain: await Promise.all(
        boxes.map(async (box) => ({
          code: await keyring.readText(db, box, box.serial),
          level: box.level as DiversionRow['level'],
        })),
      ),
      flow: flowOf(await codeMoves(db, unit)),
      agentId: holder?.agent?.id ?? null,
      agentName: holder?.agent?.name ?? '',
      shopName: holder?.shopName ?? '',
      regions: regions.map((names) => names.join('')),
      lastScan: scan ? { at: scan.at, regionName: scan.regionName, lng: scan.lng, lat: scan.lat } : null,
      distanceKm: kilometresBetween(holder?.agent, scan),
      judge: judgePlace({ isShipped: holder !== undefined, regions, scan }),
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...unknown, code: typed, message: error.message };
  }
};

/** The provinces a code's agent may sell in. */
export const findProvinces = async (db: Db, unit: Unit) => {
  const holder = await findHolder(db, (await findContainers(db, unit)).custody);
  const regions = holder?.agent ? await findRegions(db, holder.agent, unit.productId) : [];
  return [...new Set(regions.map(([province]) => province ?? ''))];
};

const unknown: DiversionRow = {
  id: 0,
  code: '',
  message: '',
  productId: null,
  storeName: '',
  image: '',
  lotNo: '',
  produceDate: null,
  level: Level.item,
  life: Life.inactive,
  firmName: '',
  boxChain: [],
  flow: [],
  agentId: null,
  agentName: '',
  shopName: '',
  regions: [],
  lastScan: null,
  distanceKm: null,
  judge: null,
};
