import { importTaskApi } from '@zhuiyuan/contract/jobs/import-task';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { takeChances } from '../../test/chances.ts';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeFirmStaff } from '../../test/factories/access.ts';
import { importEnded, offeredRows, uploaded } from '../../test/factories/jobs.ts';
import { book } from '../../test/sheets.ts';
import { killServer, startServer, stopServers } from '../../test/servers.ts';
import { claimJob, releaseJob } from './claim-job.ts';

const randomInt = takeChances();

vi.setConfig({ testTimeout: 180_000 });
const permissions = [
  'admin:identity:importTask:list',
  'admin:identity:importTask:save',
  'admin:identity:product:import',
];
const titles = ['编号', '名称', '规格', '单位', '条码'];

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(async () => {
  await stopServers();
  await app.close();
});

test('a killed process leaves an import that the next one finishes: every row once, the error file exact', async () => {
  const staff = await makeFirmStaff(app, permissions);
  const total = 700;
  const rows = Array.from({ length: total }, (_, at) => [
    `K-${at}`,
    at % 97 === 0 ? '' : `第${at}号茶`,
    '',
    '盒',
    at % 101 === 0 ? '6901234567893' : '',
  ]);
  const wrong = rows.flatMap(([, name, , , gtin], at) => (name === '' || gtin !== '' ? [at + 2] : []));
  const fileUrl = await uploaded(app, staff.token, 'product', await book([titles, ...rows]));
  const { taskId } = await app.data(staff.token, importTaskApi.save, { biz: 'product', fileUrl });
  const done = async () => {
    const [at] = await app.data(staff.token, importTaskApi.progress, { ids: String(taskId) });
    return at!.ok + at!.fail;
  };
  for (const from of [40, 250]) {
    const { server } = await startServer(app, 'worker');
    await expect.poll(done, { timeout: 60_000, interval: 10 }).toBeGreaterThan(from);
    // Any moment of a step.
    await sleep(randomInt(60));
    await killServer(server);
    expect(await done()).toBeLessThan(total);
  }
  const { server } = await startServer(app, 'worker');
  expect(await importEnded(app, staff.token, taskId, 90_000)).toMatchObject({
    total,
    ok: total - wrong.length,
    fail: wrong.length,
    skip: 0,
    status: 3,
  });
  await killServer(server);
  const made = await app.db.selectFrom('product').select('productNo').where('firmId', '=', staff.firmId).execute();
  expect(new Set(made.map(({ productNo }) => productNo)).size).toBe(made.length);
  expect(made).toHaveLength(total - wrong.length);
  const { fileName } = await app.data(staff.token, importTaskApi.exportErrors, { id: taskId });
  const told = (await offeredRows(app, fileName!)).slice(1).map((row) => row[titles.length]);
  expect(told).toEqual(wrong);
});

test('a job that three processes died of fails and says so; one that is given back does not', async () => {
  const staff = await makeFirmStaff(app, permissions);
  const begun = async (no: string) => {
    const fileUrl = await uploaded(app, staff.token, 'product', await book([titles, [no, '龙井茶', '', '盒', '']]));
    const { taskId } = await app.data(staff.token, importTaskApi.save, { biz: 'product', fileUrl });
    return taskId;
  };
  const leave = (id: number) =>
    app.db.updateTable('fileJob').set({ leaseOwner: '', leaseUntil: null }).where('id', '=', id).execute();
  const given = await begun('given');
  const waits = async () => (await app.data(staff.token, importTaskApi.progress, { ids: String(given) }))[0]!.isWaiting;
  expect(await waits()).toBe(true);
  await claimJob(app.db, 2, 'dies');
  expect(await waits()).toBe(false);
  // Its process is gone, and says nothing any more.
  await app.db.updateTable('fileJob').set({ leaseUntil: '2020-01-01 00:00:00' }).where('id', '=', given).execute();
  expect(await waits()).toBe(true);
  expect(await app.data(staff.token, importTaskApi.info, { id: given })).toMatchObject({ status: 1, isWaiting: true });
  await app.db
    .updateTable('fileJob')
    .set({ leaseOwner: '', leaseUntil: null, claimCnt: 0 })
    .where('id', '=', given)
    .execute();
  for (let run = 1; run <= 5; run += 1) {
    expect(await claimJob(app.db, 2, `run ${run}`)).toMatchObject({ id: given, claims: 0 });
    // after the last it rests, so that the other one is next
    await releaseJob(app.db, given, `run ${run}`, { restSeconds: run === 5 ? 3600 : 0 });
  }
  const fatal = await begun('fatal');
  for (let run = 1; run <= 3; run += 1) {
    expect(await claimJob(app.db, 2, `run ${run}`)).toMatchObject({ id: fatal, claims: run - 1 });
    await leave(fatal);
  }
  await leave(given);
  await startServer(app, 'worker');
  expect(await importEnded(app, staff.token, given, 60_000)).toMatchObject({ status: 2, ok: 1 });
  expect(await importEnded(app, staff.token, fatal, 60_000)).toMatchObject({
    status: 3,
    ok: 0,
    err: '处理时多次异常中断，任务已停止，请检查文件后重试',
  });
});
