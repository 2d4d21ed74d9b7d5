import autocannon from 'autocannon';
import { fork, type ChildProcess } from 'node:child_process';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { fillTables, openStaff } from '../server/test/listed/fill.ts';
import { listed, type Listed } from '../server/test/listed/listed.ts';
import { openWorld, percentile } from './world.ts';

/**
 * Every list of the product with 1,000,000 rows in its table (scans 10,000,000), or as many as are asked for: `npm run bench
 * lists 100000`. Aims: no first page and no filter above 100 ms at p50 (300 ms among scans), page 500 at most twice page 1, page
 * 40,000 below 100 ms; with ten callers at least 0.6 of bare Fastify with pg and 0.12 of an empty route, and of the database's
 * time at most a tenth for planning. With `BENCH_DATA` the filled database is kept in that folder and used again.
 */
const rows = Number(process.argv[2] ?? 1_000_000);
/** Only the lists whose path matches it. */
const only = new RegExp(process.argv[3] ?? '');
const world = await openWorld({ role: 'api', hasStatements: true });
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

const get = (path: string, token: string): Promise<string> =>
  new Promise((resolve, reject) => {
    request(`${world.url}/api${path}`, { agent, headers: { 'authori-zation': token } }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      answer.on('end', () => resolve(body));
      answer.on('error', reject);
    })
      .on('error', reject)
      .end();
  });

/** A question costs at most so much of the whole. */
const patience = 600;
const mostRounds = 40;

/** Milliseconds of a question, sorted. */
const ask = async (path: string, token: string): Promise<number[]> => {
  let first = JSON.parse(await get(path, token)) as { code: number; message: string };
  // The list before this one may have left statements that are still under way.
  for (let tries = 0; [429, 503].includes(first.code) && tries < 60; tries += 1) {
    await sleep(1000);
    first = JSON.parse(await get(path, token)) as { code: number; message: string };
  }
  // What a list is about belongs to another firm.
  if ([404, 61_002].includes(first.code) && token !== world.token) return [];
  if (first.code !== 200) throw new Error(`${path}: ${first.code} ${first.message}`);
  const times: number[] = [];
  const since = performance.now();
  for (let round = 0; round < mostRounds && (round < 1 || performance.now() - since < patience); round += 1) {
    const from = performance.now();
    await get(path, token);
    times.push(performance.now() - from);
  }
  return times.sort((a, b) => a - b);
};

const queryOf = (fields: Record<string, string | number>): string =>
  new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();

interface Answered {
  question: string;
  p50: number;
  p99: number;
  isDeep: boolean;
}

/** The text of a code that is named by its place. */
const readCode = async (place: string): Promise<string> => {
  const [seg, serial] = place.slice(1).split('-').map(Number);
  const { data } = JSON.parse(
    await get(`/admin/identity/identity/parents?codeId=${seg! * 2 ** 28 + serial!}`, world.token),
  ) as { data: { chain: { code: string }[] } };
  return data.chain.at(-1)!.code;
};

const askAll = async ({ path, always = {}, filters = {} }: Listed, token: string): Promise<Answered[]> => {
  const answered: Answered[] = [];
  const add = async (question: string, fields: Record<string, string | number>, isDeep = false) => {
    const times = await ask(`${path}?${queryOf({ limit: 20, page: 1, ...always, ...fields })}`, token);
    if (times.length > 0)
      answered.push({ question, p50: percentile(times, 0.5), p99: percentile(times, 0.99), isDeep });
  };
  await add('page 1', {});
  for (const [name, values] of Object.entries(filters))
    for (const [kind, value] of Object.entries(values))
      await add(`${name} ${kind}`, { [name]: String(value).startsWith('@') ? await readCode(String(value)) : value });
  await add('page 500', { page: 500 });
  await add('page 40,000', { page: 40_000 }, true);
  return answered;
};

const shoot = async (url: string, duration: number, mayFail = false): Promise<number> => {
  const result = await autocannon({ url, connections: 10, duration, headers: { 'authori-zation': world.token } });
  if (!mayFail && (result.non2xx > 0 || result.errors > 0)) throw new Error(`${url}: ${result.non2xx} refused`);
  return result.requests.average;
};

const statements = new pg.Client({ connectionString: world.superuserUrl });
await statements.connect();
await statements.query('create extension if not exists pg_stat_statements');

/** How much of the database's time went into planning while `work` was done. */
const planning = async (work: () => Promise<unknown>): Promise<number> => {
  await statements.query('select pg_stat_statements_reset()');
  await work();
  const { rows: sums } = await statements.query<{ share: number | null }>(
    `select sum(total_plan_time) / nullif(sum(total_plan_time + total_exec_time), 0) as share
     from pg_stat_statements where query not like '%pg_stat_statements%'`,
  );
  return sums[0]!.share ?? 0;
};

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const cell = (value: number, limit: number) => (value > limit ? `**${value.toFixed(0)}**` : value.toFixed(1));

let bare: ChildProcess | undefined;
try {
  const { rows: known } = await world.pg.query('select 1 from scan_log limit 1');
  if (known.length === 0) await fillTables(world.superuserUrl, rows, console.log);
  const staff = await openStaff(world.pg);
  bare = fork(new URL('./bare-lists.ts', import.meta.url), [world.databaseUrl], {
    execArgv: ['--import', 'tsx'],
  });
  const port = await new Promise<number>((resolve) => bare!.once('message', (message) => resolve(message as number)));
  const empty = await shoot(`http://127.0.0.1:${port}/empty`, 3);
  const missed: string[] = [];
  console.log(`\nempty route of bare Fastify: ${empty.toFixed(0)} calls/s\n`);
  console.log(
    '| list | page 1, p50 / p99 ms | slowest filter, p50 ms | page 500 | page 40,000 | calls/s | of bare | of empty | planning |',
  );
  console.log('|---|---|---|---|---|---|---|---|---|');
  for (const [at, list] of listed.entries()) {
    // Phones ask a few hundred times a minute at most.
    if (list.isBounded || list.role || !only.test(list.path)) continue;
    const limit = list.isScan ? 300 : 100;
    const answered: (Answered & { who: string })[] = [];
    for (const [who, token] of Object.entries({ platform: world.token, ...(list.isPlatforms ? {} : staff) }))
      for (const one of await askAll(list, token)) answered.push({ ...one, who });
    const url = `${world.url}/api${list.path}?${queryOf({ limit: 20, page: 1, ...list.always })}`;
    // One that takes seconds alone would only pile up.
    const isShot = answered[0]!.p50 < 500;
    const warm = () => shoot(url, 1);
    if (isShot) await warm();
    const planned = isShot ? await planning(warm) : 0;
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let round = 0; round < (isShot ? 3 : 0); round += 1) {
      ours.push(await shoot(url, 1));
      theirs.push(await shoot(`http://127.0.0.1:${port}/${at}`, 1, true));
    }
    const find = (question: string) => answered.find((one) => one.who === 'platform' && one.question === question)!;
    const [first, five, deep] = [find('page 1'), find('page 500'), find('page 40,000')];
    const slowest = answered.filter(({ isDeep }) => !isDeep).sort((a, b) => b.p50 - a.p50)[0]!;
    const least = (value: number, aim: number) => (value < aim ? `**${value.toFixed(2)}**` : value.toFixed(2));
    const shot = isShot
      ? [
          median(ours).toFixed(0),
          least(median(ours) / median(theirs), 0.6),
          least(median(ours) / empty, 0.12),
          planned > 0.1 ? `**${planned.toFixed(2)}**` : planned.toFixed(2),
        ]
      : ['not asked by ten at once', '', '', ''];
    console.log(
      `| ${list.path.replace(/^\/admin\/(identity\/)?/, '').replace(/\/list$/, '')} | ${cell(first.p50, limit)} / ${first.p99.toFixed(1)} | ${cell(slowest.p50, limit)} (${slowest.who}, ${slowest.question}) | ${cell(five.p50, 2 * first.p50)} | ${cell(deep.p50, 100)} | ${shot.join(' | ')} |`,
    );
    for (const one of answered)
      if (one.p50 > (one.isDeep ? 100 : limit))
        missed.push(`${list.path} ${one.who} ${one.question}: ${one.p50.toFixed(0)} ms`);
  }
  console.log(`\n${missed.length} questions above their limit`);
  for (const line of missed) console.log(line);
} finally {
  bare?.kill();
  agent.destroy();
  await statements.end();
  await world.close();
}
