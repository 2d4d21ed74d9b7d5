import { sql } from 'kysely';
import type { Db } from '../kit/database.ts';
import type { Packing } from './containers.ts';

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
  life: 0 | 1 | 2 | 3;
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

/**
 * Reads one code by its place: the segment, its own row, its bind span and its void span by one index probe each,
 * then product and lot by key. Of a unit's own bind and its span the one with the higher seq holds; void is final;
 * frozen comes from the segment, the span, the unit or a recalled lot. Nothing when the segment or serial does not exist.
 */
export const readUnit = async (db: Db, seg: number, serial: number): Promise<Unit | undefined> => {
  const span = <N extends string>(kind: 1 | 2, name: N) =>
    db
      .selectFrom('codeSpan')
      .select(['payload', 'seq', 'at'])
      .where('kind', '=', kind)
      .where('seg', '=', seg)
      .where(sql<boolean>`span @> ${serial}::int8`)
      .as(name);
  const facts = await db
    .selectFrom('segment')
    .leftJoin('codeUnit as unit', (join) => join.onRef('unit.seg', '=', 'segment.seg').on('unit.serial', '=', serial))
    .leftJoin(span(1, 'bind'), (join) => join.onTrue())
    .leftJoin(span(2, 'void'), (join) => join.onTrue())
    .leftJoin('unitScan as scan', (join) => join.onRef('scan.seg', '=', 'segment.seg').on('scan.serial', '=', serial))
    .where('segment.seg', '=', seg)
    .where('segment.count', '>=', serial)
    .select([
      'segment.firmId',
      'segment.taskId',
      'segment.level',
      'segment.fmt',
      'segment.keyV',
      'segment.count',
      'segment.faces',
      'segment.pinLen',
      'segment.state',
      'unit.bindProduct',
      'unit.bindLot',
      'unit.bindChannel',
      'unit.bindAt',
      'unit.bindSeq',
      'unit.voidKind',
      'unit.voidSeq',
      'unit.packState',
      'unit.parentSeg',
      'unit.parentSerial',
      'unit.packAt',
      'segment.parentSeg as setSeg',
      'segment.parentRatio as setRatio',
      'bind.payload as bindPayload',
      'bind.seq as spanSeq',
      'bind.at as spanAt',
      'void.payload as voidPayload',
      'void.seq as voidSpanSeq',
      'scan.cnt as scanCnt',
      'scan.firstAt as firstScanAt',
    ])
    .executeTakeFirst();
  if (!facts) return undefined;

  const ownBind = (facts.bindSeq ?? 0) > (facts.spanSeq ?? 0);
  const spanBind = facts.bindPayload as { productId: number; lotId: number; channelId?: number } | null;
  const productId = ownBind ? facts.bindProduct : (spanBind?.productId ?? null);
  const lotId = ownBind ? facts.bindLot : (spanBind?.lotId ?? null);
  const bound = productId === null ? undefined : await readBound(db, productId, lotId);

  const spanVoid = (facts.voidPayload as { voidKind: number } | null)?.voidKind ?? 0;
  const isVoid = facts.state === 2 || facts.voidKind === 2 || spanVoid === 2;
  const ownFreeze = (facts.voidSeq ?? 0) > (facts.voidSpanSeq ?? 0) ? facts.voidKind === 3 : spanVoid === 3;
  const isFrozen = facts.state === 1 || ownFreeze || bound?.recallState === 1;
  return {
    seg,
    serial,
    firmId: facts.firmId,
    taskId: facts.taskId,
    level: facts.level,
    fmt: facts.fmt,
    keyV: facts.keyV,
    count: facts.count,
    faces: facts.faces,
    pinLen: facts.pinLen,
    life: isVoid ? 2 : isFrozen ? 3 : productId === null ? 0 : 1,
    productId,
    lotId,
    channelId: ownBind ? facts.bindChannel : (spanBind?.channelId ?? null),
    activatedAt: productId === null ? null : ownBind ? facts.bindAt : facts.spanAt,
    isRecalled: bound?.recallState === 1,
    lotNo: bound?.lotNo ?? null,
    produceDate: bound?.produceDate ?? null,
    expireDate: bound?.expireDate ?? null,
    recallText: bound?.recallText ?? null,
    storeName: bound?.storeName ?? null,
    spec: bound?.spec ?? null,
    image: bound?.image ?? null,
    gtin: bound?.gtin ?? null,
    scanCnt: facts.scanCnt ?? 0,
    firstScanAt: facts.firstScanAt,
    packing: {
      packState: facts.packState ?? 0,
      parentSeg: facts.parentSeg,
      parentSerial: facts.parentSerial,
      packAt: facts.packAt,
      setSeg: facts.setSeg,
      setRatio: facts.setRatio,
    },
  };
};

const readBound = (db: Db, productId: number, lotId: number | null) =>
  db
    .selectFrom('product')
    .leftJoin('lot', (join) => join.on('lot.id', '=', lotId))
    .where('product.id', '=', productId)
    .select([
      'product.storeName',
      'product.spec',
      'product.image',
      'product.gtin',
      'lot.lotNo',
      'lot.produceDate',
      'lot.expireDate',
      'lot.recallState',
      'lot.recallText',
    ])
    .executeTakeFirst();
