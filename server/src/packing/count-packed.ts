import { Holder, Level, OpType, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { sql } from 'kysely';
import { moveDays, type DayMove } from '../codes/state/custody/move-days.ts';
import { readCustody } from '../codes/state/custody/read-custody.ts';
import type { Place } from '../codes/state/parent-places.ts';
import { asRows, readBinds } from '../codes/state/pieces.ts';
import { clipped, countCodes, crossed, merged, toRun, without, type Run } from '../codes/state/ranges.ts';
import type { Db } from '../kit/db/database.ts';

/** Items that lie in a box now, by product and by who has them. */
const sortItems = async (
  db: Db,
  firmId: number,
  items: readonly Run[],
  move: (n: number) => Pick<DayMove, 'day' | 'pack'>,
): Promise<DayMove[]> => {
  if (items.length === 0) return [];
  const binds = await readBinds(db, firmId, items);
  const loose = without(items, binds).map((run) => ({ ...run, productId: 0 }));
  const byProduct = [...binds.map(({ seg, from, to, productId }) => ({ seg, from, to, productId })), ...loose];
  const custody = (await readCustody(db, firmId, items))
    .filter(({ shipStatus, holderKind }) => shipStatus === Shipping.signed && holderKind !== Holder.firm)
    .map(({ seg, from, to, holderKind, holderId }) => ({ seg, from, to, holderKind, holderId: holderId! }));
  const own = without(items, custody).map((run) => ({ ...run, holderKind: Holder.firm as number, holderId: 0 }));
  return crossed(byProduct, [...custody, ...own]).map(({ productId, holderKind, holderId, ...run }) => ({
    ...move(countCodes([run])),
    productId,
    holderKind,
    holderId,
    fromKind: Holder.firm,
  }));
};

/** Counts items that were just packed for the figures of a day; boxes that were packed count nothing, what is in them was counted. */
export const countPacked = async (
  db: Db,
  firmId: number,
  packed: readonly (Place & { level: number })[],
  day: string,
): Promise<void> => {
  const items = merged(packed.filter(({ level }) => level === Level.item).map(toRun));
  await moveDays(db, firmId, await sortItems(db, firmId, items, (pack) => ({ day, pack })));
};

/** What the figures of days lose when the packing of some contents of a box within the last minutes is taken back; to be read while they lie in it. */
export const findUnpacked = async (
  db: Db,
  firmId: number,
  box: Place,
  contents: readonly Run[],
  minutes: number,
): Promise<DayMove[]> => {
  const { rows } = await sql<Run & { day: string }>`
    select distinct i.seg, lower(i.span) as "from", upper(i.span) - 1 as "to", coalesce(i.occurred_at, i.at)::date::text as day
    from (${asRows(contents)}) r
    join segment s on s.seg = r.seg and s.firm_id = ${firmId} and s.level = ${sql.lit(Level.item)}
    join code_op_item i on i.firm_id = ${firmId} and i.seg = r.seg and i.span && int8range(r.a, r.b, '[]')
    join code_op o on o.firm_id = ${firmId} and o.id = i.op_id and o.op_type = ${sql.lit(OpType.pack)}
    where (i.after ->> 'parentSeg')::int = ${box.seg} and (i.after ->> 'parentSerial')::bigint = ${box.serial}
      and i.at > now() - make_interval(mins => ${minutes})
    order by day desc`.execute(db);
  const moves: DayMove[] = [];
  let left = merged(contents);
  for (const { day, ...run } of rows) {
    const items = clipped([run], left);
    left = without(left, items);
    moves.push(...(await sortItems(db, firmId, items, (pack) => ({ day, pack: -pack }))));
  }
  return moves;
};
