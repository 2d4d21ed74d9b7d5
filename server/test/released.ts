import { configure, Uint8ArrayReader, Uint8ArrayWriter, ZipReader, ZipWriter, type FileEntry } from '@zip.js/zip.js';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import type { Manifest } from '../src/backup/manifest.ts';
import { columnList, tableName } from '../src/backup/save-database.ts';
import type { Calls } from './narrowed.ts';

configure({ useWebWorkers: false });

const keptIn = join(import.meta.dirname, 'released');

/** Seals the code keys of the kept databases: they hold demo data alone, so that everybody may know it. */
export const keptMasterKey = '0'.repeat(64);

/** Versions whose database is kept, oldest first. */
export const releasedVersions = (): string[] =>
  readdirSync(keptIn)
    .filter((name) => name.endsWith('.zip'))
    .map((name) => name.slice(0, -'.zip'.length))
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));

/** Puts a folder that `npm run backup` would write away as the database of a version. */
export const keepBackup = async (version: string, folder: string): Promise<number> => {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { level: 9 });
  for (const entry of (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    await zip.add(path.slice(folder.length + 1), new Uint8ArrayReader(await readFile(path)));
  }
  const packed = await zip.close();
  await writeFile(join(keptIn, `${version}.zip`), packed);
  return packed.length;
};

/** Unpacks the kept database of a version into a folder, as `npm run restore` reads it. */
export const unpackBackup = async (version: string, folder: string): Promise<void> => {
  const zip = new ZipReader(new Uint8ArrayReader(readFileSync(join(keptIn, `${version}.zip`))));
  for (const entry of await zip.getEntries()) {
    const path = join(folder, entry.filename);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, await (entry as FileEntry).getData(new Uint8ArrayWriter()));
  }
  await zip.close();
};

/** Every row of these tables in these columns, each as one text. */
export const readRows = async (
  url: string,
  tables: Pick<Manifest['tables'][number], 'name' | 'columns'>[],
): Promise<Map<string, string[]>> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`set timezone = 'UTC'`);
    const all = new Map<string, string[]>();
    for (const { name, columns } of tables.filter((table) => table.name.startsWith('public.'))) {
      const { rows } = await client.query<{ row: string }>(
        `select to_json(r)::text as row from (select ${columnList(columns)} from ${tableName(name)}) r`,
      );
      all.set(name, rows.map(({ row }) => row).toSorted());
    }
    return all;
  } finally {
    await client.end();
  }
};

/** How many rows each table has, and a checksum of them: what is kept in words beside the database. */
export const factsOf = (rows: Map<string, string[]>): Record<string, { rows: number; sha256: string }> =>
  Object.fromEntries(
    [...rows].map(([name, texts]) => [
      name,
      { rows: texts.length, sha256: createHash('sha256').update(texts.join('\n')).digest('hex') },
    ]),
  );

const factsFile = (version: string): string => join(keptIn, `${version}.json`);
export const keepFacts = (version: string, facts: ReturnType<typeof factsOf>): Promise<void> =>
  writeFile(factsFile(version), `${JSON.stringify(facts, null, 2)}\n`);
export const keptFacts = (version: string): ReturnType<typeof factsOf> =>
  JSON.parse(readFileSync(factsFile(version), 'utf8')) as ReturnType<typeof factsOf>;

const callsFile = (version: string): string => join(keptIn, `${version}.openapi.json.gz`);
/** Puts `/openapi.json` of a version beside its database. */
export const keepCalls = (version: string, text: string): Promise<void> =>
  writeFile(callsFile(version), gzipSync(text, { level: 9 }));
/** The description of the calls of a version; kept since 0.3.0. */
export const keptCalls = (version: string): Calls =>
  JSON.parse(gunzipSync(readFileSync(callsFile(version))).toString()) as Calls;
