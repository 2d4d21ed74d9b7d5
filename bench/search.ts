import { Agent, request } from 'node:http';
import { fillTables } from '../server/test/listed/fill.ts';
import { issue, textsOf } from './issued-codes.ts';
import { openWorld, percentile } from './world.ts';

/**
 * The search of the console over 1,000,000 codes and 100,000 rows of each kind it finds, or as many as are asked for:
 * `npm run bench search 1000000`. Aim: p99 of every question below 100 ms, and flat: with a tenth of the rows not half as long.
 */
const rows = Number(process.argv[2] ?? 100_000);
const codes = 1_000_000;
const asks = 200;
const firmId = 2;

/** What is asked, most of it as somebody types it: whole, its first letters, a word that many or none have. */
const questions: Record<string, (at: number) => string> = {
  'a number': (at) => `K${1000 + at}`,
  'a name': (at) => `公司${1000 + at}`,
  'a frequent word': () => '茶业公司',
  'one letter': () => '茶',
  'two letters': () => '公司',
  'no such letter': () => '龘',
  'no such words': (at) => `乌龙茶饼${at}`,
  'three digits': (at) => String(100 + at),
};

const measure = async (size: number): Promise<Map<string, number[]>> => {
  const world = await openWorld({ role: 'api' });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const find = (words: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const before = performance.now();
      const asked = request(
        `${world.url}/api/admin/search/find?${new URLSearchParams({ words }).toString()}`,
        { agent, headers: { 'authori-zation': world.token } },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8');
          answer.on('data', (piece: string) => (text += piece));
          answer.on('end', () => {
            const { code, message } = JSON.parse(text) as { code: number; message: string };
            if (code === 200) resolve(performance.now() - before);
            else reject(new Error(`${words}: ${code} ${message}`));
          });
        },
      );
      asked.on('error', reject);
      asked.end();
    });
  try {
    await fillTables(world.superuserUrl, size);
    await world.pg.query(`select setval('segment_number', (select max(seg) from segment))`);
    const texts = await textsOf(world, await issue(world, firmId, codes), asks);
    const taken = new Map<string, number[]>();
    for (const [name, words] of Object.entries({ ...questions, 'a code': (at: number) => texts[at]! })) {
      for (let at = 0; at < 10; at += 1) await find(words(at));
      const times: number[] = [];
      for (let at = 0; at < asks; at += 1) times.push(await find(words(at)));
      taken.set(
        name,
        times.sort((a, b) => a - b),
      );
    }
    return taken;
  } finally {
    agent.destroy();
    await world.close();
  }
};

const few = await measure(rows / 10);
const many = await measure(rows);
console.log(
  `| ${codes.toLocaleString()} codes, ${rows.toLocaleString()} rows of each kind | p50 ms | p99 ms | p50 of a tenth of the rows |`,
);
console.log('|---|---|---|---|');
for (const [name, times] of many) {
  const [middle, last] = [percentile(times, 0.5), percentile(times, 0.99)];
  const before = percentile(few.get(name)!, 0.5);
  console.log(
    `| ${name} | ${middle.toFixed(1)} | ${last > 100 ? `**${last.toFixed(1)}**` : last.toFixed(1)} | ${before.toFixed(1)} |`,
  );
}
