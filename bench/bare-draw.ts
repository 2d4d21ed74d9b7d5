import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

/** A statement as it was sent. */
export interface Sent {
  text: string;
  values: unknown[];
}

/** What every statement of the work is, in its order, on whatever connection it was sent. */
export const recorded = async (work: () => Promise<unknown>): Promise<Sent[]> => {
  const sent: Sent[] = [];
  const { query } = pg.Client.prototype;
  (pg.Client.prototype as { query: unknown }).query = function record(this: pg.Client, ...given: unknown[]) {
    const [first, values] = given as [string | { text: string; values?: unknown[] }, unknown];
    if (typeof first === 'string') sent.push({ text: first, values: Array.isArray(values) ? values : [] });
    else if (typeof first?.text === 'string') sent.push({ text: first.text, values: first.values ?? [] });
    return (query as (...args: unknown[]) => unknown).apply(this, given);
  };
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return sent;
};

/** What differs from draw to draw: a value as it was recorded, and what pgbench puts in its place. */
export type Places = readonly (readonly [recorded: unknown, expression: string])[];

const literal = (value: unknown): string => {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  return pg.escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value));
};

const toExpression = (value: unknown, places: Places): string => {
  if (Array.isArray(value)) return `array[${value.map((one) => toExpression(one, places)).join(', ')}]`;
  const place = places.find(([known]) => known === value);
  return place ? place[1] : literal(value);
};

/** The statements as pgbench runs them, what differs put in; the number of a draw is kept in `:id` for those after it. */
export const scriptOf = (sent: readonly Sent[], places: Places, head: readonly string[]): string =>
  [
    ...head,
    ...sent.map(({ text, values }) => {
      const whole = text
        .replace(/\$(\d+)/g, (_all, at: string) => `(${toExpression(values[Number(at) - 1], places)})`)
        .replace(/\s+/g, ' ')
        .trim()
        .replace(/;$/, '');
      return /nextval\('draw_number'\) as id/.test(whole) ? `${whole} \\gset` : `${whole};`;
    }),
  ].join('\n');

/** Transactions a second of a script in pgbench, each connection with a thread's half; the statements are prepared. */
export const inPgbench = async (
  databaseUrl: string,
  script: string,
  { connections, seconds, set = {} }: { connections: number; seconds: number; set?: Record<string, number> },
): Promise<number> => {
  const folder = await mkdtemp(join(tmpdir(), 'zhuiyuan-pgbench-'));
  try {
    const file = join(folder, 'draw.sql');
    await writeFile(file, script);
    const defined = Object.entries(set).flatMap(([name, value]) => ['-D', `${name}=${value}`]);
    const load = ['-n', '-M', 'prepared', '-c', String(connections), '-j', '2', '-T', String(seconds)];
    const { stdout } = await promisify(execFile)('pgbench', [...load, ...defined, '-f', file, databaseUrl]);
    const failed = /number of failed transactions: (\d+)/.exec(stdout)?.[1] ?? '0';
    if (failed !== '0') throw new Error(`pgbench: ${failed} failed transactions`);
    return Number(/^tps = ([\d.]+)/m.exec(stdout)![1]);
  } finally {
    await rm(folder, { recursive: true });
  }
};
