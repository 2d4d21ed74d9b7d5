import { RecallState } from '@zhuiyuan/contract/trace/lot/lot-states';
import { SpanKind, PackState, StopKind } from './code-states.ts';
import { Life, SegmentState } from '@zhuiyuan/contract/codes/state/code-enums';
import { sql, type Expression } from 'kysely';
import { compileOnce } from '../../kit/db/compile-once.ts';
import type { Db } from '../../kit/db/database.ts';
import { ofSpans, ownCustody, spanCustody } from './custody-query.ts';
import type { Packing } from './find-containers.ts';
import { placeKey, type Place } from './parent-places.ts';

/** Everything the database holds about one code, in the shape of its life. */
export interface Unit {
  seg: number;
  serial: number;
  firmId: number;
  taskId: number;
  level: number;
  fmt: string;
  keyV: string | null;
  count: number;
  faces: number;
  pinLen: number;
  /** 0 未启用, 1 已启用, 2 已作废, 3 已冻结. */
  life: (typeof Life.options)[number]['value'];
  productId: number | null;
  lotId: number | null;
  channelId: number | null;
  activatedAt: string | null;
  isRecalled: boolean;
  lotNo: string | null;
  produceDate: string | null;
  expireDate: string | null;
  recallText: string | null;
  storeName: string | null;
  spec: string | null;
  image: string | null;
  gtin: string | null;
  scanCnt: number;
  firstScanAt: string | null;
  /** How it is packed, as far as its own row and its segment say. */
  packing: Packing;
}

/** Where a code lies: as values, or as columns of the statement around. */
interface At {
  seg: number | Expression<number>;
  serial: number | Expression<number>;
}

/** The runs that a code lies in. */
interface Spans {
  bindProduct: number | null;
  bindLot: number | null;
  bindChannel: number | null;
  voidKind: number | null;
  voidSeq: number | null;
  packSeg: number | null;
  packSerial: number | null;
}

/**
 * What the database holds about one code: its segment, its own row and the runs it lies in by one index probe each, then product and lot by
 * key. Of a unit's own bind and that of its run the one with the higher seq holds. It also says how the code was packed and shipped by
 * itself, for a statement that goes on with `custodyOf`.
 */
export const unitQuery = (db: Db, { seg, serial }: At) => {
  const spans = sql<Spans>`(select
    ${ofSpans(SpanKind.bind, sql`(payload ->> 'productId')::bigint`)} as bind_product,
    ${ofSpans(SpanKind.bind, sql`(payload ->> 'lotId')::bigint`)} as bind_lot,
    ${ofSpans(SpanKind.bind, sql`(payload ->> 'channelId')::bigint`)} as bind_channel,
    ${ofSpans(SpanKind.bind, sql`seq`)} as bind_seq, ${ofSpans(SpanKind.bind, sql`at`)} as bind_at,
    ${ofSpans(SpanKind.void, sql`(payload ->> 'voidKind')::int`)} as void_kind, ${ofSpans(SpanKind.void, sql`seq`)} as void_seq, ${spanCustody}
    from code_span where firm_id = segment.firm_id and seg = ${seg} and span @> ${serial}::int8)`;
  const ownBind = sql<boolean>`coalesce(unit.bind_seq, 0) > coalesce(spans.bind_seq, 0)`;
  const bound = (name: 'bind_product' | 'bind_lot' | 'bind_channel') =>
    sql<number | null>`case when ${ownBind} then ${sql.ref(`unit.${name}`)} else ${sql.ref(`spans.${name}`)} end`;
  const productId = bound('bind_product');
  const lotId = bound('bind_lot');
  return db
    .selectFrom('segment')
    .leftJoin('codeUnit as unit', (join) => join.onRef('unit.seg', '=', 'segment.seg').on('unit.serial', '=', serial))
    .leftJoinLateral(spans.as<'spans'>(sql`spans`), (join) => join.onTrue())
    .leftJoin('unitScan as scan', (join) => join.onRef('scan.seg', '=', 'segment.seg').on('scan.serial', '=', serial))
    .leftJoin('product', (join) => join.on('product.id', '=', productId))
    .leftJoin('lot', (join) => join.on('lot.id', '=', lotId))
    .where('segment.seg', '=', seg)
    .where('segment.count', '>=', serial)
    .select([
      'segment.seg',
      'segment.firmId',
      'segment.taskId',
      'segment.level',
      'segment.fmt',
      'segment.keyV',
      'segment.count',
      'segment.faces',
      'segment.pinLen',
      'segment.state',
      productId.as('productId'),
      lotId.as('lotId'),
      bound('bind_channel').as('channelId'),
      sql<string | null>`case when ${ownBind} then unit.bind_at else spans.bind_at end`.as('boundAt'),
      'unit.voidKind',
      'unit.voidSeq',
      'unit.packState',
      'unit.parentSeg',
      'unit.parentSerial',
      'unit.packAt',
      'segment.parentSeg as setSeg',
      'segment.parentRatio as setRatio',
      'spans.voidKind as voidSpanKind',
      'spans.voidSeq as voidSpanSeq',
      'spans.packSeg',
      'spans.packSerial',
      ownCustody<number | null>('ship_status').as('shipStatus'),
      ownCustody<number | null>('holder_kind').as('holderKind'),
      ownCustody<number | null>('holder_id').as('holderId'),
      ownCustody<string | null>('ship_at').as('shipAt'),
      'scan.cnt as scanCnt',
      'scan.firstAt as firstScanAt',
      'product.storeName',
      'product.spec',
      'product.image',
      'product.gtin',
      'product.tempId',
      'lot.lotNo',
      'lot.produceDate',
      'lot.expireDate',
      'lot.recallState',
      'lot.recallText',
    ]);
};

export type UnitRow = Awaited<ReturnType<ReturnType<typeof unitQuery>['executeTakeFirstOrThrow']>>;

/** The life of a code from its row: void is final; frozen comes from the segment, the span, the unit or a recalled lot. */
export const toUnit = (row: UnitRow, serial: number): Unit => {
  const isVoid =
    row.state === SegmentState.void || row.voidKind === StopKind.void || row.voidSpanKind === StopKind.void;
  const ownFreeze =
    (row.voidSeq ?? 0) > (row.voidSpanSeq ?? 0)
      ? row.voidKind === StopKind.frozen
      : row.voidSpanKind === StopKind.frozen;
  const isRecalled = row.recallState === RecallState.recalled;
  const isFrozen = row.state === SegmentState.frozen || ownFreeze || isRecalled;
  const isBound = row.productId !== null;
  return {
    seg: row.seg,
    serial,
    firmId: row.firmId,
    taskId: row.taskId,
    level: row.level,
    fmt: row.fmt,
    keyV: row.keyV,
    count: row.count,
    faces: row.faces,
    pinLen: row.pinLen,
    life: isVoid ? Life.void : isFrozen ? Life.frozen : isBound ? Life.active : Life.inactive,
    productId: row.productId,
    lotId: row.lotId,
    channelId: row.channelId,
    activatedAt: isBound ? row.boundAt : null,
    isRecalled,
    lotNo: row.lotNo,
    produceDate: row.produceDate,
    expireDate: row.expireDate,
    recallText: row.recallText,
    storeName: row.storeName,
    spec: row.spec,
    image: row.image,
    gtin: row.gtin,
    scanCnt: row.scanCnt ?? 0,
    firstScanAt: row.firstScanAt,
    packing: {
      packState: row.packState ?? PackState.unsaid,
      parentSeg: row.parentSeg,
      parentSerial: row.parentSerial,
      packAt: row.packAt,
      setSeg: row.setSeg,
      setRatio: row.setRatio,
    },
  };
};

const unitAt = compileOnce<{ seg: number; serial: number }, UnitRow>((db, at) => unitQuery(db, at).compile());

/** Reads one code by its place, in one statement. Nothing when the segment or serial does not exist. */
export const readUnit = async (db: Db, seg: number, serial: number): Promise<Unit | undefined> => {
  if (serial < 1) return undefined;
  const [row] = await unitAt.run(db, { seg, serial });
  return row && toUnit(row, serial);
};

/** Reads codes by their places, all in one statement; nothing in the place of one that does not exist. */
export const readUnits = async (db: Db, places: readonly Place[]): Promise<(Unit | undefined)[]> => {
  if (places.length === 0) return [];
  const { rows } = await sql<UnitRow & { serial: number }>`
    select place.serial, unit.* from unnest(${places.map(({ seg }) => seg)}::int[], ${places.map(({ serial }) => serial)}::bigint[]) place(seg, serial)
    cross join lateral (${unitQuery(db, { seg: sql.ref<number>('place.seg'), serial: sql.ref<number>('place.serial') })}) unit
    where place.serial > 0`.execute(db);
  const found = new Map(rows.map(({ serial, ...row }) => [placeKey({ seg: row.seg, serial }), toUnit(row, serial)]));
  return places.map((place) => found.get(placeKey(place)));
};
