import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { connectionOptions } from '../kit/db/database.ts';
import { tableFile, type Manifest, type TableCopy } from './manifest.ts';
import { readCatalog } from './read-catalog.ts';

/** Lets bytes pass and answers their SHA-256 at the end. */
export const hashing = (): { through: Transform; digest: () => string; bytes: () => number } => {
  const hash = createHash('sha256');
  let bytes = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { through, digest: () => hash.digest('hex'), bytes: () => bytes };
};

/** Columns as a statement names them. */
export const columnList = (columns: readonly string[]): string =>
  columns.map((column) => pg.escapeIdentifier(column)).join(', ');

/** `schema.table` as a statement names it. */
export const tableName = (name: string): string =>
  name
    .split('.')
    .map((part) => pg.escapeIdentifier(part))
    .join('.');

const saveTable = async (
  client: pg.Client,
  folder: string,
  { name, columns }: { name: string; columns: string[] },
): Promise<TableCopy> => {
  const { through, digest } = hashing();
  const rows = client.query(
    copyTo(`copy (select ${columnList(columns)} from ${tableName(name)}) to stdout (encoding 'utf8')`),
  );
  await pipeline(rows, createGzip({ level: 3 }), through, createWriteStream(tableFile(folder, name), { mode: 0o600 }));
  return { name, columns, rows: rows.rowCount, sha256: digest() };
};

/** Copies all rows as they stood at one moment into `folder/database`, while the product may go on. */
export const saveDatabase = async (url: string, folder: string): Promise<Omit<Manifest, 'format' | 'files'>> => {
  const client = new pg.Client(connectionOptions(url));
  client.on('error', () => {});
  await client.connect();
  try {
    await mkdir(join(folder, 'database'), { mode: 0o700 });
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await client.query('begin isolation level repeatable read read only');
    const { rows } = await client.query<{ now: string }>('select now()::timestamptz(0) as now');
    const catalog = await readCatalog(client);
    const tables: TableCopy[] = [];
    for (const table of catalog.tables) tables.push(await saveTable(client, folder, table));
    await client.query('commit');
    return { ...catalog, madeAt: rows[0]!.now, tables };
  } finally {
    await client.end();
  }
};
