import { GeoSource, Holder, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { Cross } from '@zhuiyuan/contract/scan/log/scan-log';
import { traceReach, type TraceAbnormal, type TraceSale } from '@zhuiyuan/contract/settlement/store/store-trace';
import { sql } from 'kysely';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import { heldItems } from '../../codes/state/custody/held-items.ts';
import { runsHeldBy } from '../../codes/state/custody/runs-held-by.ts';
import { readBinds } from '../../codes/state/pieces.ts';
import { crossed, merged, type Run } from '../../codes/state/ranges.ts';
import { withChildren } from '../../codes/state/with-children.ts';
import type { Db } from '../../kit/db/database.ts';
import { maskConsumer } from '../../member/mask-consumer.ts';
import { inDates, type TracedShop, type TraceFilters } from './trace-goods.ts';

const { lit } = sql;

/** Items that a shop signed for and still has by the books, of one product and lot since one receipt. */
export interface HeldRun extends Run {
  productId: number;
  lotId: number;
  signAt: string;
}

/** {@link HeldRun}s of a shop; 61029 where it has its goods in too many pieces. */
export const heldBy = async (
  db: Db,
  { id, firmId }: TracedShop,
  { productId, lotId }: TraceFilters,
): Promise<HeldRun[]> => {
  const roots = await runsHeldBy(db, firmId, Holder.shop, [id]);
  const held = (await heldItems(db, firmId, await withChildren(db, firmId, roots))).filter(
    ({ holderKind, holderId, shipStatus }) =>
      holderKind === Holder.shop && holderId === id && shipStatus === Shipping.signed,
  );
  if (held.length === 0) return [];
  const binds = (await readBinds(db, firmId, merged(held))).filter(
    (bind) =>
      (productId === undefined || bind.productId === productId) && (lotId === undefined || bind.lotId === lotId),
  );
  return crossed(held, binds).flatMap(({ seg, from, to, signAt, productId: product, lotId: lot }) =>
    signAt === null ? [] : [{ seg, from, to, signAt, productId: product, lotId: lot }],
  );
};

const asRuns = (
  held: readonly HeldRun[],
) => sql`unnest(${held.map(({ seg }) => seg)}::int[], ${held.map(({ from }) => from)}::bigint[],
  ${held.map(({ to }) => to)}::bigint[], ${held.map(({ signAt }) => signAt)}::timestamptz[], ${held.map(({ productId }) => productId)}::bigint[],
  ${held.map(({ lotId }) => lotId)}::bigint[]) as held(seg, a, b, sign_at, product_id, lot_id)`;

/** Kilometres between the shop and a scan whose phone told where it was; null of any other. */
const kilometres = ({ lng, lat }: TracedShop) =>
  lng === null || lat === null
    ? sql`null::float8`
    : sql`case when scan_log.geo_source = ${lit(GeoSource.gps)} then 2 * 6371 * asin(least(1, sqrt(power(sin(radians(scan_log.lat - ${lat}::float8) / 2), 2)
        + cos(radians(${lat}::float8)) * cos(radians(scan_log.lat)) * power(sin(radians(scan_log.lng - ${lng}::float8) / 2), 2)))) end`;

const place = sql`concat(scan_log.province, nullif(scan_log.city, scan_log.province), scan_log.district)`;

/**
 * First scans by shoppers of items a shop has signed for, since it did. Each run looks into the scanned codes by itself, each of them
 * for its own scan.
 */
const salesOf = (shop: TracedShop, held: readonly HeldRun[], dateLimit: string | undefined) => sql`
  select held.seg, held.product_id, held.lot_id, held.sign_at, unit.serial, unit.first_at, scan.region, scan.km, scan.uid
  from ${asRuns(held)}
  cross join lateral (select serial, first_at from unit_scan where firm_id = ${shop.firmId} and seg = held.seg and serial between held.a and held.b
    and first_at >= held.sign_at and ${inDates(sql`first_at`, dateLimit)} offset 0) unit
  left join lateral (select ${place} as region, ${kilometres(shop)} as km, scan_log.uid from scan_log
    where scan_log.firm_id = ${shop.firmId} and scan_log.seg = held.seg and scan_log.serial = unit.serial and scan_log.is_counted
    order by scan_log.at limit 1) scan on true`;

/** Scans of items a shop has signed for, farther from it than they should be or outside the regions of its dealer. */
const strayScansOf = (shop: TracedShop, held: readonly HeldRun[], dateLimit: string | undefined) => sql`
  select held.seg, held.product_id, held.lot_id, held.sign_at, scan.*
  from ${asRuns(held)}
  cross join lateral (select id, serial, at, ${place} as region, is_cross, ${kilometres(shop)} as km from scan_log
    where scan_log.firm_id = ${shop.firmId} and scan_log.seg = held.seg and scan_log.serial between held.a and held.b
      and scan_log.at >= held.sign_at and ${inDates(sql`scan_log.at`, dateLimit)} offset 0) scan
  where scan.km > ${lit(traceReach.far)} or scan.is_cross <> ${lit(Cross.no)}`;

const toKm = sql`round(row.km::numeric, 1)::float8 as distance_km`;
const named = sql`coalesce(product.store_name, '') as product_name, coalesce(lot.lot_no, '') as lot_no, segment.key_v, row.seg, row.serial, row.sign_at`;
const names = (firmId: number) => sql`join segment on segment.seg = row.seg and segment.firm_id = ${firmId}
  left join product on product.id = row.product_id and product.firm_id = ${firmId} left join lot on lot.id = row.lot_id and lot.firm_id = ${firmId}`;

interface Coded {
  seg: number;
  serial: number;
  keyV: string | null;
}

/** Who scanned. */
interface Asker {
  uid: number | null;
  nickName: string;
}

const withCodes = async <R extends Coded>(db: Db, keyring: Keyring, rows: readonly R[]) => {
  const codes = await keyring.readTexts(db, rows);
  return rows.map(({ seg: _seg, serial: _serial, keyV: _key, ...row }, nth) => ({ ...row, code: codes[nth]! }));
};

export const salesIn = (db: Db, shop: TracedShop, held: readonly HeldRun[], dateLimit: string | undefined) =>
  db.selectFrom(
    sql<
      Coded & Asker & Omit<TraceSale, 'code' | 'consumer'>
    >`(select ${named}, row.first_at as first_scan_at, coalesce(row.region, '') as region, ${toKm},
        round((extract(epoch from row.first_at - row.sign_at) / 86400)::numeric, 1)::float8 as days,
        row.uid, coalesce(member.nick_name, '') as nick_name
      from (${salesOf(shop, held, dateLimit)}) row ${names(shop.firmId)}
      left join member on member.firm_id = ${shop.firmId} and member.id = row.uid)`.as('sale'),
  );

export const asSales = (query: ReturnType<typeof salesIn>) =>
  query.selectAll().orderBy('sale.firstScanAt', 'desc').orderBy('sale.seg').orderBy('sale.serial');

export const toSales = async (
  db: Db,
  keyring: Keyring,
  rows: readonly (Coded & Asker & Omit<TraceSale, 'code' | 'consumer'>)[],
): Promise<TraceSale[]> =>
  (await withCodes(db, keyring, rows)).map(({ uid, nickName, ...row }) => ({
    ...row,
    consumer: uid === null ? '' : maskConsumer({ nickName, uid }),
  }));

export const strayScansIn = (db: Db, shop: TracedShop, held: readonly HeldRun[], dateLimit: string | undefined) =>
  db.selectFrom(
    sql<
      Coded & Omit<TraceAbnormal, 'code'>
    >`(select ${named}, row.id as scan_id, row.at as scan_at, row.region, row.is_cross as cross, ${toKm}
      from (${strayScansOf(shop, held, dateLimit)}) row ${names(shop.firmId)})`.as('stray'),
  );

export const asStrayScans = (query: ReturnType<typeof strayScansIn>) =>
  query.selectAll().orderBy('stray.scanAt', 'desc').orderBy('stray.scanId', 'desc');

export const toStrayScans = (db: Db, keyring: Keyring, rows: readonly (Coded & Omit<TraceAbnormal, 'code'>)[]) =>
  withCodes(db, keyring, rows);

/** What first scans come to. */
export const sumSales = async (db: Db, shop: TracedShop, held: readonly HeldRun[], dateLimit: string | undefined) => {
  const { rows } = await sql<{ sold: number; days: number | null; placed: number; far: number; all: number }>`
    select (count(*) filter (where asked))::int as sold, count(*)::int as "all",
      round((avg(extract(epoch from first_at - sign_at) / 86400) filter (where asked))::numeric, 1)::float8 as days,
      (count(km) filter (where asked))::int as placed, (count(*) filter (where asked and km > ${lit(traceReach.far)}))::int as far
    from (select sale.*, ${inDates(sql`first_at`, dateLimit)} as asked from (${salesOf(shop, held, undefined)}) sale) sale`.execute(
    db,
  );
  return rows[0]!;
};

/** First scans on each day since a day. */
export const soldByDay = async (db: Db, shop: TracedShop, held: readonly HeldRun[], since: string) => {
  const { rows } = await sql<{ day: string; items: number }>`
    select unit.first_at::date::text as day, count(*)::int as items from ${asRuns(held)}
    cross join lateral (select first_at from unit_scan where firm_id = ${shop.firmId} and seg = held.seg and serial between held.a and held.b
      and first_at >= greatest(held.sign_at, ${since}::date) offset 0) unit
    group by 1`.execute(db);
  return new Map(rows.map(({ day, items }) => [day, items]));
};
