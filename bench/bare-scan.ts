import { execFile, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { scanCount } from '../server/src/scan/log/count-scan.ts';
import { scanRead } from '../server/src/scan/query/read-scan.ts';
import { openDatabase } from '../server/src/kit/db/database.ts';

/** One of the statements of a scan, its values in the order of its parameters. */
export interface Statement {
  sql: string;
  values: unknown[];
}

/** Stand among the values for what differs from scan to scan. */
const serial = -1;
const device = 'device';

/** What the server sends for a first scan of a code of a segment: the statement that reads, the one that counts and logs. */
export const scanStatements = (
  databaseUrl: string,
  { firmId, seg }: { firmId: number; seg: number },
): [Statement, Statement] => {
  const { db, pool } = openDatabase(databaseUrl);
  const ip = '127.0.0.1';
  const scan = {
    firmId,
    codeText: 'AMNSQ74WBEFWXYME',
    seg,
    serial,
    face: 0,
    productId: 1,
    lotId: 1,
    uid: null,
    agentId: null,
    shopId: null,
    salesmanId: null,
    channelId: null,
    shipDays: null,
    entry: 0,
    geoSource: 3,
    province: '',
    city: '',
    ip,
    device,
    userAgent: '',
    dedupeMin: 10,
    overLimit: 5,
  };
  const statements: [Statement, Statement] = [
    scanRead.text(db, [{ ip, device, seg, serial, tokenHash: null }]),
    scanCount.text(db, [scan]),
  ];
  void pool.end();
  return statements;
};

/** The values of the nth scan. */
export const valuesOf = ({ values }: Statement, nth: number, mark: string): unknown[] =>
  values.map((value) =>
    typeof value === 'string'
      ? value.replace(`"serial":${serial}`, `"serial":${nth}`).replace(`"device":"${device}"`, `"device":"${mark}"`)
      : value,
  );

/** The statements for pgbench, with its own variables for what differs from scan to scan. */
const scriptOf = (statements: readonly Statement[]): string => {
  const written = (value: unknown): string =>
    typeof value === 'string'
      ? // A colon before a letter is a variable of pgbench's.
        `'${value.replaceAll(':null', ': null').replace(`"serial":${serial}`, `"serial":' || :serial || '`).replace(`"device":"${device}"`, `"device":"' || :device || '"`)}'`
      : String(value);
  const named = statements.map(({ sql, values }) =>
    sql.replace(/\$(\d+)/g, (_all, at: string) => `(${written(values[Number(at) - 1])})`),
  );
  return [
    '\\set n :n + 1',
    '\\set serial :base + :client_id * 100000 + :n',
    '\\set device random(1, 9000000000000000000)',
    ...named.map((sql) => `${sql};`),
  ].join('\n');
};

interface Load {
  connections: number;
  seconds: number;
  /** First serial that is used. */
  from: number;
}

const inPgbench = async (databaseUrl: string, statements: readonly Statement[], load: Load): Promise<number> => {
  const folder = await mkdtemp(join(tmpdir(), 'zhuiyuan-pgbench-'));
  try {
    const file = join(folder, 'scan.sql');
    await writeFile(file, scriptOf(statements));
    const options = [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(load.connections),
      '-j',
      '2',
      '-T',
      String(load.seconds),
      '-f',
      file,
    ];
    const set = ['-D', 'n=0', '-D', `base=${load.from}`];
    const { stdout } = await promisify(execFile)('pgbench', [...options, ...set, databaseUrl]);
    const failed = /number of failed transactions: (\d+)/.exec(stdout)?.[1] ?? '0';
    if (failed !== '0') throw new Error(`pgbench: ${failed} failed transactions`);
    return Number(/^tps = ([\d.]+)/m.exec(stdout)![1]);
  } finally {
    await rm(folder, { recursive: true });
  }
};

const inConnections = async (databaseUrl: string, statements: readonly Statement[], load: Load): Promise<number> => {
  const until = performance.now() + load.seconds * 1000;
  let done = 0;
  const run = async () => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    while (performance.now() < until) {
      const nth = load.from + (done += 1);
      const mark = randomUUID().replaceAll('-', '');
      for (const [at, statement] of statements.entries())
        await client.query({ name: `s${at}`, text: statement.sql, values: valuesOf(statement, nth, mark) });
    }
    await client.end();
  };
  await Promise.all(Array.from({ length: load.connections }, run));
  return done / load.seconds;
};

/** How often a second the statements run with nothing around them: in pgbench, or in bare connections where there is none. */
export const bareRate = async (
  databaseUrl: string,
  statements: readonly Statement[],
  load: Load,
): Promise<{ rate: number; by: string }> => {
  try {
    return { rate: await inPgbench(databaseUrl, statements, load), by: 'pgbench' };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return { rate: await inConnections(databaseUrl, statements, load), by: 'bare connections (no pgbench here)' };
  }
};

/** A Fastify route that runs the statements and answers their rows, in a process of its own like the server. */
export const bareScan = async (databaseUrl: string, statements: readonly Statement[]) => {
  const child = fork(new URL('./bare-scan-route.ts', import.meta.url), { execArgv: ['--import', 'tsx'] });
  const port = await new Promise<number>((resolve) => {
    child.once('message', (message) => resolve((message as { port: number }).port));
    child.send({ databaseUrl, statements });
  });
  return { url: `http://127.0.0.1:${port}/`, close: () => child.kill() };
};
