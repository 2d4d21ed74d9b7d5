import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmbedded } from './embedded-postgres.ts';
import { migrate } from '../db/migrate.ts';
import { preparePostgresHome } from './postgres-home.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };
let dataDir: string;

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'zhuiyuan-own-'));
  chmodSync(dataDir, 0o755);
});
afterAll(async () => {
  const { folder } = await preparePostgresHome(dataDir);
  rmSync(folder, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
});

const asking = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

const inDatabase = async <T>(work: (urls: { url: string; superuserUrl: string }) => Promise<T>): Promise<T> => {
  const { stop, ...urls } = await startEmbedded(dataDir, silent);
  try {
    return await work(urls);
  } finally {
    await stop();
  }
};

describe('the role of the product', () => {
  test('is no superuser, reads no files of the machine and runs no programs', () =>
    inDatabase(({ url }) =>
      asking(url, async (client) => {
        const { rows } = await client.query(
          'select rolsuper, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user',
        );
        expect(rows).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false }]);
        await client.query('create table line (text text)');
        await expect(client.query(`copy line from '/etc/passwd'`)).rejects.toThrow('permission denied');
        await expect(client.query(`copy line from program 'id'`)).rejects.toThrow('permission denied');
        await client.query('drop table line');
      }),
    ));

  test('takes over a database that an earlier version made as the superuser', async () => {
    const migrations = join(import.meta.dirname, '../../../migrations');
    await inDatabase(async ({ superuserUrl }) => {
      await migrate(superuserUrl, migrations);
      await asking(superuserUrl, (client) =>
        client.query(`
          alter database zhuiyuan owner to zhuiyuan;
          create schema pgboss;
          create type pgboss.job_state as enum ('created');
          create table pgboss.job (id int primary key, state pgboss.job_state, name text) partition by range (id);
          create table pgboss.some partition of pgboss.job default;
          create function pgboss.nothing(a int) returns void language sql as ''`),
      );
    });
    await inDatabase(({ url }) =>
      asking(url, async (client) => {
        const { rows } = await client.query(`
          select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where n.nspname in ('public', 'pgboss') and pg_get_userbyid(c.relowner) <> current_user
          union all
          select n.nspname, p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
          where n.nspname in ('public', 'pgboss') and pg_get_userbyid(p.proowner) <> current_user
            and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`);
        expect(rows).toEqual([]);
        await client.query('alter table firm add column trial int');
        await client.query('insert into pgboss.job (id) values (1)');
        await client.query(`alter type pgboss.job_state add value 'done'`);
        await client.query('drop function pgboss.nothing');
        await client.query('create table pgboss.more (id int)');
      }),
    );
  });
});
