import { toCodeId } from '@zhuiyuan/contract/codes/cipher/code-format';
import { BoxState } from '@zhuiyuan/contract/codes/state/code-enums';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { SpanKind } from './code-states.ts';
import type { Place } from './parent-places.ts';
import { asRows } from './pieces.ts';
import { chunked, type Writing } from './put-spans.ts';
import { countCodes, type Run } from './ranges.ts';
import { findChildrenOfEach } from './with-children.ts';

/** A box as it stands: how much fits, how much lies in it. */
export interface Box extends Place {
  level: number;
  /** What fits; 0 for a box that was never packed and belongs to no set. */
  capacity: number;
  childCnt: number;
  boxState: (typeof BoxState.options)[number]['value'];
  isMixed: boolean;
}

/** Some boxes, in their order. One of a set that nobody touched is full and sealed; any other without a row is empty. */
export const readBoxes = async (db: Db, firmId: number, places: readonly Place[]): Promise<Box[]> => {
  if (places.length === 0) return [];
  const { rows } = await sql<Box>`
    select s.seg, p.serial, s.level, coalesce(b.capacity, k.ratio, 0) as capacity, coalesce(b.child_cnt, k.ratio, 0) as child_cnt,
      coalesce(b.box_state, case when k.ratio is null then ${sql.lit(BoxState.empty)} else ${sql.lit(BoxState.sealed)} end) as box_state,
      coalesce(b.is_mixed, false) as is_mixed
    from unnest(${places.map(({ seg }) => seg)}::int[], ${places.map(({ serial }) => serial)}::bigint[]) with ordinality p(seg, serial, nth)
    join segment s on s.seg = p.seg and s.firm_id = ${firmId}
    left join box b on b.firm_id = ${firmId} and b.seg = p.seg and b.serial = p.serial
    left join lateral (select max(c.parent_ratio) as ratio from segment c where c.parent_seg = p.seg) k on true
    order by p.nth`.execute(db);
  return rows;
};

/** What is to be said of a box after its contents changed; what is left out stays. */
export interface BoxChange extends Place {
  capacity?: number;
  isMixed?: boolean;
  /** Closed by hand, or as it came from elsewhere: it then holds as much as fits. */
  seals?: boolean;
}

/**
 * Counts anew what lies in some boxes and keeps it: empty, being packed, full, or sealed; `packedBy` says who packed them, where
 * that is what happened. The caller holds the locks of their segments. Answers the boxes as they are now.
 */
export const keepBoxes = async (
  db: Db,
  { firmId, opId, occurredAt }: Pick<Writing, 'firmId' | 'opId' | 'occurredAt'>,
  changes: readonly BoxChange[],
  packedBy?: number,
): Promise<Box[]> => {
  const packedAt = occurredAt ?? sql<string>`now()`;
  const before = await readBoxes(db, firmId, changes);
  const contents = await findChildrenOfEach(db, firmId, changes);
  const bound = await boundTo(db, firmId, changes);
  const now = before.map((box, at): Box => {
    const { capacity = box.capacity, isMixed = box.isMixed, seals = false } = changes[at]!;
    const childCnt = countCodes(contents[at]!);
    const fits = Math.max(capacity, seals ? childCnt : 0, 1);
    return { ...box, isMixed, childCnt, capacity: fits, boxState: toState(childCnt, fits, seals) };
  });
  const rows = now.map((box, at) => ({
    ...box,
    ...bound[at]!,
    id: toCodeId(box.seg, box.serial),
    firmId,
    opId,
    packedBy: packedBy ?? null,
    packedAt,
  }));
  for (const chunk of chunked(rows))
    await db
      .insertInto('box')
      .values(chunk)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((row) => ({
          isMixed: row.ref('excluded.isMixed'),
          capacity: row.ref('excluded.capacity'),
          childCnt: row.ref('excluded.childCnt'),
          boxState: row.ref('excluded.boxState'),
          opId: row.ref('excluded.opId'),
          updatedAt: sql<string>`now()`,
          ...(packedBy === undefined
            ? {}
            : { packedBy: row.ref('excluded.packedBy'), packedAt: row.ref('excluded.packedAt') }),
        })),
      )
      .execute();
  return now;
};

const toState = (childCnt: number, capacity: number, seals: boolean): Box['boxState'] => {
  if (childCnt === 0) return BoxState.empty;
  if (seals) return BoxState.sealed;
  return childCnt >= capacity ? BoxState.full : BoxState.packing;
};

/** What some boxes themselves are bound to, in their order. */
const boundTo = async (
  db: Db,
  firmId: number,
  places: readonly Place[],
): Promise<{ productId: number | null; lotId: number | null }[]> => {
  const { rows } = await sql<{ productId: number | null; lotId: number | null }>`
    select case when x.own then u.bind_product else (b.payload ->> 'productId')::bigint end as product_id,
      case when x.own then u.bind_lot else (b.payload ->> 'lotId')::bigint end as lot_id
    from unnest(${places.map(({ seg }) => seg)}::int[], ${places.map(({ serial }) => serial)}::bigint[]) with ordinality p(seg, serial, nth)
    left join code_unit u on u.firm_id = ${firmId} and u.seg = p.seg and u.serial = p.serial
    left join code_span b on b.firm_id = ${firmId} and b.kind = ${sql.lit(SpanKind.bind)} and b.seg = p.seg and b.span @> p.serial
    cross join lateral (select coalesce(u.bind_seq, 0) > coalesce(b.seq, 0) as own) x
    order by p.nth`.execute(db);
  return rows;
};

/** Says of the boxes among some runs what they are bound to from now on; null for nothing. */
export const bindBoxes = async (
  db: Db,
  firmId: number,
  runs: readonly (Run & { productId: number | null; lotId: number | null })[],
): Promise<void> => {
  if (runs.length === 0) return;
  await sql`
    update box set product_id = r.product_id, lot_id = r.lot_id, updated_at = now()
    from (${asRows(runs)}) x, unnest(${runs.map((run) => run.seg)}::int[], ${runs.map((run) => run.from)}::int8[],
      ${runs.map((run) => run.productId)}::int8[], ${runs.map((run) => run.lotId)}::int8[]) r(seg, a, product_id, lot_id)
    where r.seg = x.seg and r.a = x.a and box.firm_id = ${firmId} and box.seg = x.seg and box.serial between x.a and x.b`.execute(
    db,
  );
};
