import { importTaskApi } from '@zhuiyuan/contract/jobs/import-task';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { importEnded, uploaded } from '../../../test/factories/jobs.ts';
import { makeMoveWorld } from '../../../test/factories/movement.ts';
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

test('a process killed in the middle of a file of shipments leaves every code shipped once, by two documents', async () => {
  const { token, firmId, agent, below, issue, ops, productId, lotId } = await makeMoveWorld(app);
  const total = 5000;
  const { seg } = await issue({ itemCount: total });
  await ops.use({ mode: 1, ranges: [{ seg, serialFrom: 1, serialTo: total }] });
  const codes = await ops.textsOf(seg, ...Array.from({ length: total }, (_, at) => at + 1));
  const agents = await app.db
    .selectFrom('agent')
    .where('id', 'in', [agent, below])
    .select(['id', 'agentNo'])
    .orderBy('id')
    .execute();
  // Every other code goes to the other dealer; both documents grow in every step.
  const rows = codes.map((code, at) => ['经销商', agents[at % 2]!.agentNo, code, at % 2 ? '' : 'ERP-K']);
  const fileUrl = await uploaded(
    app,
    token,
    'deliver',
    await book([['收货方类型', '收货方编号', '编码', '外部单号'], ...rows]),
  );
  const { taskId } = await app.data(token, importTaskApi.save, { biz: 'deliver', fileUrl });
  const done = async () => {
    const [at] = await app.data(token, importTaskApi.progress, { ids: String(taskId) });
    return at!.ok + at!.fail + at!.skip;
  };
  let killed = 0;
  for (const from of [0, 1500]) {
    const { server } = await startServer(app, 'worker');
    await expect.poll(done, { timeout: 60_000, interval: 5 }).toBeGreaterThan(from);
    await killServer(server);
    if ((await done()) < total) killed += 1;
  }
  expect(killed).toBe(2);
  const last = await startServer(app, 'worker');
  expect(await importEnded(app, token, taskId, 120_000)).toMatchObject({ total, ok: total, fail: 0, skip: 0 });
  await killServer(last.server);

  const made = await app.db
    .selectFrom('deliver')
    .where('firmId', '=', firmId)
    .select(['toId', 'extNo', 'itemQty'])
    .orderBy('toId')
    .execute();
  expect(made).toEqual([
    { toId: agents[0]!.id, extNo: 'ERP-K', itemQty: total / 2 },
    { toId: agents[1]!.id, extNo: '', itemQty: total / 2 },
  ]);
  const { rows: lines } = await sql<{ codes: number; apart: number }>`
    select sum(upper(span) - lower(span))::int as codes, count(distinct lower(span))::int as apart
    from deliver_line where firm_id = ${firmId}`.execute(app.db);
  expect(lines).toEqual([{ codes: total, apart: total }]);
  const stock = await app.db
    .selectFrom('stock')
    .where('firmId', '=', firmId)
    .select(['holderId', 'productId', 'lotId', 'transitQty', 'handQty'])
    .orderBy('holderId')
    .execute();
  expect(stock).toEqual(
    agents.map(({ id }) => ({ holderId: id, productId, lotId, transitQty: total / 2, handQty: 0 })),
  );
});
