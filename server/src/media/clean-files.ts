import { sql } from 'kysely';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../kit/http/app-context.ts';
import type { Db } from '../kit/db/database.ts';
import { dropExpiredDownloads } from '../kit/files/download.ts';
import { thumbName } from './media-names.ts';
import { uploadFolder } from './receive-upload.ts';

const keptDays = 7;
const uploadHours = 24;

/** Columns that are long enough to hold an address, of tables that are no logs and are not split by time. */
const addressColumns = async (db: Db): Promise<{ name: string; column: string }[]> => {
  const { rows } = await sql<{ name: string; column: string }>`
    select c.relname as name, a.attname as column
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition
      and c.relname not in ('audit_log', 'login_log', 'discarded_file', 'download', 'schema_migration', 'scan_upload')
      and (t.typname in ('text', 'json', 'jsonb') or (t.typname = 'varchar' and (a.atttypmod < 0 or a.atttypmod - 4 >= 100)))`.execute(
    db,
  );
  return rows;
};

/** A name as newName makes them. */
const namePattern = '((?:media|file)/[A-Za-z0-9_-]+/\\d{4}/\\d{2}/\\d{2}/[0-9a-f]{32}\\.[a-z0-9]{1,8})';

/** Names of uploaded files that any row still names, wherever it does. */
const namedFiles = async (db: Db): Promise<Set<string>> => {
  const named = new Set<string>();
  for (const { name, column } of await addressColumns(db)) {
    const { rows } = await sql<{ file: string }>`
      select distinct m[1] as file
      from ${sql.id(name)}, regexp_matches(${sql.ref(column)}::text, ${namePattern}, 'g') m
      where ${sql.ref(column)}::text ~ '(media|file)/'`.execute(db);
    for (const { file } of rows) named.add(file);
  }
  return named;
};

/**
 * Removes the files of attachments that were deleted a week ago and that no row of any table names any more, temporary
 * downloads nobody fetched, and uploads that never arrived whole. Answers how many files went.
 */
export const cleanFiles = async ({ db, files, config }: Pick<App, 'db' | 'files' | 'config'>): Promise<number> => {
  const old = await db
    .selectFrom('discardedFile')
    .select('file')
    .where('at', '<', sql<string>`now() - make_interval(days => ${keptDays})`)
    .execute();
  const named = old.length > 0 ? await namedFiles(db) : new Set<string>();
  const unnamed = old.map(({ file }) => file).filter((file) => !named.has(file));
  for (const file of unnamed) {
    await Promise.all([files.remove(file), files.remove(thumbName(file))]);
    await db.deleteFrom('discardedFile').where('file', '=', file).execute();
  }
  const leftOver = await dropExpiredDownloads(db);
  for (const file of leftOver) await files.remove(file);
  return unnamed.length + leftOver.length + (await dropBrokenUploads(uploadFolder(config.dataDir)));
};

/** Does so each night. */
export const cleanNightly = ({ background, jobs }: App): void =>
  jobs.work(
    'fileCleanup',
    async () => {
      await cleanFiles(background);
    },
    { cron: '0 5 * * *', expireInSeconds: 3600 },
  );

const dropBrokenUploads = async (folder: string): Promise<number> => {
  const names = await readdir(folder).catch(() => []);
  let dropped = 0;
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (!found || Date.now() - found.mtimeMs < uploadHours * 3_600_000) continue;
    await rm(path, { force: true });
    dropped += 1;
  }
  return dropped;
};
