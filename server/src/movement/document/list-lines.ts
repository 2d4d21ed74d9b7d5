import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';
import { DeliverStatus, DiffState } from '@zhuiyuan/contract/movement/move-enums';
import type { deliverApi, DeliverLine, LineCode } from '@zhuiyuan/contract/movement/document/deliver';
import type { DataOf, InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql } from 'kysely';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import { countItems } from '../../codes/state/custody/count-items.ts';
import { placeKey } from '../../codes/state/parent-places.ts';
import { countCodes, type Run } from '../../codes/state/ranges.ts';
import { findChildrenOfEach } from '../../codes/state/with-children.ts';
import { compileOnce } from '../../kit/db/compile-once.ts';
import type { Db } from '../../kit/db/database.ts';
import { by, eq, matchingBy, within, type Matching } from '../../kit/db/filtered.ts';
import { findPage } from '../../kit/db/paging.ts';
import { notFound } from '../../kit/refusal.ts';
import { countInside } from '../../packing/count-inside.ts';

interface LineFilters {
  deliverId?: number;
  productId?: number;
  lotId?: number;
  status?: number;
  /** When it was signed or cancelled. */
  endAt?: string;
}

const holding = (column: 'productId' | 'lotId') =>
  by<'deliverLine', number, readonly [number]>(
    (id) => [id],
    (row, id) =>
      row.or([
        row(`deliverLine.${column}`, '=', id),
        row(
          'deliverLine.id',
          'in',
          row.selectFrom('deliverLinePart as part').select('part.lineId').where(`part.${column}`, '=', id),
        ),
      ]),
  );

/** Lines by what they are of; a mixed box is found by everything in it. */
export const matchingLines: Matching<'deliverLine', LineFilters> = matchingBy(
  'deliverLine',
  (db) => db.selectFrom('deliverLine'),
  { deliverId: eq, productId: holding('productId'), lotId: holding('lotId'), status: eq, endAt: within },
);

/** Lines in the order they were shipped. */
export const asLineRows = (query: ReturnType<typeof matchingLines>) =>
  query
    .innerJoin('segment', 'segment.seg', 'deliverLine.seg')
    .leftJoin('product', 'product.id', 'deliverLine.productId')
    .leftJoin('lot', 'lot.id', 'deliverLine.lotId')
    .leftJoin('admin', 'admin.id', 'deliverLine.endBy')
    .select([
      'deliverLine.id',
      'deliverLine.firmId',
      'deliverLine.deliverId',
      'deliverLine.mode',
      'deliverLine.level',
      'deliverLine.seg',
      'segment.keyV',
      sql<number>`lower(deliver_line.span)`.as('serialFrom'),
      sql<number>`upper(deliver_line.span) - 1`.as('serialTo'),
      'deliverLine.productId',
      sql<string>`coalesce(product.store_name, '')`.as('storeName'),
      sql<string>`coalesce(product.image, '')`.as('image'),
      'deliverLine.lotId',
      sql<string>`coalesce(lot.lot_no, '')`.as('lotNo'),
      'deliverLine.isMixed',
      'deliverLine.itemQty',
      'deliverLine.status',
      'deliverLine.endAt',
      sql<string>`coalesce(admin.real_name, '')`.as('endBy'),
      'deliverLine.cancelReason',
      // By the codes, for a document may have very many differences.
      sql<number | null>`(select min(noted.kind) from (
          select diff.kind, diff.firm_id, diff.deliver_id from deliver_diff diff
          where diff.state = ${sql.lit(DiffState.open)} and diff.seg = deliver_line.seg
            and diff.serial >= lower(deliver_line.span) and diff.serial < upper(deliver_line.span) offset 0) noted
        where noted.firm_id = deliver_line.firm_id and noted.deliver_id = deliver_line.deliver_id)`.as('diffKind'),
    ])
    .orderBy('deliverLine.id');

type FoundLine = Awaited<ReturnType<ReturnType<typeof asLineRows>['execute']>>[number];

/** Adds the texts of codes, and what a single large box holds. */
export const completeLines = async (
  db: Db,
  keyring: Keyring,
  found: readonly FoundLine[],
): Promise<(DeliverLine & { firmId: number })[]> => {
  const texts = await keyring.readTexts(
    db,
    found.flatMap(({ seg, keyV, serialFrom, serialTo }) => [
      { seg, keyV, serial: serialFrom },
      { seg, keyV, serial: serialTo },
    ]),
  );
  const cases = found.filter(({ level, serialFrom, serialTo }) => level === Level.case && serialFrom === serialTo);
  const inside = await countInside(
    db,
    [...new Set(cases.map(({ firmId }) => firmId))],
    cases.map(({ seg, serialFrom }) => ({ seg, serial: serialFrom })),
  );
  return found.map(({ keyV: _key, ...line }, nth) => ({
    ...line,
    codeId: toCodeId(line.seg, line.serialFrom),
    code: texts[2 * nth]!,
    lastCode: texts[2 * nth + 1]!,
    codeCnt: line.serialTo - line.serialFrom + 1,
    innerBoxQty: inside.get(placeKey({ seg: line.seg, serial: line.serialFrom }))?.boxes ?? 0,
  })) as (DeliverLine & { firmId: number })[];
};

const ofLevel = (level: number) =>
  sql<number>`coalesce(sum(upper(span) - lower(span)) filter (where level = ${sql.lit(level)}), 0)::bigint`;

/** What the lines of a document come to, those cancelled left out. */
export const sumLines = (db: Db, deliverId: number): Promise<DataOf<typeof deliverApi.lines>['sums']> =>
  db
    .selectFrom('deliverLine')
    .where('deliverId', '=', deliverId)
    .where('status', '<>', DeliverStatus.cancelled)
    .select([
      sql<number>`count(*)::int`.as('lineCnt'),
      sql<number>`coalesce(sum(upper(span) - lower(span)), 0)::bigint`.as('codeCnt'),
      ofLevel(Level.case).as('caseQty'),
      ofLevel(Level.box).as('boxQty'),
      ofLevel(Level.item).as('looseQty'),
      sql<number>`coalesce(sum(item_qty), 0)::bigint`.as('itemQty'),
      sql<number>`coalesce(sum(item_qty) filter (where status = ${sql.lit(DeliverStatus.signed)}), 0)::bigint`.as(
        'signQty',
      ),
    ])
    .executeTakeFirstOrThrow();

/** A document of the asker's, and whose it is. */
export const requireDeliver = async (db: Db, id: number): Promise<{ id: number; firmId: number }> => {
  const found = await db.selectFrom('deliver').where('id', '=', id).select(['id', 'firmId']).executeTakeFirst();
  if (!found) throw notFound();
  return found;
};

/** A page of a document's lines, and what all of them come to. */
export const listLines = async (
  db: Db,
  keyring: Keyring,
  input: InputOf<typeof deliverApi.lines>,
): Promise<DataOf<typeof deliverApi.lines>> => {
  await requireDeliver(db, input.deliverId);
  const page = await findPage(db, input, matchingLines(db, { deliverId: input.deliverId }), asLineRows);
  return {
    ...page,
    list: await completeLines(db, keyring, page.list),
    sums: await sumLines(db, input.deliverId),
  };
};

interface Line extends Run {
  firmId: number;
  level: number;
  keyV: string | null;
}

const findLine = compileOnce<{ lineId: number }, Line>((db, { lineId }) =>
  db
    .selectFrom('deliverLine')
    .innerJoin('segment', 'segment.seg', 'deliverLine.seg')
    .where('deliverLine.id', '=', lineId)
    .select([
      'deliverLine.firmId',
      'deliverLine.seg',
      'deliverLine.level',
      'segment.keyV',
      sql<number>`lower(deliver_line.span)`.as('from'),
      sql<number>`upper(deliver_line.span) - 1`.as('to'),
    ])
    .compile(),
);

/** A page of the codes of a line, by serial, and what each holds as it is packed now. */
export const listLineCodes = async (
  db: Db,
  keyring: Keyring,
  { lineId, page, limit }: InputOf<typeof deliverApi.lineCodes>,
): Promise<DataOf<typeof deliverApi.lineCodes>> => {
  const [line] = await findLine.run(db, { lineId });
  if (!line) throw notFound();
  const { firmId, seg, level, keyV } = line;
  const total = line.to - line.from + 1;
  const first = line.from + (page - 1) * limit;
  const places = Array.from({ length: Math.max(0, Math.min(limit, line.to - first + 1)) }, (_, nth) => ({
    seg,
    serial: first + nth,
  }));
  const texts = await keyring.readTexts(
    db,
    places.map((place) => ({ ...place, keyV })),
  );
  const children = level === Level.item ? [] : await findChildrenOfEach(db, [firmId], places);
  const items = await countItems(
    db,
    firmId,
    places.map(({ serial }) => [{ seg, from: serial, to: serial }]),
  );
  const list = places.map(({ serial }, nth): LineCode => ({
    codeId: toCodeId(seg, serial),
    code: texts[nth]!,
    serial,
    level: level as LineCode['level'],
    childCnt: countCodes(children[nth] ?? []),
    itemQty: items[nth]!.items,
  }));
  return { list, total, page, limit, totalPage: Math.ceil(total / limit) };
};
