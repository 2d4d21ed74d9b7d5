import { Holder, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { SpanKind, PackState } from './code-states.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../kit/db/database.ts';
import type { Place } from './parent-places.ts';

/** What a code's own row and its segment say about the box it lies in. */
export interface Packing {
  /** 0 随规则或区间, 1 有上级, 2 已拆出. */
  packState: number;
  parentSeg: number | null;
  parentSerial: number | null;
  packAt: string | null;
  /** The segment of its boxes and how many codes each holds, where they were joined before printing. */
  setSeg: number | null;
  setRatio: number | null;
}

export interface Container extends Place {
  level: number;
  keyV: string | null;
  firmId: number;
}

const Custody = z.object({
  shipStatus: Shipping.schema,
  holderKind: z.number(),
  holderId: z.number().nullable(),
  deliverId: z.number().nullable(),
  shipAt: z.string().nullable(),
  signAt: z.string().nullable(),
});
/** Where goods are and who holds them. Shipping 0–3; holder 0 企业, 1 经销商, 2 门店. */
export type Custody = z.output<typeof Custody>;

/** What a run that was shipped together keeps. */
const Shipped = Custody.partial();
/** What a run that was packed together keeps. */
const Packed = z.object({ parentSeg: z.number(), parentSerial: z.number() });

interface Node extends Container, Packing {
  custody: Custody & { seq: number };
}

/** There are three levels, so a code lies in two boxes at most. */
const mostClimbs = 2;

/** The row of a container: its segment and its own record, one look at an index each. */
const readNode = async (db: Db, { seg, serial }: Place): Promise<Node> => {
  const row = await db
    .selectFrom('segment')
    .leftJoin('codeUnit as unit', (join) => join.onRef('unit.seg', '=', 'segment.seg').on('unit.serial', '=', serial))
    .where('segment.seg', '=', seg)
    .select([
      'segment.level',
      'segment.keyV',
      'segment.firmId',
      'segment.parentSeg as setSeg',
      'segment.parentRatio as setRatio',
      'unit.packState',
      'unit.parentSeg',
      'unit.parentSerial',
      'unit.packAt',
      'unit.shipStatus',
      'unit.shipSeq',
      'unit.holderKind',
      'unit.holderId',
      'unit.deliverId',
      'unit.shipAt',
      'unit.signAt',
    ])
    .executeTakeFirstOrThrow();
  const { shipStatus, shipSeq, holderKind, holderId, deliverId, shipAt, signAt, packState, ...node } = row;
  return {
    seg,
    serial,
    ...node,
    packState: packState ?? PackState.unsaid,
    custody: {
      shipStatus: (shipStatus ?? Shipping.none) as Custody['shipStatus'],
      holderKind: holderKind ?? Holder.firm,
      holderId,
      deliverId,
      shipAt,
      signAt,
      seq: shipSeq ?? 0,
    },
  };
};

/** What holds a code directly and since when, null for as printed: its own record says it, else the rule of its set, else the run it was packed with. */
const findParent = async (
  db: Db,
  { seg, serial, ...code }: Place & Packing,
): Promise<(Place & { at: string | null }) | undefined> => {
  if (code.packState === PackState.unpacked) return undefined;
  if (code.packState === PackState.packed) return { seg: code.parentSeg!, serial: code.parentSerial!, at: code.packAt };
  if (code.setSeg !== null && code.setRatio !== null)
    return { seg: code.setSeg, serial: Math.floor((serial - 1) / code.setRatio) + 1, at: null };
  const span = await db
    .selectFrom('codeSpan')
    .where('seg', '=', seg)
    .where('kind', '=', SpanKind.pack)
    .where(sql<boolean>`span @> ${serial}::int8`)
    .select(['payload', 'at'])
    .executeTakeFirst();
  if (!span) return undefined;
  const { parentSeg, parentSerial } = Packed.parse(span.payload);
  return { seg: parentSeg, serial: parentSerial, at: span.at };
};

/** The run a container was shipped with, where that came after what was done with it alone. */
const findCustody = async (db: Db, { seg, serial, custody }: Node): Promise<Custody> => {
  const span = await db
    .selectFrom('codeSpan')
    .where('seg', '=', seg)
    .where('kind', '=', SpanKind.ship)
    .where(sql<boolean>`span @> ${serial}::int8`)
    .select(['payload', 'seq', 'at'])
    .executeTakeFirst();
  if (!span || span.seq < custody.seq) return custody;
  const shipped = Shipped.parse(span.payload);
  return {
    shipStatus: shipped.shipStatus ?? Shipping.none,
    holderKind: shipped.holderKind ?? Holder.firm,
    holderId: shipped.holderId ?? null,
    deliverId: shipped.deliverId ?? null,
    shipAt: shipped.shipAt ?? span.at,
    signAt: shipped.signAt ?? null,
  };
};

/**
 * The boxes a code lies in, the nearest first, since when (null: as printed), and its custody, which is that of the
 * outermost one: of what lies in a box only the box moves. Seven looks at indexes at most.
 */
export const findContainers = async (
  db: Db,
  code: Place & { packing: Packing },
): Promise<{ boxes: Container[]; packedAt: string | null; custody: Custody }> => {
  const boxes: Node[] = [];
  let parent = await findParent(db, { ...code, ...code.packing });
  const packedAt = parent?.at ?? null;
  while (parent && boxes.length < mostClimbs) {
    const box = await readNode(db, parent);
    boxes.push(box);
    parent = boxes.length < mostClimbs ? await findParent(db, box) : undefined;
  }
  return { boxes, packedAt, custody: await findCustody(db, boxes.at(-1) ?? (await readNode(db, code))) };
};
