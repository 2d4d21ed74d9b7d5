import { JobKind } from '@zhuiyuan/contract/jobs/job-enums';
import { publicTraceApi } from '@zhuiyuan/contract/scan/query/public-trace';
import { roleApi } from '@zhuiyuan/contract/access/role';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { openRoot } from '../../../test/factories/access.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

/** The value of a figure, its labels in the order they are printed. */
const figure = async (name: string): Promise<number | undefined> => {
  const { body } = await app.fastify.inject('/metrics');
  const line = body.split('\n').find((text) => text.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length));
};

it('counts calls by the code of their envelope, which HTTP does not tell', async () => {
  const root = await openRoot(app);
  const read = () => Promise.all(['200', '401', '500'].map((code) => figure(`zhuiyuan_calls_total{code="${code}"}`)));
  const [done = 0, unknown = 0, faults] = await read();
  await app.call(root, roleApi.list);
  await app.call('', roleApi.list);
  await app.call('', roleApi.list);
  expect(faults).toEqual(expect.any(Number));
  expect(await read()).toEqual([done + 1, unknown + 2, faults]);
});

it('names the route of a fault', async () => {
  const root = await openRoot(app);
  const read = () => figure('zhuiyuan_calls_total{code="500"}');
  const before = (await read())!;
  await app.database.pool.query('alter table role rename to role_away');
  expect(await app.call(root, roleApi.list)).toMatchObject({ code: 500 });
  await app.database.pool.query('alter table role_away rename to role');
  expect(await read()).toBe(before + 1);
  expect(await figure('zhuiyuan_faults_total{route="/api/admin/system/role/list"}')).toBe(1);
});

it('counts scans by verdict', async () => {
  await app.call('', publicTraceApi.scan, { code: 'NOTACODE' } as never);
  expect(await figure('zhuiyuan_scans_total{verdict="INVALID"}')).toBe(1);
});

it('tells waiting jobs and how long they wait, imports and exports, and the pool', async () => {
  await app.jobs.send(app.db, 'dead-letter', { job: 1 });
  await app.database.pool.query(
    `update pgboss.job set created_on = now() - interval '90 seconds', start_after = now() - interval '90 seconds'`,
  );
  await app.database.pool.query(
    `insert into file_job (kind, task_no, biz, title, operator_id) values (${JobKind.export}, 'E1', 'firm', 't', 1), (${JobKind.export}, 'E2', 'firm', 't', 1)`,
  );
  expect(await figure('zhuiyuan_jobs{queue="dead-letter",state="created"}')).toBe(1);
  expect(await figure('zhuiyuan_job_age_seconds{queue="dead-letter",state="created"}')).toBeGreaterThanOrEqual(90);
  expect(await figure('zhuiyuan_file_jobs{kind="export",state="created"}')).toBe(2);
  expect(await figure('zhuiyuan_database_up')).toBe(1);
  expect(await figure('zhuiyuan_database_connections{pool="main",state="limit"}')).toBe(app.database.pool.options.max);
});

it('still answers when the database is busy beyond patience, and says so', async () => {
  const holding = await Promise.all(
    Array.from({ length: app.database.pool.options.max }, () => app.database.pool.connect()),
  );
  const asked = figure('zhuiyuan_database_up');
  expect(await asked).toBe(0);
  expect(await figure('zhuiyuan_jobs{queue="dead-letter",state="created"}')).toBeUndefined();
  for (const client of holding) client.release();
  await expect.poll(() => figure('zhuiyuan_database_up')).toBe(1);
});
