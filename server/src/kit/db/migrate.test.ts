import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { asSuperuser, openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { migrate } from './migrate.ts';
import { ownRole } from '../postgres/own-database.ts';
import { setUpAlone } from './set-up-alone.ts';

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await openTestDatabase();
  await database.pool.query('delete from schema_migration');
  folder = mkdtempSync(join(tmpdir(), 'zhuiyuan-migrations-'));
  writeFileSync(join(folder, '0001-pear.sql'), 'create table pear (id int);\ncreate table plum (id int);');
});

afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const log = pino({ level: 'silent' });
const run = (): Promise<string[]> => setUpAlone(database.url, log, () => migrate(database.url, folder));

test('applies what is new, in order, once', async () => {
  writeFileSync(join(folder, '0002-fig.sql'), 'alter table plum add column name text;');
  expect(await run()).toEqual(['0001-pear.sql', '0002-fig.sql']);
  expect(await run()).toEqual([]);
});

test('two processes take turns', async () => {
  const results = await Promise.all([run(), run(), run()]);
  expect(results.flat()).toEqual(['0001-pear.sql']);
});

test('a failing file leaves nothing of itself and keeps those before it', async () => {
  writeFileSync(join(folder, '0002-fig.sql'), 'create table fig (id int); select nothing;');
  await expect(run()).rejects.toThrow('migration 0002-fig.sql failed: column "nothing" does not exist');
  const { rows } = await database.pool.query(
    `select to_regclass('pear') is not null as pear, to_regclass('fig') is not null as fig`,
  );
  expect(rows).toEqual([{ pear: true, fig: false }]);
});

test('refuses a file changed after it was applied, but not its line ends', async () => {
  await run();
  writeFileSync(join(folder, '0001-pear.sql'), 'create table pear (id int);\r\ncreate table plum (id int);');
  expect(await run()).toEqual([]);
  writeFileSync(join(folder, '0001-pear.sql'), 'create table pear (id bigint);');
  await expect(run()).rejects.toThrow('migration 0001-pear.sql was changed after it was applied');
});

test('refuses a database of a newer version', async () => {
  await run();
  rmSync(join(folder, '0001-pear.sql'));
  await expect(run()).rejects.toThrow('too old for this database');
});

test('refuses a database that was made between two releases, and leaves it as it was', async () => {
  writeFileSync(join(folder, '0002-fig.sql'), 'create table fig (id int); insert into fig values (7);');
  await run();
  rmSync(join(folder, '0002-fig.sql'));
  writeFileSync(join(folder, '0002-fruit.sql'), 'create table fig (id int);');
  writeFileSync(join(folder, '0003-melon.sql'), 'create table melon (id int);');
  await expect(run()).rejects.toThrow(
    'the database holds migration 0002-fig.sql, which is of no release: run the version',
  );
  const { rows } = await database.pool.query(
    `select (select array_agg(id) from fig) as figs, to_regclass('melon') as melon,
       (select array_agg(name order by name) from schema_migration) as applied`,
  );
  expect(rows).toEqual([{ figs: [7], melon: null, applied: ['0001-pear.sql', '0002-fig.sql'] }]);
});

test('refuses a file that slipped in before an applied one', async () => {
  await run();
  writeFileSync(join(folder, '0000-late.sql'), 'select 1');
  await expect(run()).rejects.toThrow('migration 0000-late.sql comes before 0001-pear.sql');
});

test('refuses odd names and numbers used twice', async () => {
  writeFileSync(join(folder, '0001-plum.sql'), 'select 1');
  await expect(run()).rejects.toThrow('two migrations have the number 0001');
  rmSync(join(folder, '0001-plum.sql'));
  writeFileSync(join(folder, 'plum.sql'), 'select 1');
  await expect(run()).rejects.toThrow('plum.sql is not named like');
});

test('refuses a database that is blind to Chinese', async () => {
  await asSuperuser(
    'drop database if exists blind',
    `create database blind owner ${ownRole} template template0 locale_provider 'libc' locale 'C'`,
  );
  const url = new URL(database.url);
  url.pathname = '/blind';
  writeFileSync(join(folder, '0001-pear.sql'), 'create extension pg_trgm');
  await expect(migrate(url.href, folder)).rejects.toThrow('cannot search Chinese text');
  await asSuperuser('drop database blind');
});
