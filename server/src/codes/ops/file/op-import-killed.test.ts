import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { importTaskApi } from '@zhuiyuan/contract/jobs/import-task';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestApp, type TestApp } from '../../../../test/app.ts';
import type { TestDatabase } from '../../../../test/database.ts';
import { makeCodeWorld, opsOf } from '../../../../test/factories/codes.ts';
import { importEnded, uploaded } from '../../../../test/factories/jobs.ts';
import { book } from '../../../../test/sheets.ts';

vi.setConfig({ testTimeout: 180_000 });

let app: TestApp;
let worker: ChildProcess | undefined;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(async () => {
  worker?.kill('SIGKILL');
  await app.close();
});

test('a process killed in the middle of an import of activations leaves every line done once', async () => {
  const { url } = app.database as TestDatabase;
  const world = await makeCodeWorld(app);
  const ops = opsOf(app, world);
  const { productNo } = await app.db
    .selectFrom('product')
    .where('id', '=', world.productId)
    .select('productNo')
    .executeTakeFirstOrThrow();
  const total = 4000;
  const { seg } = await world.issue({ itemCount: 2 * total });
  const codes = await ops.textsOf(seg, ...Array.from({ length: total }, (_, at) => 2 * at + 1));
  // The second lot is made by the first of its lines that comes.
  const rows = codes.map((code, at) => [code, '', '', productNo, at % 2 ? 'L261104-1' : 'KILLED-1', '2026-11-04']);
  const titles = ['编码', '起始编码', '结束编码', '产品编号', '批号', '生产日期'];
  const fileUrl = await uploaded(app, world.token, 'batch_use', await book([titles, ...rows]));
  const { taskId } = await app.data(world.token, codeOpApi.importUse, { fileUrl } as never);
  const done = async () => {
    const [at] = await app.data(world.token, importTaskApi.progress, { ids: String(taskId) });
    return at!.ok + at!.fail;
  };
  const begin = async () => {
    const script = join(import.meta.dirname, '../../../../test/job-worker.ts');
    worker = spawn(process.execPath, ['--import', 'tsx', script, url, app.config.dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(worker.stdout!, 'data');
  };
  for (const from of [0, 1500]) {
    await begin();
    await expect.poll(done, { timeout: 60_000, interval: 5 }).toBeGreaterThan(from);
    const gone = once(worker!, 'exit');
    worker!.kill('SIGKILL');
    await gone;
    expect(await done()).toBeLessThan(total);
  }
  await begin();
  expect(await importEnded(app, world.token, taskId, 90_000)).toMatchObject({ total, ok: total, fail: 0, skip: 0 });
  worker!.kill('SIGKILL');
  const lots = await app.db
    .selectFrom('lot')
    .where('firmId', '=', world.firmId)
    .select(['lotNo', 'activeCnt'])
    .orderBy('lotNo')
    .execute();
  expect(lots).toEqual([
    { lotNo: 'KILLED-1', activeCnt: total / 2 },
    { lotNo: 'L261104-1', activeCnt: total / 2 },
  ]);
  const made = await app.db
    .selectFrom('codeOp')
    .where('firmId', '=', world.firmId)
    .where('idemKey', 'like', `import ${taskId} %`)
    .select(['total', 'okCnt'])
    .execute();
  expect(made).toEqual([
    { total: total / 2, okCnt: total / 2 },
    { total: total / 2, okCnt: total / 2 },
  ]);
  const trail = await app.db
    .selectFrom('codeOpItem')
    .where('firmId', '=', world.firmId)
    .where('seg', '=', seg)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(trail.count)).toBe(total);
});
