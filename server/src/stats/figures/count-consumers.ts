import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../kit/db/database.ts';

type Sql = RawBuilder<unknown>;

/** What people came to before a moment, counted from the facts: rows of `consumer_count`. Of all of them, or of those `uids` selects. */
export const consumerCounts = (upto: string, uids?: Sql): Sql => {
  const among = (uid: Sql, time: Sql): Sql =>
    uids
      ? sql`${uid} in (${uids}) and ${time} < ${upto}::timestamptz`
      : sql`${uid} is not null and ${time} < ${upto}::timestamptz`;
  return sql`
    select facts.firm_id, facts.uid as id, coalesce(sum(scan_cnt), 0)::bigint as scan_cnt, coalesce(sum(code_cnt), 0)::bigint as code_cnt,
      coalesce(sum(draw_cnt), 0)::bigint as draw_cnt, coalesce(sum(win_cnt), 0)::bigint as win_cnt,
      coalesce(sum(win_amount), 0)::bigint as win_amount, coalesce(sum(paid_amount), 0)::bigint as paid_amount,
      coalesce(sum(ver_cnt), 0)::bigint as ver_cnt, min(first_scan_at) as first_scan_at, max(last_scan_at) as last_scan_at,
      coalesce(max(province), '') as province, coalesce(max(city), '') as city
    from (
      select firm_id, uid, count(*) as scan_cnt, count(distinct (seg, serial)) as code_cnt, null::bigint as draw_cnt, null::bigint as win_cnt,
        null::bigint as win_amount, null::bigint as paid_amount, null::bigint as ver_cnt, min(at) as first_scan_at, max(at) as last_scan_at,
        (array_agg(province order by at desc, id desc) filter (where province <> ''))[1] as province,
        (array_agg(city order by at desc, id desc) filter (where province <> ''))[1] as city
      from scan_log where is_counted and uid is not null and ${among(sql`uid`, sql`at`)} group by 1, 2
      union all
      select firm_id, uid, null, null, count(*), count(*) filter (where prize_type <> ${sql.lit(PrizeType.none)}),
        coalesce(sum(amount) filter (where prize_type = ${sql.lit(PrizeType.cash)}), 0), null, null, null, null, null, null
      from draw where ${among(sql`uid`, sql`drawn_at`)} group by 1, 2
      union all
      select firm_id, uid, null, null, null, null, null, sum(amount), null, null, null, null, null
      from red_info where received_at is not null and ${among(sql`uid`, sql`received_at`)} group by 1, 2
      union all
      select firm_id, uid, null, null, null, null, null, null, count(*), null, null, null, null
      from prize_ver where ${among(sql`uid`, sql`ver_at`)} and (reversed_at is null or reversed_at >= ${upto}::timestamptz) group by 1, 2
    ) facts
    join member on member.firm_id = facts.firm_id and member.id = facts.uid
    group by 1, 2`;
};
const columns = [
  'scan_cnt',
  'code_cnt',
  'draw_cnt',
  'win_cnt',
  'win_amount',
  'paid_amount',
  'ver_cnt',
  'first_scan_at',
  'last_scan_at',
  'province',
  'city',
] as const;
const names = sql.join(columns.map((name) => sql.ref(name)));

/** Counts anew what some people came to before a moment. */
export const recountConsumers = async (db: Db, uids: Sql, upto: string): Promise<void> => {
  const now = sql.join(columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`));
  await sql`
    insert into consumer_count as kept (firm_id, id, ${names})
    select firm_id, id, ${names} from (${consumerCounts(upto, uids)}) counted
    on conflict (firm_id, id) do update set ${now}`.execute(db);
  await sql`
    delete from consumer_count where firm_id is not null and id in (${uids})
      and (firm_id, id) not in (select firm_id, id from (${consumerCounts(upto, uids)}) counted)`.execute(db);
};

/** People whose kept numbers are not those of the facts before a moment. */
export const findCountFaults = async (db: Db, upto: string): Promise<{ firmId: number; id: number }[]> => {
  const { rows } = await sql<{ firmId: number; id: number }>`
    select firm_id, id from (${consumerCounts(upto)}) counted full join consumer_count kept using (firm_id, id)
    where firm_id is not null and (${sql.join(columns.map((name) => sql.ref(`counted.${name}`)))})
      is distinct from (${sql.join(columns.map((name) => sql.ref(`kept.${name}`)))})
    order by 1, 2 limit 100`.execute(db);
  return rows;
};
