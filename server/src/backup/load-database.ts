import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import PgBoss from 'pg-boss';
import { from as copyFrom } from 'pg-copy-streams';
import { connectionOptions } from '../kit/db/database.ts';
import { readMigrations, migrate } from '../kit/db/migrate.ts';
import { tableFile, type Manifest, type TableCopy } from './manifest.ts';
import { columnList, tableName } from './save-database.ts';

/** Throws one line unless this version knows every migration of the backup, unchanged. */
const checkMigrations = async (manifest: Manifest, folder: string): Promise<void> => {
  const known = new Map((await readMigrations(folder)).map(({ name, checksum }) => [name, checksum]));
  const unknown = manifest.migrations.find(({ name, checksum }) => known.get(name) !== checksum);
  if (unknown) throw new Error(`the backup was made by another version: it has the migration ${unknown.name}`);
};

/** Throws one line when a file of rows is missing or not as it was written. */
const checkSums = async (folder: string, tables: readonly TableCopy[]): Promise<void> => {
  for (const { name, sha256 } of tables) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(tableFile(folder, name)), hash);
    if (hash.digest('hex') !== sha256) throw new Error(`database/${name}.copy.gz is not as it was backed up`);
  }
};

/** Throws one line unless the database is without accounts: a restore never mixes with what is there. */
const checkEmpty = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ admin: string | null }>(`select to_regclass('public.admin')::text as admin`);
  if (rows[0]?.admin && (await client.query('select from admin limit 1')).rowCount !== 0)
    throw new Error('the database is not empty: a backup is restored into an empty one only');
};

const makeJobTables = async (url: string): Promise<void> => {
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false, max: 2 });
  boss.on('error', () => {});
  await boss.start();
  await boss.stop({ graceful: false });
};

/** Takes all foreign keys off and answers the statements that put them back, where every row is checked once more. */
const takeForeignKeys = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ owner: string; name: string; definition: string }>(
    `select conrelid::regclass::text as owner, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`,
  );
  for (const { owner, name } of rows) await client.query(`alter table ${owner} drop constraint ${name}`);
  return rows.map(({ owner, name, definition }) => `alter table ${owner} add constraint ${name} ${definition}`);
};

/** Lets ledgers that are never emptied be emptied of what migrations put into them; answers the statements that guard them again. */
const liftGuards = async (client: pg.Client): Promise<string[]> => {
  const truncates = 32;
  const { rows } = await client.query<{ owner: string; name: string }>(
    `select tgrelid::regclass::text as owner, quote_ident(tgname) as name from pg_trigger
     where not tgisinternal and (tgtype & ${truncates}) <> 0`,
  );
  for (const { owner, name } of rows) await client.query(`alter table ${owner} disable trigger ${name}`);
  return rows.map(({ owner, name }) => `alter table ${owner} enable trigger ${name}`);
};

const makeTables = async (client: pg.Client, { partitions, detached, queues }: Manifest): Promise<void> => {
  const there = async (name: string) => (await client.query('select to_regclass($1) as it', [name])).rows[0]?.it;
  for (const { name, parent, bound } of partitions)
    if (!(await there(name)))
      await client.query(`create table ${tableName(name)} partition of ${tableName(parent)} ${bound}`);
  for (const { name, like } of detached)
    if (!(await there(name)))
      await client.query(
        `create table ${tableName(name)} (like ${tableName(like)} including defaults including constraints)`,
      );
  for (const { name, ...options } of queues)
    await client.query('select pgboss.create_queue($1, $2)', [name, JSON.stringify(options)]);
};

const loadTable = async (client: pg.Client, folder: string, { name, columns, rows }: TableCopy): Promise<void> => {
  const into = client.query(copyFrom(`copy ${tableName(name)} (${columnList(columns)}) from stdin (encoding 'utf8')`));
  await pipeline(createReadStream(tableFile(folder, name)), createGunzip(), into);
  if (into.rowCount !== rows) throw new Error(`${name} has ${into.rowCount} rows instead of ${rows}`);
};

/**
 * Fills an empty database with the rows of a backup, in one transaction, and brings it to the newest schema; `beforeCommit`
 * may still refuse. Throws one line when the backup is damaged, made by another version, or the database is not empty.
 */
export const loadDatabase = async (
  { url, folder, migrations }: { url: string; folder: string; migrations: string },
  manifest: Manifest,
  beforeCommit: (client: pg.Client) => Promise<void>,
): Promise<void> => {
  await checkMigrations(manifest, migrations);
  await checkSums(folder, manifest.tables);
  const client = new pg.Client(connectionOptions(url));
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await checkEmpty(client);
    await migrate(url, migrations, manifest.migrations.at(-1)!.name);
    await makeJobTables(url);
    await client.query('begin');
    const foreignKeys = await takeForeignKeys(client);
    await makeTables(client, manifest);
    const guards = await liftGuards(client);
    await client.query(`truncate ${manifest.tables.map(({ name }) => tableName(name)).join(', ')}`);
    for (const table of manifest.tables) await loadTable(client, folder, table);
    for (const { name, last, isCalled } of manifest.sequences)
      await client.query('select setval($1::regclass, $2, $3)', [name, last, isCalled]);
    for (const statement of [...guards, ...foreignKeys]) await client.query(statement);
    await beforeCommit(client);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end();
  }
  await migrate(url, migrations);
};
