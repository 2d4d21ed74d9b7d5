import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startEmbedded } from '../src/kit/postgres/embedded-postgres.ts';
import { migrate } from '../src/kit/db/migrate.ts';

const committed = join(import.meta.dirname, '../src/kit/db/database-types.gen.ts');
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

const folder = mkdtempSync(join(tmpdir(), 'zhuiyuan-types-'));
chmodSync(folder, 0o755);
const log = { info: () => {}, warn: console.warn, error: console.error };
const cluster = await startEmbedded(folder, log, { throwaway: true });
try {
  await migrate(cluster.url, migrations);
  const types = generate(cluster.url, join(folder, 'types.ts'));
  const isCurrent = types === readFileSync(committed, 'utf8');
  if (process.argv.includes('--check')) {
    if (!isCurrent) {
      console.error('database-types.gen.ts does not fit the migrations: npm run -w server types');
      process.exitCode = 1;
    }
  } else if (!isCurrent) {
    writeFileSync(committed, types);
    console.log('database-types.gen.ts written');
  }
} finally {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
