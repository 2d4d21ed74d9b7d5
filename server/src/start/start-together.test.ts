import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { startFakeS3 } from '../../test/fake-s3.ts';
import { openCluster, type Cluster } from '../../test/own-cluster.ts';
import { runServer, stopServers, untilStarted } from '../../test/servers.ts';
import { placeLocks } from '../kit/jobs/worker-place.ts';

vi.setConfig({ testTimeout: 600_000 });

let cluster: Cluster;
let s3: Awaited<ReturnType<typeof startFakeS3>>;
let folder: string;

beforeAll(async () => {
  cluster = await openCluster();
  s3 = await startFakeS3();
  folder = mkdtempSync(join(tmpdir(), 'zhuiyuan-together-'));
});
afterEach(stopServers);
afterAll(async () => {
  await s3.close();
  await cluster.close();
  rmSync(folder, { recursive: true });
});

test('five processes that start at the same moment on an empty database all become ready', async () => {
  const { endpoint, region, bucket, accessKey, secretKey } = s3.settings;
  const roles = ['api', 'worker', 'all', 'api', 'worker'];
  const servers = roles.map((role, at) =>
    runServer({
      ROLE: role,
      DATA_DIR: join(folder, String(at)),
      DATABASE_URL: cluster.url,
      MASTER_KEY: 'a'.repeat(64),
      DEMO: '1',
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY: accessKey,
      S3_SECRET_KEY: secretKey,
      S3_FORCE_PATH_STYLE: '1',
    }),
  );
  const started = await Promise.all(servers.map((server) => untilStarted(server, 500_000)));
  // On a machine that five starts keep busy, the database may take longer to answer than a ready process lets it.
  const becomesReady = { timeout: 60_000, interval: 500 };
  for (const { address } of started)
    await eventually(async () => {
      const ready = await fetch(`${address}/readyz`);
      expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'ok' }]);
    }, becomesReady);
  const all = started.map(({ said }) => said);
  expect(all.map(({ errors }) => /cannot start|deadlock|Unhandled/.exec(errors)?.[0] ?? '')).toEqual(
    roles.map(() => ''),
  );
  expect(all.filter(({ output }) => output.includes('waiting for it')).length).toBeGreaterThan(0);
  const told = all.flatMap(({ output }) => /Password +(\S{8,}) +（仅显示这一次/.exec(output)?.[1] ?? []);
  expect(told).toHaveLength(1);

  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  const laidOut = `select count(*)::int as done from seeded where what = 'demonstration' and row_id = 2`;
  await eventually(async () => expect((await client.query(laidOut)).rows).toEqual([{ done: 1 }]), {
    timeout: 300_000,
    interval: 500,
  });
  const { rows } = await client.query(`
    select (select count(*)::int from admin where account = 'admin') as admins,
      (select count(*)::int from firm) as firms, (select count(distinct name)::int from firm) as names`);
  expect(rows).toEqual([{ admins: 1, firms: rows[0].names, names: rows[0].names }]);
  expect(rows[0].names).toBeGreaterThan(0);
  // A start leaves no lock behind but the places of workers; its jobs hold theirs a moment longer.
  const locksOf = `select count(*)::int as locks from pg_locks where locktype = 'advisory' and classid <> ${placeLocks}`;
  await eventually(async () => expect((await client.query(locksOf)).rows).toEqual([{ locks: 0 }]), {
    timeout: 300_000,
    interval: 100,
  });
  await client.end();
});

test('a worker answers for its health on a port of its own, until its end', async () => {
  const { address, exit, server } = await untilStarted(
    runServer({
      ROLE: 'worker',
      PORT: '1',
      HEALTH_PORT: '0',
      DATA_DIR: join(folder, 'worker'),
      DATABASE_URL: cluster.url,
      MASTER_KEY: 'a'.repeat(64),
    }),
  );
  expect(await (await fetch(`${address}/healthz`)).json()).toEqual({ status: 'ok' });
  await expect.poll(async () => (await fetch(`${address}/readyz`)).status).toBe(200);
  expect(await (await fetch(`${address}/metrics`)).text()).toContain('process_cpu_seconds_total');
  expect((await fetch(`${address}/api/admin/login`)).status).toBe(404);
  server.kill('SIGTERM');
  expect(await exit).toBe(0);
});

test('a process with another master key ends before it touches anything', async () => {
  const { said, exit } = runServer({
    ROLE: 'worker',
    DATA_DIR: join(folder, 'foreign'),
    DATABASE_URL: cluster.url,
    MASTER_KEY: 'b'.repeat(64),
  });
  expect(await exit).toBe(1);
  expect(said.errors.trim().split('\n').at(-1)).toContain('MASTER_KEY is not the one these data were made with');
  expect(said.output).not.toContain('worker started');
});
