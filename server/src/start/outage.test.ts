import { roleApi } from '@zhuiyuan/contract/access/role';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openCluster, type Cluster } from '../../test/own-cluster.ts';
import { runServer, stopServers, untilStarted } from '../../test/servers.ts';

vi.setConfig({ testTimeout: 600_000 });

let cluster: Cluster;
let folder: string;

beforeAll(async () => {
  cluster = await openCluster();
  folder = mkdtempSync(join(tmpdir(), 'zhuiyuan-outage-'));
});
afterEach(stopServers);
afterAll(async () => {
  await cluster.close();
  rmSync(folder, { recursive: true });
});

interface Answer {
  code: number;
  message: string;
  data: never;
}

const post = async (address: string, path: string, body: object, token = ''): Promise<Answer> => {
  const answer = await fetch(`${address}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'authori-zation': token },
    body: JSON.stringify(body),
  });
  return (await answer.json()) as Answer;
};

const query = async <T extends pg.QueryResultRow>(text: string): Promise<T[]> => {
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
};

test('every process outlives its database, refuses quickly meanwhile, and goes on by itself', async () => {
  const start = (role: string) =>
    runServer({
      ROLE: role,
      DATA_DIR: join(folder, role),
      DATABASE_URL: cluster.url,
      MASTER_KEY: 'a'.repeat(64),
      ADMIN_PASSWORD: 'outage-secret-7',
      CAPTCHA: 'off',
    });
  const first = await untilStarted(start('api'), 240_000);
  const all = [
    first,
    ...(await Promise.all([start('worker'), start('all')].map((running) => untilStarted(running, 240_000)))),
  ];
  const signedIn = await post(first.address, '/admin/login', { account: 'admin', pwd: 'outage-secret-7' });
  const { token } = signedIn.data as { token: string };
  const [menu] = await query<{ id: number }>('select id from menu limit 1');
  const save = (roleName: string) =>
    post(first.address, roleApi.save.path, { roleName, rules: String(menu!.id) }, token);
  expect(await save('停机前')).toMatchObject({ code: 200 });

  await cluster.stop();
  for (let round = 0; round < 6; round += 1) {
    const askedAt = Date.now();
    expect(await save('停机中')).toMatchObject({ code: 503, message: '系统繁忙，请稍后重试' });
    expect(Date.now() - askedAt).toBeLessThan(6_000);
    // The outage lasts twelve seconds, longer than whatever is tried once more.
    await sleep(2_000);
  }
  for (const { address } of all) expect((await fetch(`${address}/readyz`)).status).toBe(503);
  expect(all.map(({ server }) => server.exitCode)).toEqual([null, null, null]);

  await cluster.start();
  for (const { address } of all) await expect.poll(async () => (await fetch(`${address}/readyz`)).status).toBe(200);
  expect(await save('停机后')).toMatchObject({ code: 200 });
  const roles = await query(`select role_name from role where role_name like '停机%' order by id`);
  expect(roles).toEqual([{ role_name: '停机前' }, { role_name: '停机后' }]);

  // What the clock sends still comes, and ends.
  const [{ now }] = (await query<{ now: Date }>('select now()')) as [{ now: Date }];
  await expect
    .poll(
      () =>
        query<{ done: boolean }>(
          `select count(*) > 0 as done from pgboss.job where name = 'scan-days' and state = 'completed'
           and created_on > '${now.toISOString()}'`,
        ),
      { timeout: 100_000, interval: 1_000 },
    )
    .toEqual([{ done: true }]);
  expect(all.map(({ server }) => server.exitCode)).toEqual([null, null, null]);
  expect(all.map(({ said }) => said.errors)).toEqual(['', '', '']);
});
