import { toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';
import type { Face } from '@zhuiyuan/contract/codes/cipher/face';
import { Level, Life } from '@zhuiyuan/contract/codes/state/code-enums';
import type { DiversionRow } from '@zhuiyuan/contract/diversion/diversion';
import type { Keyring } from '../codes/cipher/keyring.ts';
import { findCodes, type FoundCode } from '../codes/lookup/code-facts.ts';
import { codeMovesOf } from '../codes/lookup/code-moves.ts';
import { flowOf } from '../codes/lookup/flow-of.ts';
import type { Unit } from '../codes/state/read-unit.ts';
import type { Db } from '../kit/db/database.ts';
import { Refusal } from '../kit/refusal.ts';
import { findLastPlaces } from './find-scans.ts';
import { findWhose } from './find-whose.ts';
import { judgePlace, kilometresBetween } from './judge-place.ts';

/** A code that is looked up, and the last serial of the run it begins. */
export interface LookedUp {
  unit: Unit;
  face: Face;
  to: number;
}

const findFirmNames = async (db: Db, units: readonly Unit[]): Promise<Map<number, string>> => {
  const ids = [...new Set(units.map(({ firmId }) => firmId))];
  const firms = await db.selectFrom('firm').where('id', 'in', ids).select(['id', 'name']).execute();
  return new Map(firms.map(({ id, name }) => [id, name]));
};

/**
 * Whose goods codes are, where they were last asked about (of a run: any of it), and whether that is where they may be sold. A dozen
 * statements, however many codes there are.
 */
export const whereAre = async (db: Db, keyring: Keyring, asked: readonly LookedUp[]): Promise<DiversionRow[]> => {
  if (asked.length === 0) return [];
  const units = asked.map(({ unit }) => unit);
  const firmNames = await findFirmNames(db, units);
  const whose = await findWhose(db, units);
  const moves = await codeMovesOf(db, units);
  const scans = await findLastPlaces(
    db,
    asked.map(({ unit, to }) => ({ seg: unit.seg, from: unit.serial, to })),
  );
  const texts = (
    await keyring.readTexts(
      db,
      asked.flatMap(({ unit, face }, at) => [{ ...unit, face }, ...whose[at]!.boxes]),
    )
  ).values();
  return units.map((unit, at): DiversionRow => {
    const { boxes, holder, regions } = whose[at]!;
    const scan = scans[at];
    return {
      id: toCodeId(unit.seg, unit.serial),
      code: texts.next().value!,
      message: '',
      productId: unit.productId,
      storeName: unit.storeName ?? '',
      image: unit.image ?? '',
      lotNo: unit.lotNo ?? '',
      produceDate: unit.produceDate,
      level: unit.level as DiversionRow['level'],
      life: unit.life,
      firmName: firmNames.get(unit.firmId) ?? '',
      boxChain: boxes.map(({ level }) => ({ code: texts.next().value!, level: level as DiversionRow['level'] })),
      flow: flowOf(moves[at]!),
      agentId: holder?.agent?.id ?? null,
      agentName: holder?.agent?.name ?? '',
      shopName: holder?.shopName ?? '',
      regions: regions.map((names) => names.join('')),
      lastScan: scan
        ? { at: scan.at, regionName: scan.regionName, lng: scan.lng, lat: scan.lat, geoSource: scan.geoSource }
        : null,
      distanceKm: kilometresBetween(holder?.agent, scan),
      judge: judgePlace({ isShipped: holder !== undefined, regions, scan }),
    };
  });
};

/** {@link whereAre} of typed or scanned texts, in their order; a text of no code says why it is none. */
export const whereAreCodes = async (db: Db, keyring: Keyring, texts: readonly string[]): Promise<DiversionRow[]> => {
  const found = await findCodes(db, keyring, texts);
  const known = found.filter((one): one is FoundCode => !(one instanceof Refusal));
  const rows = (
    await whereAre(
      db,
      keyring,
      known.map(({ unit, place }) => ({ unit, face: place.face, to: unit.serial })),
    )
  ).values();
  return found.map((one, at) =>
    one instanceof Refusal ? { ...unknown, code: texts[at]!, message: one.message } : rows.next().value!,
  );
};

/** {@link whereAreCodes} of one text. */
export const whereIsCode = async (db: Db, keyring: Keyring, typed: string): Promise<DiversionRow> =>
  (await whereAreCodes(db, keyring, [typed]))[0]!;

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
