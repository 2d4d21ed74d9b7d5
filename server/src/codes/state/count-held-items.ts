import { SpanKind } from './code-states.ts';
import { type Holder, Shipping, Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { sql } from 'kysely';
import { compileOnce } from '../../kit/db/compile-once.ts';
import type { Db } from '../../kit/db/database.ts';

interface Holders {
  kind: Holder;
  holderIds: readonly number[];
  since: string;
}

const heldBy = compileOnce<Holders, { holderId: number; items: number }>((db, { kind, holderIds, since }) =>
  sql<{ holderId: number; items: number }>`
    with held as (
      select s.seg, s.span, s.seq, (s.payload ->> 'holderId')::bigint as holder_id
      from code_span s join segment on segment.seg = s.seg and segment.level = ${sql.lit(Level.item)}
      where s.kind = ${sql.lit(SpanKind.ship)} and (s.payload ->> 'holderId')::bigint = any(${holderIds}::bigint[])
        and (s.payload ->> 'holderKind')::int = ${kind}::int and s.at >= ${since}::timestamptz and s.firm_id is not null
    ), counted as (
      select holder_id, (upper(span) - lower(span) - (
        select count(*) from code_unit u
        where u.seg = held.seg and u.serial >= lower(held.span) and u.serial < upper(held.span) and u.ship_seq > held.seq
      )) as items from held
      union all
      select u.holder_id, count(*) from code_unit u
      join segment on segment.seg = u.seg and segment.level = ${sql.lit(Level.item)}
      where u.holder_id = any(${holderIds}::bigint[]) and u.holder_kind = ${kind}::int and u.ship_status in (${sql.lit(Shipping.shipped)}, ${sql.lit(Shipping.signed)})
        and coalesce(u.ship_at, '-infinity') >= ${since}::timestamptz
        and u.firm_id is not null and not exists (
          select from code_span s where s.kind = ${sql.lit(SpanKind.ship)} and s.seg = u.seg and s.span @> u.serial and s.seq > u.ship_seq
        ) group by u.holder_id
    )
    select holder_id, sum(items)::bigint as items from counted group by holder_id`.compile(db),
);

/**
 * How many items each of some agents or shops holds or is being sent, by their ids; with `since` only
 * those sent from that time on. A code's own custody and that of its span are told apart by the higher seq.
 */
export const countHeldItems = async (
  db: Db,
  kind: Holder,
  holderIds: readonly number[],
  since = '-infinity',
): Promise<Map<number, number>> => {
  if (holderIds.length === 0) return new Map();
  const rows = await heldBy.run(db, { kind, holderIds, since });
  return new Map(rows.map(({ holderId, items }) => [holderId, Number(items)]));
};
