import { OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { importTaskApi } from '@zhuiyuan/contract/jobs/import-task';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeCodeWorld, opsOf } from '../../../test/factories/codes.ts';
import { importEnded, uploaded } from '../../../test/factories/jobs.ts';
import { killServer, startServer, stopServers } from '../../../test/servers.ts';
import { book } from '../../../test/sheets.ts';

vi.setConfig({ testTimeout: 180_000 });

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(async () => {
  await stopServers();
  await app.close();
});

test('a process killed in the middle of an import of activations leaves every line done once', async () => {
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
  for (const from of [0, 1500]) {
    const { server } = await startServer(app, 'worker');
    await expect.poll(done, { timeout: 60_000, interval: 5 }).toBeGreaterThan(from);
    await killServer(server);
    expect(await done()).toBeLessThan(total);
  }
  const last = await startServer(app, 'worker');
  expect(await importEnded(app, world.token, taskId, 90_000)).toMatchObject({ total, ok: total, fail: 0, skip: 0 });
  await killServer(last.server);
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

test('two processes with files that name the same codes bind each code once, while an operation of theirs is undone', async () => {
  const world = await makeCodeWorld(app);
  const ops = opsOf(app, world);
  const { productNo } = await app.db
    .selectFrom('product')
    .where('id', '=', world.productId)
    .select('productNo')
    .executeTakeFirstOrThrow();
  const total = 1500;
  const { seg } = await world.issue({ itemCount: total });
  const codes = await ops.textsOf(seg, ...Array.from({ length: total }, (_, at) => at + 1));
  const titles = ['编码', '起始编码', '结束编码', '产品编号', '批号', '生产日期'];
  const fileOf = async (lotNo: string, lines: string[]) =>
    uploaded(
      app,
      world.token,
      'batch_use',
      await book([titles, ...lines.map((code) => [code, '', '', productNo, lotNo, '2026-11-04'])]),
    );
  // The second file goes through the codes from their end: the two meet in the middle.
  const files = [await fileOf('TWO-A', codes), await fileOf('TWO-B', codes.toReversed())];
  await Promise.all([startServer(app, 'worker'), startServer(app, 'worker')]);
  const tasks = await Promise.all(
    files.map((fileUrl) => app.data(world.token, codeOpApi.importUse, { fileUrl } as never)),
  );
  const opOf = (taskId: number) =>
    app.db
      .selectFrom('codeOp')
      .where('firmId', '=', world.firmId)
      .where('idemKey', 'like', `import ${taskId} %`)
      .where('opType', '=', OpType.activate)
      .select('id')
      .executeTakeFirst();
  await expect.poll(() => opOf(tasks[0]!.taskId), { timeout: 60_000, interval: 20 }).toBeDefined();
  const undone = await ops.undo((await opOf(tasks[0]!.taskId))!.id);
  const ended = await Promise.all(tasks.map(({ taskId }) => importEnded(app, world.token, taskId, 90_000)));
  for (const end of ended) expect(end.ok + end.fail + end.skip).toBe(total);

  const lots = await app.db
    .selectFrom('lot')
    .where('firmId', '=', world.firmId)
    .where('lotNo', 'like', 'TWO-%')
    .select(['id', 'lotNo', 'activeCnt'])
    .execute();
  const runs = await Promise.all(
    lots.map(({ id }) => app.data(world.token, identityApi.ofLot, { lotId: id, limit: 1000 })),
  );
  const boundTo = (lotNo: string) =>
    (runs[lots.findIndex((lot) => lot.lotNo === lotNo)]?.list ?? []).reduce((sum, { count }) => sum + count, 0);
  for (const { lotNo, activeCnt } of lots) expect([lotNo, activeCnt]).toEqual([lotNo, boundTo(lotNo)]);
  const taken = await app.db
    .selectFrom('codeOp')
    .where('firmId', '=', world.firmId)
    .where('reversedBy', 'is not', null)
    .select('okCnt')
    .executeTakeFirst();
  expect(undone.code === 200).toBe(taken !== undefined);
  expect(boundTo('TWO-A') + boundTo('TWO-B')).toBe(ended[0]!.ok + ended[1]!.ok - (taken?.okCnt ?? 0));
  const segment = await ops.segmentOf(seg);
  expect(segment.activeCnt).toBe(boundTo('TWO-A') + boundTo('TWO-B'));
});
