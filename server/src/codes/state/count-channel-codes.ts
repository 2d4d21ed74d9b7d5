import { SpanKind } from './code-states.ts';
import { sql } from 'kysely';
import { compileOnce } from '../../kit/db/compile-once.ts';
import type { Db } from '../../kit/db/database.ts';

const boundTo = compileOnce<{ channelIds: readonly number[] }, { channelId: number; codes: number }>(
  (db, { channelIds }) =>
    sql<{ channelId: number; codes: number }>`
    with span as (
      select seg, span, seq, (payload ->> 'channelId')::bigint as channel_id from code_span
      where kind = ${sql.lit(SpanKind.bind)} and (payload ->> 'channelId')::bigint = any(${channelIds}::bigint[]) and firm_id is not null
    ), counted as (
      select channel_id, (upper(span) - lower(span) - (
        select count(*) from code_unit u
        where u.seg = span.seg and u.serial >= lower(span.span) and u.serial < upper(span.span) and u.bind_seq > span.seq
      )) as codes from span
      union all
      select u.bind_channel, count(*) from code_unit u
      where u.bind_channel = any(${channelIds}::bigint[]) and u.firm_id is not null and not exists (
        select from code_span s where s.kind = ${sql.lit(SpanKind.bind)} and s.seg = u.seg and s.span @> u.serial and s.seq > u.bind_seq
      ) group by u.bind_channel
    )
    select channel_id, sum(codes)::bigint as codes from counted group by channel_id`.compile(db),
);

/**
 * How many activated codes are bound to each of some channels. A code's own bind and that of its span are told apart by
 * the higher seq, as everywhere.
 */
export const countChannelCodes = async (db: Db, channelIds: readonly number[]): Promise<Map<number, number>> => {
  if (channelIds.length === 0) return new Map();
  const rows = await boundTo.run(db, { channelIds });
  return new Map(rows.map(({ channelId, codes }) => [channelId, Number(codes)]));
};
