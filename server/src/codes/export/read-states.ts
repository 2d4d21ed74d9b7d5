import { Level, Life, Shipping, SegmentState } from '@zhuiyuan/contract/codes/state/code-enums';
import { StopKind, SpanKind } from '../state/code-states.ts';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import type { ExportNames } from './export-names.ts';
import { readCustody } from '../state/custody/read-custody.ts';
import { parentPlaces, placeKey } from '../state/parent-places.ts';

/** The segment whose codes are read. */
interface Segment {
  seg: number;
  firmId: number;
  state: number;
}

interface State {
  productId: number | null;
  lotId: number | null;
  life: (typeof Life.options)[number]['value'];
  shipStatus: number;
}

/** Binding, life and shipping of a run: its spans laid over each other, single codes on top by their order; what lies in a box is shipped as the box is. */
export const readStates = async (
  db: Db,
  names: ExportNames,
  segment: Segment,
  from: number,
  to: number,
): Promise<State[]> => {
  const { seg, firmId } = segment;
  const spans = await sql<{ kind: number; a: number; b: number; payload: Record<string, number>; seq: number }>`
    select kind, greatest(lower(span), ${from}::int8) as a, least(upper(span) - 1, ${to}::int8) as b, payload, seq from code_span
    where seg = ${seg} and firm_id = ${firmId} and kind in (${sql.lit(SpanKind.bind)}, ${sql.lit(SpanKind.void)}) and span && int8range(${from}, ${to}, '[]')`.execute(
    db,
  );
  const units = await db
    .selectFrom('codeUnit')
    .where('seg', '=', seg)
    .where('serial', '>=', from)
    .where('serial', '<=', to)
    .select(['serial', 'bindProduct', 'bindLot', 'bindSeq', 'voidKind', 'voidSeq'])
    .execute();
  const facts = Array.from({ length: to - from + 1 }, () => ({
    bind: { productId: null as number | null, lotId: null as number | null, seq: 0 },
    stop: { kind: StopKind.lifted as number, seq: 0, isVoid: segment.state === SegmentState.void },
    shipStatus: Shipping.none as number,
  }));
  for (const { kind, a, b, payload, seq } of spans.rows)
    for (let serial = a; serial <= b; serial += 1) {
      const fact = facts[serial - from]!;
      if (kind === SpanKind.bind)
        fact.bind = { productId: payload.productId ?? null, lotId: payload.lotId ?? null, seq };
      if (kind === SpanKind.void)
        fact.stop = {
          kind: payload.voidKind ?? StopKind.lifted,
          seq,
          isVoid: fact.stop.isVoid || payload.voidKind === StopKind.void,
        };
    }
  for (const unit of units) {
    const { bind, stop } = facts[unit.serial - from]!;
    if ((unit.bindSeq ?? 0) > bind.seq) Object.assign(bind, { productId: unit.bindProduct, lotId: unit.bindLot });
    if (unit.voidKind === StopKind.void) stop.isVoid = true;
    if ((unit.voidSeq ?? 0) > stop.seq) stop.kind = unit.voidKind ?? StopKind.lifted;
  }
  for (const { from: a, to: b, shipStatus } of await readCustody(db, firmId, [{ seg, from, to }]))
    for (let serial = a; serial <= b; serial += 1) facts[serial - from]!.shipStatus = shipStatus;
  await names.read(facts.map(({ bind }) => bind));
  return facts.map(({ bind, stop, shipStatus }) => ({
    productId: bind.productId,
    lotId: bind.lotId,
    life: stop.isVoid
      ? Life.void
      : stop.kind === StopKind.frozen || segment.state === SegmentState.frozen || names.isRecalled(bind.lotId)
        ? Life.frozen
        : bind.productId === null
          ? Life.inactive
          : Life.active,
    shipStatus,
  }));
};

/** When codes of a run were first asked about, by their serials. */
export const readScans = async (db: Db, { seg }: Segment, from: number, to: number): Promise<Map<number, string>> => {
  const rows = await db
    .selectFrom('unitScan')
    .where('seg', '=', seg)
    .where('serial', '>=', from)
    .where('serial', '<=', to)
    .where('firstAt', 'is not', null)
    .select(['serial', 'firstAt'])
    .execute();
  return new Map(rows.map(({ serial, firstAt }) => [serial, firstAt!]));
};

/** The small and the large box of each code of a run, by their serials. */
export const readParents = async (
  db: Db,
  names: ExportNames,
  { seg, firmId }: Segment,
  from: number,
  to: number,
): Promise<Map<number, { box?: string; crate?: string }>> => {
  const places = Array.from({ length: to - from + 1 }, (_, at) => ({ seg, serial: from + at }));
  const first = await parentPlaces(db, firmId, places);
  const boxes = new Map(
    [...first.values()].filter(({ level }) => level === Level.box).map((box) => [placeKey(box), box]),
  );
  const second = await parentPlaces(db, firmId, [...boxes.values()]);
  const found = new Map<number, { box?: string; crate?: string }>();
  for (const { serial } of places) {
    const parent = first.get(placeKey({ seg, serial }));
    if (!parent) continue;
    const above = parent.level === Level.box ? second.get(placeKey(parent)) : undefined;
    const crate = parent.level === Level.case ? parent : above;
    found.set(serial, {
      ...(parent.level === Level.box ? { box: await names.code(parent) } : {}),
      ...(crate ? { crate: await names.code(crate) } : {}),
    });
  }
  return found;
};
