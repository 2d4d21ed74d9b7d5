import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { connectionOptions } from './database.ts';
import { patientMs } from './set-up-alone.ts';

/** A database that this version cannot run on; `message` is one line for the operator. */
export class UnfitDatabase extends Error {
  override name = 'UnfitDatabase';
}

type Migration = { name: string; sql: string; checksum: string };

/** Reads `0001-what.sql` files in order. Throws when a name is odd or a number is used twice. */
export const readMigrations = async (folder: string): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  const numbers = new Set<string>();
  return Promise.all(
    names.map(async (name) => {
      const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
      if (!number) throw new UnfitDatabase(`migration ${name} is not named like 0001-what.sql`);
      if (numbers.has(number)) throw new UnfitDatabase(`two migrations have the number ${number}`);
      numbers.add(number);
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
};

const checkVersion = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ version: string; number: number }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number`,
  );
  const found = rows[0];
  if (!found || found.number < 150_000)
    throw new UnfitDatabase(`PostgreSQL 15 or newer is needed, this is ${found?.version}`);
};

/** pg_trgm sees no Chinese under some locales; searching would then silently find nothing. */
const checkTrigrams = async (client: pg.Client): Promise<void> => {
  const installed = await client.query(`select 1 from pg_extension where extname = 'pg_trgm'`);
  if (installed.rowCount === 0) return;
  const { rows } = await client.query<{ seen: boolean }>(`select show_trgm('追溯') <> '{}' as seen`);
  if (!rows[0]?.seen) {
    throw new UnfitDatabase('the database cannot search Chinese text: create it with a UTF-8 locale such as C.UTF-8');
  }
};

/** Migrations of one release are numbered on from the last one's: what lies among ours and is none of them was put into others before a release. */
const whyUnknown = (name: string, migrations: Migration[]): string =>
  name < (migrations.at(-1)?.name ?? '')
    ? 'which is of no release: run the version between releases that made it, or restore a backup of a release'
    : 'which this version does not have: it is too old for this database';

const applyAll = async (client: pg.Client, migrations: Migration[]): Promise<string[]> => {
  await client.query(
    `create table if not exists schema_migration (
       name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
  );
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration order by name',
  );
  const files = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const applied of rows) {
    const file = files.get(applied.name);
    if (!file)
      throw new UnfitDatabase(`the database holds migration ${applied.name}, ${whyUnknown(applied.name, migrations)}`);
    if (file.checksum !== applied.checksum)
      throw new UnfitDatabase(`migration ${applied.name} was changed after it was applied`);
  }

  const done = new Set(rows.map((row) => row.name));
  const last = rows.at(-1)?.name ?? '';
  const open = migrations.filter((migration) => !done.has(migration.name));
  const late = open.find((migration) => migration.name < last);
  if (late) throw new UnfitDatabase(`migration ${late.name} comes before ${last}, which is applied already`);

  for (const migration of open) {
    await client.query('begin');
    try {
      await client.query(migration.sql);
      await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [
        migration.name,
        migration.checksum,
      ]);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw new UnfitDatabase(
        `migration ${migration.name} failed: ${error instanceof Error ? error.message : String(error)}`,
        { cause: error },
      );
    }
  }
  return open.map((migration) => migration.name);
};

/**
 * Brings the database to the newest schema, or to that of the migration `upTo`, and returns the names applied. Throws
 * `UnfitDatabase`; call it inside `setUpAlone`.
 */
export const migrate = async (url: string, folder: string, upTo?: string): Promise<string[]> => {
  const migrations = (await readMigrations(folder)).filter(({ name }) => upTo === undefined || name <= upTo);
  const client = new pg.Client({ ...connectionOptions(url), connectionTimeoutMillis: patientMs });
  client.on('error', () => {});
  await client.connect();
  try {
    await checkVersion(client);
    const applied = await applyAll(client, migrations);
    await checkTrigrams(client);
    return applied;
  } finally {
    await client.end();
  }
};
