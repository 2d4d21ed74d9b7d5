import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import type { Names } from './export-names.ts';
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
  life: 0 | 1 | 2 | 3;
  shipStatus: number;
}

/** Binding, life and shipping of a run: its spans laid over each other, single codes on top by their order. */
export const readStates = async (
  db: Db,
  names: Names,
  segment: Segment,
  from: number,
  to: number,
): Promise<State[]> => {
  const { seg, firmId } = segment;
  const spans = await sql<{ kind: number; a: number; b: number; payload: Record<string, number>; seq: number }>`
    select kind, greatest(lower(span), ${from}::int8) as a, least(upper(span) - 1, ${to}::int8) as b, payload, seq from code_span
    where seg = ${seg} and firm_id = ${firmId} and kind in (1, 2, 4) and span && int8range(${from}, ${to}, '[]')`.execute(
    db,
  );
  const units = await db
    .selectFrom('codeUnit')
    .where('seg', '=', seg)
    .where('serial', '>=', from)
    .where('serial', '<=', to)
    .select(['serial', 'bindProduct', 'bindLot', 'bindSeq', 'voidKind', 'voidSeq', 'shipStatus', 'shipSeq'])
    .execute();
  const facts = Array.from({ length: to - from + 1 }, () => ({
    bind: { productId: null as number | null, lotId: null as number | null, seq: 0 },
    stop: { kind: 0, seq: 0, isVoid: segment.state === 2 },
    ship: { status: 0, seq: 0 },
  }));
  for (const { kind, a, b, payload, seq } of spans.rows)
    for (let serial = a; serial <= b; serial += 1) {
      const fact = facts[serial - from]!;
      if (kind === 1) fact.bind = { productId: payload.productId ?? null, lotId: payload.lotId ?? null, seq };
      if (kind === 2)
        fact.stop = { kind: payload.voidKind ?? 0, seq, isVoid: fact.stop.isVoid || payload.voidKind === 2 };
      if (kind === 4) fact.ship = { status: payload.shipStatus ?? 0, seq };
    }
  for (const unit of units) {
    const { bind, stop, ship } = facts[unit.serial - from]!;
    if ((unit.bindSeq ?? 0) > bind.seq) Object.assign(bind, { productId: unit.bindProduct, lotId: unit.bindLot });
    if (unit.voidKind === 2) stop.isVoid = true;
    if ((unit.voidSeq ?? 0) > stop.seq) stop.kind = unit.voidKind ?? 0;
    if ((unit.shipSeq ?? 0) > ship.seq) ship.status = unit.shipStatus ?? 0;
  }
  await names.read(facts.map(({ bind }) => bind));
  return facts.map(({ bind, stop, ship }) => ({
    productId: bind.productId,
    lotId: bind.lotId,
    life: stop.isVoid
      ? 2
      : stop.kind === 3 || segment.state === 1 || names.isRecalled(bind.lotId)
        ? 3
        : bind.productId === null
          ? 0
          : 1,
    shipStatus: ship.status,
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
  names: Names,
  { seg, firmId }: Segment,
  from: number,
  to: number,
): Promise<Map<number, { box?: string; crate?: string }>> => {
  const places = Array.from({ length: to - from + 1 }, (_, at) => ({ seg, serial: from + at }));
  const first = await parentPlaces(db, firmId, places);
  const boxes = new Map([...first.values()].filter(({ level }) => level === 1).map((box) => [placeKey(box), box]));
  const second = await parentPlaces(db, firmId, [...boxes.values()]);
  const found = new Map<number, { box?: string; crate?: string }>();
  for (const { serial } of places) {
    const parent = first.get(placeKey({ seg, serial }));
    if (!parent) continue;
    const above = parent.level === 1 ? second.get(placeKey(parent)) : undefined;
    const crate = parent.level === 2 ? parent : above;
    found.set(serial, {
      ...(parent.level === 1 ? { box: await names.code(parent) } : {}),
      ...(crate ? { crate: await names.code(crate) } : {}),
    });
  }
  return found;
};
