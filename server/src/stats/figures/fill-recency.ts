import { mostDays } from '@zhuiyuan/contract/stats/screens/stat-api';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { applyChanges } from './advance-figures.ts';
import { recencyOfKept, recencyRows } from './recency.ts';
import { Dim, Reach } from './dims.ts';
import { ownReaches } from './sum-facts.ts';
import { withFigures } from './with-figures.ts';

/** Days that are over with people whose hours are not kept, of those that a period before may end on; the last ones first. */
const due = sql`
  select firm.id as firm_id, days.day from (select id from firm union all select 0) firm
  cross join lateral (
    select distinct reach.day from unnest(array[${sql.join(ownReaches.map((name) => sql.lit(Reach[name])))}]::smallint[]) own(kind)
    join stat_reach reach on reach.firm_id = firm.id and reach.kind = own.kind and reach.dim = ${sql.lit(Dim.firm)} and reach.id = 0 and reach.n > 0
      and reach.day >= current_date - ${sql.lit(mostDays)} and reach.day < current_date
  ) days
  where not exists (select from stat_come where stat_come.firm_id = firm.id and stat_come.day = days.day)`;

/** After so long the rest waits for the next hour: a database that was large before hours were kept has a year of days to tell. */
const mostMs = 30 * 60_000;

/** Tells in which hours people came first, of each day that is over and where that is not kept; a day at a time. */
export const fillRecency = async (db: Db): Promise<void> => {
  await sql`delete from stat_come where firm_id is not null and day < current_date - ${sql.lit(mostDays)}`.execute(db);
  const { rows } = await sql<{ day: string }>`select distinct day::text from (${due}) due order by day desc`.execute(
    db,
  );
  const begun = performance.now();
  for (const { day } of rows) {
    if (performance.now() - begun > mostMs) return;
    await withFigures(db, async (transaction, upto) => {
      const { rows: still } = await sql<{ firmId: number; to: string }>`
        select firm_id, ((day + 1)::timestamptz)::text as to from (${due}) due
        where day = ${day}::date and ${upto}::timestamptz >= (day + 1)::timestamptz`.execute(transaction);
      if (still.length === 0) return;
      await applyChanges(transaction, upto!);
      const recency = recencyOfKept({ day, to: still[0]!.to }, sql`${still.map(({ firmId }) => firmId)}::bigint[]`);
      await sql`
        insert into stat_come (firm_id, day, kind, dim, id, hours, ago, n)
        select firm_id, day, kind, dim, id, hours, ago, n from (${recencyRows(recency, day)}) told`.execute(
        transaction,
      );
    });
  }
};
