import { rootAccount } from '@zhuiyuan/contract/access/fixed-rows';
import { agentApi } from '@zhuiyuan/contract/parties/agent/agent';
import { firmApi } from '@zhuiyuan/contract/parties/firm/firm';
import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { lotApi } from '@zhuiyuan/contract/trace/lot/lot';
import { productApi } from '@zhuiyuan/contract/trace/product/product';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { openTestApp } from '../../test/app.ts';
import { openTestDatabase, type TestDatabase } from '../../test/database.ts';
import { tokenFor } from '../../test/factories/access.ts';
import { factsOf, keptFacts, keptMasterKey, readRows, releasedVersions, unpackBackup } from '../../test/released.ts';
import { loadDatabase } from '../backup/load-database.ts';
import { readManifest, type Manifest } from '../backup/manifest.ts';
import { openKeyring } from '../codes/cipher/keyring.ts';
import { parseConfig } from '../kit/config.ts';
import { migrate } from '../kit/db/migrate.ts';
import { openFiles } from '../kit/files/open-files.ts';
import { drawLibrary } from '../seeds/demo/seed-media.ts';
import { seedDemo, seedFirst } from '../seeds/seed.ts';

const ours = join(import.meta.dirname, '../../migrations');
let home: string;
let opened: TestDatabase | undefined;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'zhuiyuan-released-'));
});
afterEach(async () => {
  await opened?.close();
});
afterAll(() => rm(home, { recursive: true, force: true }));

/** The database of a version as its users have it. */
const openReleased = async (version: string) => {
  const folder = await mkdtemp(join(home, 'backup-'));
  await unpackBackup(version, folder);
  const manifest = await readManifest(folder);
  const migrations = await mkdtemp(join(home, 'migrations-'));
  for (const { name } of manifest.migrations) await cp(join(ours, name), join(migrations, name));
  const database = await openTestDatabase('released', { template: 'template0', poolSize: 3 });
  opened = database;
  await loadDatabase({ url: database.url, folder, migrations }, manifest, async () => {});
  return { database, manifest };
};

/** Does what a start of this version does to a database: its migrations, then its seeds. */
const bringUp = async (database: TestDatabase) => {
  await migrate(database.url, ours);
  const config = parseConfig({ DATA_DIR: await mkdtemp(join(home, 'data-')), MASTER_KEY: keptMasterKey });
  const parts = { config, db: database.backgroundDb, files: openFiles(config) };
  await seedFirst(parts);
  await seedDemo(parts, await drawLibrary(parts));
};

/** What a later version changes on purpose: regions that ceased stay, but can no longer be chosen. */
const meant: Record<string, string[]> = { '0.1.0 public.city': ['is_show'] };

/** Columns that a later version took away or gave another name, which no version had ever written. */
const ended: Record<string, string[]> = {
  'public.code_unit': ['ship_line_id'],
  'public.agent': ['uid'],
  'public.shop': ['uid'],
  'public.salesman': ['uid'],
  'public.inspector': ['uid'],
};

/** Sums of other tables that a later version reads elsewhere: places of scans follow in `stat_day` from the log. */
const retold = new Set(['public.scan_place_day']);

/** The tables of a version, in the columns that are as they were. */
const lasting = (version: string, { tables }: Manifest) =>
  tables
    .filter(({ name }) => !retold.has(name))
    .map(({ name, columns }) => ({
      name,
      columns: columns.filter(
        (column) => !meant[`${version} ${name}`]?.includes(column) && !ended[name]?.includes(column),
      ),
    }));

/** What the columns that ended held. */
const endedFacts = async (url: string, { tables }: Manifest) => {
  const columns = tables.map((table) => ({
    name: table.name,
    columns: table.columns.filter((column) => ended[table.name]?.includes(column)),
  }));
  const rows = await readRows(
    url,
    columns.filter((table) => table.columns.length > 0),
  );
  return [...rows.values()].flat().flatMap((row) => Object.values(JSON.parse(row) as object).filter(Boolean));
};

/** How many rows that were there are not there as they were, by table. */
const countLost = (before: Map<string, string[]>, after: Map<string, string[]>): Record<string, number> => {
  const lost: Record<string, number> = {};
  for (const [name, rows] of before) {
    const left = new Map<string, number>();
    for (const row of after.get(name)!) left.set(row, (left.get(row) ?? 0) + 1);
    for (const row of rows) {
      const count = left.get(row) ?? 0;
      if (count === 0) lost[name] = (lost[name] ?? 0) + 1;
      else left.set(row, count - 1);
    }
  }
  return lost;
};

it.each(releasedVersions())(
  'the database of %s has every fact unchanged after it was brought up to now',
  async (version) => {
    const { database, manifest } = await openReleased(version);
    const { url } = database;
    expect(factsOf(await readRows(url, manifest.tables))).toEqual(keptFacts(version));
    expect(await endedFacts(url, manifest)).toEqual([]);
    const tables = lasting(version, manifest);
    const before = await readRows(url, tables);
    await bringUp(database);
    expect(countLost(before, await readRows(url, tables))).toEqual({});

    const app = await openTestApp({ database, env: { MASTER_KEY: keptMasterKey } });
    try {
      const root = await tokenFor(app, rootAccount);
      const everything = { page: 1, limit: 999 };
      const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id).toSorted((a, b) => a - b);
      for (const [table, answer] of Object.entries({
        firm: await app.data(root, firmApi.list, everything),
        product: await app.data(root, productApi.list, everything),
        lot: await app.data(root, lotApi.list, everything),
        agent: await app.data(root, agentApi.list, everything),
        shop: await app.data(root, shopApi.list, everything),
      }))
        expect(idsOf(answer.list)).toEqual(
          idsOf((before.get(`public.${table}`) ?? []).map((row) => JSON.parse(row) as { id: number })),
        );
      const segment = await app.db.selectFrom('segment').selectAll().orderBy('seg').executeTakeFirstOrThrow();
      const code = await openKeyring(app).readText(app.db, segment, 1);
      expect(await app.data(root, identityApi.info, { code })).toMatchObject({ seg: segment.seg, serial: 1 });
    } finally {
      await app.close();
    }
  },
);

it('tells of a migration that loses a row, alters one, or empties a column', async () => {
  const version = releasedVersions().at(-1)!;
  const { database, manifest } = await openReleased(version);
  const tables = lasting(version, manifest);
  const before = await readRows(database.url, tables);
  const migrations = await mkdtemp(join(home, 'planted-'));
  for (const name of await readdir(ours)) await cp(join(ours, name), join(migrations, name));
  await writeFile(
    join(migrations, '9999-planted.sql'),
    `delete from complaint where id = (select min(id) from complaint);
     update shop set name = name || '.' where id = (select min(id) from shop);
     update product set unit = ''`,
  );
  await migrate(database.url, migrations);
  expect(countLost(before, await readRows(database.url, tables))).toEqual({
    'public.complaint': 1,
    'public.shop': 1,
    'public.product': before.get('public.product')!.length,
  });
});
