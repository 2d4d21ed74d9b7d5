import { Holder, Life, Level, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';
import type { DiversionRow } from '@zhuiyuan/contract/diversion/diversion';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { Refusal } from '../kit/refusal.ts';
import { regionPath } from '../settings/region-names.ts';
import { findCode } from '../codes/lookup/code-facts.ts';
import { findContainers, type Custody } from '../codes/state/find-containers.ts';
import { judgePlace, kilometresBetween } from './judge-place.ts';
import type { Keyring } from '../codes/cipher/keyring.ts';
import type { Place } from '../codes/state/parent-places.ts';
import type { Unit } from '../codes/state/read-unit.ts';

const shownScans = 200;

/** The agent who has a code, or whom it is on its way to. Nobody before it is shipped, or after that was cancelled. */
const findHolder = async (db: Db, { shipStatus, holderKind, holderId, ...times }: Custody) => {
  if (
    (shipStatus !== Shipping.shipped && shipStatus !== Shipping.signed) ||
    holderKind !== Holder.agent ||
    holderId === null
  )
    return undefined;
  const agent = await db
    .selectFrom('agent')
    .where('id', '=', holderId)
    .select(['id', 'name', 'path', 'lng', 'lat'])
    .executeTakeFirst();
  return agent && { ...times, agent };
};

/** The names that lead to each region an agent may sell a product in: his own, or those of the nearest agent above him that has some. */
const findRegions = async (
  db: Db,
  agent: { id: number; path: string },
  productId: number | null,
): Promise<string[][]> => {
  const above = agent.path.split('/').filter(Boolean).map(Number);
  for (const agentId of [agent.id, ...above.toReversed()]) {
    const rows = await db
      .selectFrom('agentRegion')
      .where('agentId', '=', agentId)
      .where('productId', 'in', [0, productId ?? 0])
      .select('regionCode')
      .orderBy('regionCode')
      .execute();
    if (rows.length > 0) return Promise.all(rows.map(({ regionCode }) => regionPath(db, regionCode)));
  }
  return [];
};

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
    const regions = holder ? await findRegions(db, holder.agent, unit.productId) : [];
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
      flow:
        holder && holder.shipAt
          ? [{ at: holder.shipAt, from: firm.name, to: holder.agent.name, docNo: '', signAt: holder.signAt }]
          : [],
      agentId: holder?.agent.id ?? null,
      agentName: holder?.agent.name ?? '',
      regions: regions.map((names) => names.join('')),
      lastScan: scan ? { at: scan.at, regionName: scan.regionName, lng: scan.lng, lat: scan.lat } : null,
      distanceKm: kilometresBetween(holder?.agent, scan),
      judge: judgePlace({ agentId: holder?.agent.id ?? null, regions, scan }),
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...unknown, code: typed, message: error.message };
  }
};

/** The provinces a code's agent may sell in. */
export const findProvinces = async (db: Db, unit: Unit) => {
  const holder = await findHolder(db, (await findContainers(db, unit)).custody);
  const regions = holder ? await findRegions(db, holder.agent, unit.productId) : [];
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
  regions: [],
  lastScan: null,
  distanceKm: null,
  judge: null,
};
