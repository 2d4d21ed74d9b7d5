import type { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { compileOnce } from '../../kit/db/compile-once.ts';
import type { Db } from '../../kit/db/database.ts';
import { sql } from 'kysely';

const heldBy = compileOnce<{ kind: Holder; holderIds: readonly number[] }, { holderId: number; items: number }>(
  (db, { kind, holderIds }) =>
    sql<{ holderId: number; items: number }>`
      select holder_id, sum(transit_qty + hand_qty)::bigint as items from stock
      where firm_id is not null and holder_kind = ${kind}::int and holder_id = any(${holderIds}::bigint[])
      group by holder_id`.compile(db),
);

/** How many items each of some agents or shops has or is being sent, in boxes too, by their ids. */
export const countHeldItems = async (
  db: Db,
  kind: Holder,
  holderIds: readonly number[],
): Promise<Map<number, number>> => {
  if (holderIds.length === 0) return new Map();
  const rows = await heldBy.run(db, { kind, holderIds });
  return new Map(rows.map(({ holderId, items }) => [holderId, Number(items)]));
};
