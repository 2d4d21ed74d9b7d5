import type { Habits } from '@zhuiyuan/contract/stats/overview/customer';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import type { Firms } from '../read/question.ts';
import { toFirms } from './beside-figures.ts';

/** What was told of firms as of the last night, together; a firm that was told of an earlier day is left out. */
export const readHabits = async (db: Db, firms: Firms): Promise<Habits | null> => {
  const { rows } = await sql<Habits>`
    with told as (
      select * from stat_habit where firm_id = any (${toFirms(firms)})
        and as_of = (select max(as_of) from stat_habit where firm_id = any (${toFirms(firms)}))
    ), often as (
      select nth, sum(n)::int as n from told, unnest(frequency) with ordinality one(n, nth) group by nth
    ), kept as (
      select cohort ->> 'week' as week, nth, sum(n::int)::int as n
      from told, jsonb_array_elements(cohorts) cohort, jsonb_array_elements_text(cohort -> 'kept') with ordinality one(n, nth) group by 1, 2
    )
    select max(as_of)::text as as_of, sum(buyers)::int as buyers, sum(again)::int as again,
      (select array_agg(n order by nth) from often) as frequency,
      (select jsonb_agg(jsonb_build_object('week', week, 'kept', kept) order by week)
        from (select week, jsonb_agg(n order by nth) as kept from kept group by week) weeks) as cohorts
    from told having count(*) > 0`.execute(db);
  return rows[0] ?? null;
};
