import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';

const { shipped, cancelled, signed } = DeliverStatus;

/**
 * Brings sums and state of some documents to what their lines say: under way until every line has ended, then signed, or cancelled
 * where none is left. `signing` says that what is still under way was not signed with the rest: 有差异.
 */
export const keepDocs = async (
  db: Db,
  firmId: number,
  ids: readonly number[],
  { signing = false }: { signing?: boolean } = {},
): Promise<void> => {
  const codes = (level: number) =>
    sql`coalesce(sum(upper(span) - lower(span)) filter (where status <> ${sql.lit(cancelled)} and level = ${sql.lit(level)}), 0)`;
  await sql`
    update deliver d set case_qty = l.case_qty, box_qty = l.box_qty, item_qty = l.item_qty, sign_qty = l.sign_qty,
      status = case when l.is_open then ${sql.lit(shipped)} when l.is_signed then ${sql.lit(signed)} else ${sql.lit(cancelled)} end,
      sign_at = case when not l.is_open and l.is_signed then l.sign_at end,
      has_diff = l.is_open and (d.has_diff or ${signing}),
      version = d.version + 1, updated_at = now()
    from (
      select deliver_id, ${codes(Level.case)} as case_qty, ${codes(Level.box)} as box_qty,
        coalesce(sum(item_qty) filter (where status <> ${sql.lit(cancelled)}), 0) as item_qty,
        coalesce(sum(item_qty) filter (where status = ${sql.lit(signed)}), 0) as sign_qty,
        bool_or(status = ${sql.lit(shipped)}) as is_open, bool_or(status = ${sql.lit(signed)}) as is_signed,
        max(end_at) filter (where status = ${sql.lit(signed)}) as sign_at
      from deliver_line where firm_id = ${firmId} and deliver_id = any(${ids}::bigint[]) group by deliver_id
    ) l
    where d.firm_id = ${firmId} and d.id = l.deliver_id`.execute(db);
};
