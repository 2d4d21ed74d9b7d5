import { sql } from 'kysely';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startEmbedded } from '../src/kit/postgres/embedded-postgres.ts';
import { openDatabase, type Db } from '../src/kit/db/database.ts';
import { migrate, readMigrations } from '../src/kit/db/migrate.ts';
import { digestOf, readShape, type Shape } from '../src/kit/shape/read-shape.ts';

const kit = join(import.meta.dirname, '../src/kit');
const migrations = join(import.meta.dirname, '../migrations');
const generator = resolve(import.meta.dirname, '../../node_modules/kysely-codegen/dist/cli/bin.js');

/** A time or a date is read as text, and may be given as text or Date. */
const asText = 'ColumnType<string, Date | string, Date | string>';

/** Types that the parsers of database.ts turn into something else than the generator expects. */
const mapping = { int8: 'number', timestamptz: asText, timestamp: asText, date: 'string' };

const generate = (url: string, file: string): string => {
  const options = ['--dialect', 'postgres', '--camel-case', '--log-level', 'warn', '--url', url, '--out-file', file];
  options.push('--type-mapping', JSON.stringify(mapping), '--date-parser', 'string', '--include-pattern', 'public.*');
  execFileSync(process.execPath, [generator, ...options], { stdio: ['ignore', 'ignore', 'inherit'] });
  return readFileSync(file, 'utf8');
};

/** Says conditions of rows and triggers once more in the words they are read in, as a restored dump does: PostgreSQL then words some another way. */
const saySo = async (db: Db, shape: Shape): Promise<Shape> => {
  for (const [name, definition] of shape) {
    const [, kind, table, part] = /^(\w+) ([^.]+)\.(.+)$/.exec(name) ?? [];
    const statement =
      kind === 'trigger'
        ? `drop trigger ${part} on ${table}; ${definition}`
        : kind === 'constraint' && definition.startsWith('CHECK')
          ? `alter table ${table} drop constraint ${part}, add constraint ${part} ${definition}`
          : undefined;
    if (statement) await sql.raw(statement).execute(db);
  }
  return readShape(db);
};

const generateShape = async (url: string): Promise<string> => {
  const { db, close } = openDatabase(url, { poolSize: 1 });
  const migrated = await readShape(db);
  const restored = await saySo(db, migrated);
  const last = (await readMigrations(migrations)).at(-1)!.name;
  await close();
  const lines = [...migrated]
    .map(([name, definition]) => {
      const digests = new Set([definition, restored.get(name)!].map(digestOf));
      return `  ${JSON.stringify(name)}: '${[...digests].join(' ')}',\n`;
    })
    .toSorted();
  return `/**
 * Written by \`npm run -w server types\`: the last migration, and what migrations make with the digest of how each is defined, and a second one
 * where a restored dump words it another way.
 */
export const lastMigration = '${last}';

export const migratedShape: Readonly<Record<string, string>> = {\n${lines.join('')}};\n`;
};

const folder = mkdtempSync(join(tmpdir(), 'zhuiyuan-types-'));
chmodSync(folder, 0o755);
const log = { info: () => {}, warn: console.warn, error: console.error };
const cluster = await startEmbedded(folder, log, { throwaway: true });
try {
  await migrate(cluster.url, migrations);
  const files: [name: string, text: string][] = [
    ['db/database-types.gen.ts', generate(cluster.url, join(folder, 'types.ts'))],
    ['shape/migrated-shape.gen.ts', await generateShape(cluster.url)],
  ];
  for (const [name, text] of files) {
    const file = join(kit, name);
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    if (process.argv.includes('--check')) {
      console.error(`${name} does not fit the migrations: npm run -w server types`);
      process.exitCode = 1;
    } else {
      writeFileSync(file, text);
      console.log(`${name} written`);
    }
  }
} finally {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
