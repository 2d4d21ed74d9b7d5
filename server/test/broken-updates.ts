import { sql } from 'kysely';
import type { App } from '../src/kit/http/app-context.ts';

/** Has the database refuse every change of rows of a table that fit (`old.id = 7`), as if something of them were broken. */
export const breakUpdates = async ({ db }: Pick<App, 'db'>, table: string, which: string): Promise<void> => {
  await sql`create function break_update() returns trigger language plpgsql as 'begin raise exception ''broken''; end'`.execute(
    db,
  );
  await sql`create trigger break_update before update on ${sql.table(table)} for each row when (${sql.raw(which)}) execute function break_update()`.execute(
    db,
  );
};

/** Lets them change again. */
export const mendUpdates = async ({ db }: Pick<App, 'db'>, table: string): Promise<void> => {
  await sql`drop trigger break_update on ${sql.table(table)}`.execute(db);
  await sql`drop function break_update()`.execute(db);
};
