import { chmod, copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { saveFiles, writeSums, type FileCopy } from '../backup/copy-files.ts';
import { manifestFile, type Manifest } from '../backup/manifest.ts';
import { saveDatabase } from '../backup/save-database.ts';
import { readOwnConfig } from '../kit/config.ts';
import { keepPrivate } from '../kit/files/keep-private.ts';
import { backupMark } from '../kit/http/watch-machine.ts';
import { borrowEmbedded } from '../kit/postgres/embedded-postgres.ts';

/** `npm run backup -- <folder>`: rows, files and the master key as they are now, whether the product runs or not. */
const config = readOwnConfig(process.env);
const say = (text: string) => process.stdout.write(`${text}\n`);
const log = { info: () => {}, warn: say, error: say };

const emptyFolder = async (given: string | undefined): Promise<string> => {
  if (!given) throw new Error('name an empty folder: npm run backup -- <folder>');
  const folder = resolve(given);
  for (const own of ['files', 'postgres'])
    if (!relative(join(config.dataDir, own), folder).startsWith('..'))
      throw new Error(`${folder} lies in what is backed up: name a folder elsewhere`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty`);
  await chmod(folder, 0o700);
  return folder;
};

const backUp = async (folder: string, url: string): Promise<Manifest> => {
  const store = config.s3 ? undefined : join(config.dataDir, 'files');
  const saved = new Map<string, FileCopy>();
  if (store) await saveFiles(store, folder, saved);
  const database = await saveDatabase(url, folder);
  if (store) {
    await saveFiles(store, folder, saved);
    await writeSums(folder, saved.values());
  }
  if (!config.databaseUrl) await copyFile(join(config.dataDir, 'master.key'), join(folder, 'master.key'));
  const bytes = [...saved.values()].reduce((sum, file) => sum + file.bytes, 0);
  const manifest: Manifest = { format: 1, ...database, files: store ? { count: saved.size, bytes } : undefined };
  await writeFile(join(folder, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  return manifest;
};

let borrowed: { stop: () => Promise<void> } | undefined;
try {
  const folder = await emptyFolder(process.argv[2]);
  const embedded = config.databaseUrl ? undefined : await borrowEmbedded(config.dataDir, log);
  borrowed = embedded;
  keepPrivate(config.dataDir);
  const { tables, files } = await backUp(folder, config.databaseUrl ?? embedded!.url);
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  await writeFile(backupMark(config.dataDir), `${new Date().toISOString()}\n`, { mode: 0o600 });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  say(`已备份 ${rows} 行数据${files ? `、${files.count} 个文件` : ''}到 ${folder}`);
  if (config.databaseUrl) say('主密钥（MASTER_KEY）由您的设置保管，备份里没有');
  if (config.s3) say('文件在对象存储里，请用它自己的版本或复制功能备份');
} catch (error) {
  say(`备份失败 / failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await borrowed?.stop();
}
