import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startFakeS3 } from '../server/test/fake-s3.ts';
import { openCluster } from '../server/test/own-cluster.ts';
import { checkStorm, undone } from './storm-check.ts';
import { openLoad, type World } from './storm-load.ts';
import { openProcesses } from './storm-processes.ts';

/**
 * Five processes on one PostgreSQL and one store of files start together and are loaded with everything at once; one of them
 * is killed every three seconds, and in the middle the database is away. Afterwards everything acknowledged is there, once.
 * The argument is the time under load in seconds, 120 unless it is given; the outage, a minute at most, comes on top.
 */
const seconds = Number(process.argv[2] ?? 120);
const outageSeconds = Math.min(60, seconds / 2);
const killEveryMs = 3_000;
const drainWithinMs = 240_000;
const password = 'storm-password-7';

/** A firm, a product, a lot, codes to scan and codes to activate, and enough rows that their export is a job. */
const makeWorld = async (client: pg.Client, call: (path: string, body: object) => Promise<Record<string, unknown>>) => {
  const { rows } = await client.query<{ id: number }>(
    `insert into firm (name, firm_no, credit_code, audit) values ('风暴企业', 'FS', '91330000MA00000001', 1) returning id`,
  );
  const firmId = Number(rows[0]!.id);
  await client.query(
    `insert into product (firm_id, store_name, product_no, unit, brand)
     select $1, '多 ' || n, 'D' || n, '盒', '多' from generate_series(1, 10500) n`,
    [firmId],
  );
  const found = await client.query<{ id: number }>('select min(id) as id from product where firm_id = $1', [firmId]);
  const productId = Number(found.rows[0]!.id);
  const lot = await client.query<{ id: number }>(
    `insert into lot (firm_id, product_id, lot_no, produce_date) values ($1, $2, 'L1', '2026-01-01') returning id`,
    [firmId, productId],
  );
  const lotId = Number(lot.rows[0]!.id);
  const issue = async (itemCount: number) => {
    const { id } = await call('/admin/identity/task/save', {
      firmId,
      name: '准备',
      itemCount,
      idemKey: `prepare-${itemCount}`,
    });
    const segments = await client.query<{ seg: number }>('select seg from segment where task_id = $1', [id]);
    return { taskId: id as number, seg: Number(segments.rows[0]!.seg) };
  };
  const scanned = await issue(2_000);
  const pick = { mode: 1, ranges: [{ seg: scanned.seg, serialFrom: 1, serialTo: 2_000 }] };
  await call('/admin/identity/batch/use', { pick, productId, lotId, idemKey: 'prepare-scanned' });
  const codes: string[] = [];
  for (let serialFrom = 1; serialFrom <= 2_000; serialFrom += 500) {
    const { labels } = await call('/admin/identity/task/print', { ...scanned, serialFrom, count: 500 });
    codes.push(...(labels as { code: string }[]).map(({ code }) => code));
  }
  return { firmId, productId, lotId, codes, seg: (await issue(200_000)).seg };
};

const folder = await mkdtemp(join(tmpdir(), 'zhuiyuan-storm-'));
const cluster = await openCluster({ isSafe: true });
const s3 = await startFakeS3();
const processes = await openProcesses(folder, {
  DATABASE_URL: cluster.url,
  MASTER_KEY: randomBytes(32).toString('hex'),
  ADMIN_PASSWORD: password,
  CAPTCHA: 'off',
  DEMO: '0',
  LOG_LEVEL: 'silent',
  S3_ENDPOINT: s3.settings.endpoint,
  S3_REGION: s3.settings.region,
  S3_BUCKET: s3.settings.bucket,
  S3_ACCESS_KEY: s3.settings.accessKey,
  S3_SECRET_KEY: s3.settings.secretKey,
  S3_FORCE_PATH_STYLE: '1',
});
const client = () => new pg.Client({ connectionString: cluster.url });
const say = (name: string, text: string) => console.log(`${name.padEnd(22)} ${text}`);

const post = async (path: string, body: object, token = ''): Promise<Record<string, unknown>> => {
  const answer = await fetch(`${processes.addresses[0]}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'authori-zation': token },
    body: JSON.stringify(body),
  });
  const { code, message, data } = (await answer.json()) as { code: number; message: string; data: object };
  if (code !== 200) throw new Error(`${path}: ${code} ${message}`);
  return data as Record<string, unknown>;
};

const violations: string[] = [];
try {
  processes.start();
  say('started together', `all five ready after ${(await processes.untilReady(300_000)).toFixed(1)} s`);
  const { token } = (await post('/admin/login', { account: 'admin', pwd: password })) as { token: string };
  const setUp = client();
  await setUp.connect();
  const made = await makeWorld(setUp, (path, body) => post(path, body, token));
  await setUp.end();
  const world: World = { ...made, addresses: processes.addresses };

  const load = openLoad(world, token);
  const killing = setInterval(() => processes.kill(), killEveryMs);
  await sleep((seconds / 2) * 1000);
  processes.state.isDatabaseAway = true;
  await cluster.stop();
  await sleep(outageSeconds * 1000);
  await cluster.start();
  processes.state.isDatabaseAway = false;
  await sleep((seconds / 2) * 1000);
  clearInterval(killing);
  say('back after the last', `all five ready after ${(await processes.untilReady(300_000)).toFixed(1)} s`);
  await load.stop();

  const looker = client();
  await looker.connect();
  const from = Date.now();
  let left = await undone(looker);
  for (; left && Date.now() - from < drainWithinMs; left = await undone(looker)) await sleep(1_000);
  say('all ended', left ? `NOT: ${left}` : `after ${((Date.now() - from) / 1000).toFixed(0)} s`);
  if (left) violations.push(`still undone: ${left}`);
  const checked = await checkStorm(looker, load, world, s3.names());
  await looker.end();
  await processes.stop();

  say('time', `${seconds} s under load, ${outageSeconds} s without database, ${processes.counts.kills} kills`);
  say('ended for want of it', `${processes.counts.endedWithoutDatabase} starts while the database was away`);
  for (const [name, text] of checked.figures) say(name, text);
  say('answers', [...load.answers].map(([name, count]) => `${name}: ${count}`).join(', '));
  violations.push(...load.violations, ...processes.violations, ...checked.violations);
} finally {
  processes.state.isStopping = true;
  await processes.stop();
  await s3.close();
  await cluster.close();
  await rm(folder, { recursive: true, force: true });
}
for (const text of new Set(violations)) console.log(`VIOLATED: ${text}`);
console.log(
  violations.length === 0 ? 'nothing acknowledged was lost, doubled or left undone' : `${violations.length} violations`,
);
process.exitCode = violations.length === 0 ? 0 : 1;
