import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { issue, textsOf } from './issued-codes.ts';
import { openWorld, percentile, type World } from './world.ts';

/**
 * A list asked three times as often as the server can answer: what it still answers (aim at least 80 % of its best), how
 * soon it refuses the rest (aim under 10 ms), how soon it is itself again (aim 5 s). Then scans at a steady pace beside
 * 200 exports asked for at once: their p99 against that of a quiet server (aim at most twice). All figures of one run.
 */
const seconds = 10;
const agent = new Agent({ keepAlive: true, maxSockets: 1000 });

interface Answer {
  code: number;
  ms: number;
}

const ask = (world: World, method: string, path: string, body?: object): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const begin = performance.now();
    const headers = { 'authori-zation': world.token, ...(body ? { 'content-type': 'application/json' } : {}) };
    const sent = request(`${world.url}/api${path}`, { method, agent, headers }, (answer) => {
      let head = '';
      answer.on('data', (chunk: Buffer) => {
        if (head.length < 40) head += String(chunk.subarray(0, 40));
      });
      answer.once('end', () =>
        resolve({ code: Number(/"code":(\d+)/.exec(head)?.[1] ?? 0), ms: performance.now() - begin }),
      );
      answer.once('error', reject);
    });
    sent.once('error', reject);
    sent.end(body && JSON.stringify(body));
  });

/** Asks at a steady pace, whether answers come or not, and answers what came of all of it. */
const pace = async (perSecond: number, forSeconds: number, one: () => Promise<Answer>): Promise<Answer[]> => {
  const asked: Promise<Answer>[] = [];
  const begin = performance.now();
  while (performance.now() - begin < forSeconds * 1000) {
    const due = Math.floor(((performance.now() - begin) / 1000) * perSecond);
    while (asked.length < due) asked.push(one());
    await sleep(2);
  }
  return Promise.all(asked);
};

/** So many callers, each asking again as soon as it was answered. */
const closed = async (callers: number, forSeconds: number, one: () => Promise<Answer>): Promise<number> => {
  const end = performance.now() + forSeconds * 1000;
  let done = 0;
  const caller = async () => {
    while (performance.now() < end) if ((await one()).code === 200) done += 1;
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return done / forSeconds;
};

const times = (answers: Answer[], code: number) =>
  answers
    .filter((one) => one.code === code)
    .map(({ ms }) => ms)
    .sort((a, b) => a - b);
const say = (name: string, value: string, isMet: boolean, aim: string) =>
  console.log(`${name.padEnd(44)} ${value.padStart(22)}  aim ${aim} ${isMet ? 'met' : 'MISSED'}`);

const list = (world: World) => () => ask(world, 'GET', '/admin/identity/product/list?page=1&limit=20');

const threeTimes = async (world: World): Promise<void> => {
  await closed(10, 3, list(world));
  const best = await closed(10, seconds, list(world));
  const quiet = percentile(times(await pace(20, 3, list(world)), 200), 0.5);
  const begin = performance.now();
  const answers = await pace(best * 3, seconds, list(world));
  const tookMs = performance.now() - begin;
  const good = times(answers, 200);
  const refused = times(answers, 429);
  const others = answers.length - good.length - refused.length;
  const goodput = (good.length / tookMs) * 1000;
  let backAfter = 0;
  while (backAfter < 20 && percentile(times(await pace(20, 1, list(world)), 200), 0.5) > quiet * 2) backAfter += 1;
  const ratio = goodput / best;
  const refusal = percentile(refused, 0.5);
  console.log(
    `at best ${best.toFixed(0)}/s, asked ${(best * 3).toFixed(0)}/s: ${good.length} answered, ${refused.length} refused, ${others} else; p50 of those answered ${percentile(good, 0.5).toFixed(0)} ms`,
  );
  say('goodput at three times the load', ratio.toFixed(2), ratio >= 0.8, '≥ 0.8');
  say('time to refuse, p50', `${refusal.toFixed(1)} ms`, refusal < 10, '< 10 ms');
  say('itself again after', `${backAfter} s`, backAfter <= 5, '≤ 5 s');
};

const besideExports = async (world: World, codes: string[]): Promise<void> => {
  let next = 0;
  const scan = () =>
    ask(world, 'POST', '/public/trace/scan', { code: codes[next++ % codes.length], entry: 0, deviceId: randomUUID() });
  await pace(50, 2, scan);
  const quiet = percentile(times(await pace(50, seconds, scan), 200), 0.99);
  const exports = Array.from({ length: 200 }, () => ask(world, 'GET', '/admin/identity/product/export'));
  const beside = percentile(times(await pace(50, seconds, scan), 200), 0.99);
  const made = (await Promise.all(exports)).filter(({ code }) => code === 200).length;
  const ratio = beside / quiet;
  console.log(`scans quiet p99 ${quiet.toFixed(1)} ms, beside 200 exports (${made} made) ${beside.toFixed(1)} ms`);
  say('scan p99 beside 200 exports, of quiet', ratio.toFixed(2), ratio <= 2, '≤ 2');
};

const world = await openWorld();
try {
  const { rows } = await world.pg.query<{ id: number }>(
    `insert into firm (name, firm_no, credit_code, audit) values ('基准企业', 'FB', '91330000MA00000000', 1) returning id`,
  );
  const codes = await textsOf(world, await issue(world, rows[0]!.id, 4000), 4000);
  await world.pg.query(
    `insert into product (firm_id, store_name, product_no, unit, image)
     select f.id, '产品' || n, 'P' || n, '盒', '' from firm f, generate_series(1, 10000) n`,
  );
  await world.pg.query('vacuum analyze');
  await threeTimes(world);
  await besideExports(world, codes);
} finally {
  agent.destroy();
  await world.close();
}
