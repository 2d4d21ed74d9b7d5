import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { Grain, measures } from './dims.ts';

type Sql = RawBuilder<unknown>;

const columns = sql.join(measures.map((name) => sql.ref(name)));
const sums = sql.join(measures.map((name) => sql`sum(${sql.ref(name)})`));
const added = sql.join(
  measures.map((name) => {
    const [kept, more] = [sql.ref(`kept.${name}`), sql.ref(`excluded.${name}`)];
    return sql`${sql.ref(name)} = coalesce(${kept} + ${more}, ${kept}, ${more})`;
  }),
);

/** Adds sums to their days and months, or to the months alone. */
export const bookFigures = async (
  db: Db,
  rows: Sql,
  grains: readonly number[] = [Grain.day, Grain.month],
): Promise<void> => {
  await sql`
    insert into stat_day as kept (firm_id, grain, day, dim, id, dim2, id2, ${columns})
    select firm_id, grain, case grain when ${sql.lit(Grain.month)} then date_trunc('month', day)::date else day end, dim, id, dim2, id2, ${sums}
    from (${rows}) sums cross join unnest(array[${sql.join(grains.map((grain) => sql.lit(grain)))}]::smallint[]) grain
    group by 1, 2, 3, 4, 5, 6, 7
    on conflict (firm_id, grain, day, dim, id, dim2, id2) do update set ${added}`.execute(db);
};

/** Takes a day out of the figures. */
export const unbookDay = async (db: Db, day: string): Promise<void> => {
  const negative = sql.join(measures.map((name) => sql`-${sql.ref(name)} as ${sql.ref(name)}`));
  const ofDay = sql`firm_id is not null and grain = ${sql.lit(Grain.day)} and day = ${day}::date`;
  await bookFigures(db, sql`select firm_id, day, dim, id, dim2, id2, ${negative} from stat_day where ${ofDay}`, [
    Grain.month,
  ]);
  await sql`delete from stat_day where ${ofDay}`.execute(db);
};
