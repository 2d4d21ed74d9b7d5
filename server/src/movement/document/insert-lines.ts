import { sql } from 'kysely';
import { chunked, toRange } from '../../codes/state/put-spans.ts';
import type { Run } from '../../codes/state/ranges.ts';
import type { Db } from '../../kit/db/database.ts';
import type { Part } from './counters.ts';

/** A line to be written: codes that go together, and the items in them. */
export interface LinePut extends Run {
  deliverId: number;
  mode: number;
  level: number;
  /** What the codes themselves are bound to. */
  productId: number | null;
  lotId: number | null;
  itemQty: number;
  parts: readonly Part[];
  status: number;
  opId: number;
  /** The day it was shipped on, `yyyy-MM-dd`. */
  shipDay: string;
  endAt?: string | null;
  endBy?: number | null;
  cancelReason?: string;
}

/** Whether the items are just what the line itself is bound to. */
const isPlain = ({ productId, lotId, parts }: Pick<LinePut, 'productId' | 'lotId' | 'parts'>): boolean =>
  parts.length === 0 || (parts.length === 1 && parts[0]!.productId === productId && parts[0]!.lotId === lotId);

/** What a line is filed under: as it is itself bound, or by its parts. */
export const filedAs = (line: Pick<LinePut, 'productId' | 'lotId' | 'parts' | 'itemQty'>): readonly Part[] =>
  isPlain(line) && line.productId !== null && line.lotId !== null
    ? [{ productId: line.productId, lotId: line.lotId, items: line.itemQty }]
    : line.parts;

/** Writes what lines hold where that is more than one product or lot. */
export const insertParts = async (
  db: Db,
  firmId: number,
  lines: readonly (Pick<LinePut, 'productId' | 'lotId' | 'parts'> & { id: number })[],
): Promise<void> => {
  const rows = lines
    .filter((line) => !isPlain(line))
    .flatMap(({ id, parts }) =>
      parts.map(({ productId, lotId, items }) => ({ lineId: id, firmId, productId, lotId, itemQty: items })),
    );
  for (const chunk of chunked(rows)) await db.insertInto('deliverLinePart').values(chunk).execute();
};

/** Writes lines of documents with what they hold, in their order. */
export const insertLines = async (db: Db, firmId: number, lines: readonly LinePut[]): Promise<void> => {
  for (const chunk of chunked(lines)) {
    const rows = await db
      .insertInto('deliverLine')
      .values(
        chunk.map((line) => ({
          firmId,
          deliverId: line.deliverId,
          mode: line.mode,
          level: line.level,
          seg: line.seg,
          span: toRange(line),
          productId: line.productId,
          lotId: line.lotId,
          isMixed: line.parts.length > 1,
          itemQty: line.itemQty,
          status: line.status,
          opId: line.opId,
          shipDay: line.shipDay,
          endAt: line.endAt ?? null,
          endBy: line.endBy ?? null,
          cancelReason: line.cancelReason ?? '',
        })),
      )
      .returning(['id', 'seg', sql<number>`lower(span)`.as('from')])
      .execute();
    const ids = new Map(rows.map(({ id, seg, from }) => [`${seg} ${from}`, id]));
    await insertParts(
      db,
      firmId,
      chunk.map((line) => ({ ...line, id: ids.get(`${line.seg} ${line.from}`)! })),
    );
  }
};
