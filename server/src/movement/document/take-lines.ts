import { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { sql } from 'kysely';
import { countItems, type Counted } from '../../codes/state/custody/count-items.ts';
import { asRows } from '../../codes/state/pieces.ts';
import { chunked, toRange } from '../../codes/state/put-spans.ts';
import { byRun, merged, without, type Run } from '../../codes/state/ranges.ts';
import type { Db } from '../../kit/db/database.ts';
import type { Goods, Part } from './counters.ts';
import { insertLines, insertParts, type LinePut } from './insert-lines.ts';
import type { Doc } from './lock-docs.ts';

/** A line as far as it says which codes it is of and how they stand. */
export interface LineOf extends Run {
  id: number;
  status: number;
}

/** All lines of a document. */
export const readLinesOf = async (db: Db, firmId: number, deliverId: number): Promise<LineOf[]> => {
  const { rows } = await sql<LineOf>`
    select id, status, seg, lower(span) as "from", upper(span) - 1 as "to" from deliver_line
    where firm_id = ${firmId} and deliver_id = ${deliverId}`.execute(db);
  return rows;
};

/** What several shares of goods are recorded as, where the whole is recorded and each is known to hold so many items. */
const shareOut = (recorded: readonly Part[], shares: readonly number[]): Part[][] => {
  const left = recorded.map((part) => ({ ...part }));
  return shares.map((share) => {
    const own: Part[] = [];
    let missing = share;
    for (const part of left) {
      const items = Math.min(part.items, missing);
      if (items === 0) continue;
      own.push({ ...part, items });
      part.items -= items;
      missing -= items;
    }
    return own;
  });
};

/** What lines become that are not under way any more. */
export interface Ending {
  status: typeof DeliverStatus.cancelled | typeof DeliverStatus.signed;
  at: string;
  by: number | null;
  reason?: string;
}

/** A run of a line that ended, and the goods in it. */
export interface TakenRun extends Run, Goods {
  lineId: number;
  level: number;
  opId: number;
}

interface Line extends Run {
  id: number;
  mode: number;
  level: number;
  productId: number | null;
  lotId: number | null;
  itemQty: number;
  opId: number;
  shipDay: string;
}

/** Up to so many runs are looked up by themselves, more of them in all lines of the document. */
const fewRuns = 50;

const readOpenLines = async (db: Db, doc: Doc, runs: readonly Run[] | undefined): Promise<Line[]> => {
  const few = runs && runs.length <= fewRuns ? runs : undefined;
  const { rows } = await sql<Line>`
    select l.id, l.mode, l.level, l.seg, lower(l.span) as "from", upper(l.span) - 1 as "to", l.product_id, l.lot_id, l.item_qty, l.op_id, l.ship_day
    from deliver_line l
    where l.firm_id = ${doc.firmId} and l.deliver_id = ${doc.id} and l.status = ${sql.lit(DeliverStatus.shipped)}
      ${few ? sql`and exists (select from (${asRows(few)}) r where r.seg = l.seg and int8range(r.a, r.b, '[]') && l.span)` : sql``}
    order by l.seg, l.span`.execute(db);
  if (!runs || few) return rows;
  const inside = byRun(rows, merged(runs));
  return rows.filter((_line, at) => inside[at]!.length > 0);
};

const readParts = async (db: Db, firmId: number, lines: readonly Line[]): Promise<Map<number, Part[]>> => {
  const parts = new Map<number, Part[]>();
  for (const chunk of chunked(lines)) {
    const rows = await db
      .selectFrom('deliverLinePart')
      .where('firmId', '=', firmId)
      .where(
        'lineId',
        'in',
        chunk.map(({ id }) => id),
      )
      .select(['lineId', 'productId', 'lotId', 'itemQty as items'])
      .orderBy('productId')
      .orderBy('lotId')
      .execute();
    for (const { lineId, ...part } of rows) parts.set(lineId, [...(parts.get(lineId) ?? []), part]);
  }
  for (const { id, productId, lotId, itemQty } of lines)
    if (!parts.has(id) && productId !== null && lotId !== null && itemQty > 0)
      parts.set(id, [{ productId, lotId, items: itemQty }]);
  return parts;
};

/** How a line is divided: pieces in the order of their serials, each ended or still under way. */
const divide = (line: Line, inside: readonly Run[]) => {
  const taken = merged(inside);
  return [
    ...taken.map((run) => ({ ...run, isTaken: true })),
    ...without([line], taken).map((run) => ({ ...run, isTaken: false })),
  ].sort((a, b) => a.from - b.from);
};

/**
 * Ends the lines of a document that are under way, or what of them lies in some runs: a line that ends in part is divided into runs
 * of one status, whose contents are counted anew. The caller holds the locks, and brings sums and counters along. Answers what ended.
 */
export const takeLines = async (
  db: Db,
  doc: Doc,
  runs: readonly Run[] | undefined,
  ending: Ending,
): Promise<TakenRun[]> => {
  const { firmId } = doc;
  const lines = await readOpenLines(db, doc, runs);
  if (lines.length === 0) return [];
  const inside = runs ? byRun(lines, merged(runs)) : lines.map((line) => [line]);
  const divided = lines.map((line, at) => divide(line, inside[at]!));
  const pieces = divided.flat();
  const counted = await countItems(
    db,
    firmId,
    pieces.map(({ seg, from, to }) => [{ seg, from, to }]),
  );
  const counts = counted.values();
  const parts = await readParts(db, firmId, lines);
  const whole: number[] = [];
  const more: LinePut[] = [];
  const taken: TakenRun[] = [];
  for (const [at, line] of lines.entries()) {
    const own = divided[at]!.map((piece) => ({ ...piece, counted: counts.next().value as Counted }));
    const shared = shares(line, parts.get(line.id) ?? [], own);
    for (const [nth, { seg, from, to, isTaken }] of own.entries()) {
      const { items, recorded } = shared[nth]!;
      const { id: lineId, level, opId, shipDay } = line;
      const { parts: current } = own[nth]!.counted;
      if (isTaken) taken.push({ seg, from, to, lineId, level, opId, shipDay, itemQty: items, recorded, current });
      if (own.length === 1) whole.push(line.id);
      else {
        const put: LinePut = {
          ...line,
          deliverId: doc.id,
          seg,
          from,
          to,
          itemQty: items,
          parts: recorded,
          status: isTaken ? ending.status : DeliverStatus.shipped,
          ...(isTaken ? { endAt: ending.at, endBy: ending.by, cancelReason: ending.reason ?? '' } : {}),
        };
        if (nth === 0) await replaceLine(db, firmId, line.id, put);
        else more.push(put);
      }
    }
  }
  for (const chunk of chunked(whole))
    await db
      .updateTable('deliverLine')
      .set({ status: ending.status, endAt: ending.at, endBy: ending.by, cancelReason: ending.reason ?? '' })
      .where('firmId', '=', firmId)
      .where('id', 'in', chunk)
      .execute();
  await insertLines(db, firmId, more);
  return taken;
};

/** The items of each piece of a line, as counted where it is divided, and what they are recorded as. */
const shares = (line: Line, recorded: readonly Part[], pieces: readonly { counted: Counted }[]) => {
  if (pieces.length === 1) return [{ items: line.itemQty, recorded: [...recorded] }];
  const items = pieces.map(({ counted }) => counted.items);
  const asCounted = pieces.map(({ counted }) => counted.parts);
  const sums = new Map<number, number>();
  for (const part of asCounted.flat()) sums.set(part.lotId, (sums.get(part.lotId) ?? 0) + part.items);
  // Rebound on their way, goods stay what they were shipped as.
  const isAsShipped = recorded.length === sums.size && recorded.every(({ lotId, items: n }) => sums.get(lotId) === n);
  const own = isAsShipped
    ? asCounted
    : shareOut(
        recorded,
        asCounted.map((parts) => parts.reduce((sum, part) => sum + part.items, 0)),
      );
  return items.map((n, at) => ({ items: n, recorded: own[at]! }));
};

/** Makes a line say less than it did. */
const replaceLine = async (db: Db, firmId: number, id: number, put: LinePut): Promise<void> => {
  await db
    .updateTable('deliverLine')
    .set({
      span: toRange(put),
      itemQty: put.itemQty,
      isMixed: put.parts.length > 1,
      status: put.status,
      endAt: put.endAt ?? null,
      endBy: put.endBy ?? null,
      cancelReason: put.cancelReason ?? '',
    })
    .where('firmId', '=', firmId)
    .where('id', '=', id)
    .execute();
  await db.deleteFrom('deliverLinePart').where('firmId', '=', firmId).where('lineId', '=', id).execute();
  await insertParts(db, firmId, [{ ...put, id }]);
};
