import { existsSync } from 'node:fs';
import { chmod, readdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { loadFiles } from '../backup/copy-files.ts';
import { loadDatabase } from '../backup/load-database.ts';
import { readManifest } from '../backup/manifest.ts';
import { requireOpens } from '../codes/cipher/require-own-key.ts';
import { defaultDataDir, readConfig } from '../kit/config.ts';
import { makeDataFolder, writeKey } from '../kit/data-folder.ts';
import { keepPrivate } from '../kit/files/keep-private.ts';
import { startEmbedded } from '../kit/postgres/embedded-postgres.ts';

/** `npm run restore -- <folder>`: a backup into an empty data folder or database; all of it, or nothing. */
// The bundle lies two folders below the root.
const root = fileURLToPath(new URL('../..', import.meta.url));
const dataDir = resolve(process.env.DATA_DIR?.trim() || defaultDataDir);
const say = (text: string) => process.stdout.write(`${text}\n`);
const log = { info: () => {}, warn: say, error: say };

/** The key of the backup becomes that of the data folder, before the settings are read and would make another. */
const takeMasterKey = async (folder: string): Promise<void> => {
  const kept = join(folder, 'master.key');
  if (process.env.MASTER_KEY || process.env.DATABASE_URL || !existsSync(kept)) return;
  const own = join(dataDir, 'master.key');
  const key = await readFile(kept);
  if (existsSync(own) && !(await readFile(own)).equals(key))
    throw new Error(`${dataDir} belongs to another installation: name an empty DATA_DIR`);
  makeDataFolder(dataDir);
  if (!existsSync(own)) writeKey(own, key);
  await chmod(own, 0o600);
};

/** Without the right key no code could be read again: better known now than at the first scan. */
const checkMasterKey = async (client: pg.Client, masterKey: Buffer): Promise<void> => {
  const { rows } = await client.query<{ v: string; key_sealed: Buffer }>('select v, key_sealed from code_key');
  requireOpens(
    masterKey,
    rows.map(({ v, key_sealed: keySealed }) => ({ v, keySealed })),
  );
};

/** What a refused restore has laid into a folder that was empty, its database too, does not stand in the way of the next. */
const emptyAgain = async (): Promise<void> => {
  for (const name of await readdir(dataDir).catch(() => []))
    await rm(join(dataDir, name), { recursive: true, force: true });
};

const ownsFolder = !process.env.DATABASE_URL && (!existsSync(dataDir) || (await readdir(dataDir)).length === 0);
let started: { stop: () => Promise<void> } | undefined;
try {
  if (!process.argv[2]) throw new Error('name the folder of the backup: npm run restore -- <folder>');
  const folder = resolve(process.argv[2]);
  const manifest = await readManifest(folder);
  await takeMasterKey(folder);
  const config = readConfig(process.env);
  const embedded = config.databaseUrl ? undefined : await startEmbedded(config.dataDir, log);
  started = embedded;
  keepPrivate(config.dataDir);
  let files = 0;
  const target = { url: config.databaseUrl ?? embedded!.url, folder, migrations: join(root, 'server/migrations') };
  await loadDatabase(target, manifest, async (client) => {
    await checkMasterKey(client, config.masterKey);
    if (manifest.files && !config.s3) files = await loadFiles(folder, join(config.dataDir, 'files'), manifest.files);
  });
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  say(`已恢复 ${manifest.madeAt} 的备份：${rows} 行数据、${files} 个文件，全部核对一致`);
  if (manifest.files && config.s3) say('备份里的文件没有写入对象存储，请自行上传 files 文件夹');
} catch (error) {
  say(`恢复失败 / failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await started?.stop();
  if (process.exitCode === 1 && ownsFolder) await emptyAgain();
}
