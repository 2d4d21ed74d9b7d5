import { importTaskApi } from '@zhuiyuan/contract/jobs/import-task';
import { shipApi } from '@zhuiyuan/contract/movement/ship/ship';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { depth } from '../../test/depth.ts';
import { importEnded, uploaded } from '../../test/factories/jobs.ts';
import { makeMoveWorld } from '../../test/factories/movement.ts';
import { killServer, startServer, stopServers } from '../../test/servers.ts';
import { PackState } from '../codes/state/code-states.ts';
import { readOwnCustody } from '../codes/state/custody/read-custody.ts';

const perBox = 6;
/** Lines of the file, in full boxes. */
const total = depth(5500) * perBox;
vi.setConfig({ testTimeout: 240_000 + total * 30 });

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(async () => {
  await stopServers();
  await app.close();
});

/** Holds a lock until somebody waits for it, and lets go of it after that one is gone. */
const heldBack = async (
  { database }: TestApp,
  lock: string,
  waiting: string,
  end: () => Promise<void>,
  begin?: () => unknown,
): Promise<void> => {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query(lock);
    begin?.();
    const count = async () => (await client.query<{ n: number }>(waiting)).rows[0]!.n;
    await expect.poll(count, { timeout: 60_000, interval: 10 }).toBeGreaterThan(0);
    await end();
    await client.query('rollback');
  } finally {
    client.release();
  }
};

test('a server killed in the middle of a file of boxes leaves every code packed once, and no box by halves', async () => {
  const { token, firmId, issue, ops } = await makeMoveWorld(app);
  const boxCount = Math.ceil(total / perBox);
  const { segments } = await issue({ itemCount: boxCount * perBox, boxCount, assocMode: 0 });
  const segOf = (level: number) => segments.find((segment) => segment.level === level)!.seg;
  const [items, boxes] = [segOf(0), segOf(1)];
  await ops.use({ mode: 1, ranges: [{ seg: items, serialFrom: 1, serialTo: boxCount * perBox }] });
  const textsOf = async (seg: number, count: number) => {
    const texts: string[] = [];
    for (let from = 1; from <= count; from += 5000)
      texts.push(
        ...(await ops.textsOf(seg, ...Array.from({ length: Math.min(5000, count - from + 1) }, (_, at) => from + at))),
      );
    return texts;
  };
  const [itemTexts, boxTexts] = [await textsOf(items, total), await textsOf(boxes, boxCount)];
  // The lines of a box stand apart: every box gets one line, then every box another one.
  const lines = itemTexts.map((code, at) => `${boxTexts[at % boxCount]},${code}\r\n`);
  const file = Buffer.from(`箱码,下级码\r\n${lines.join('')}`);
  const fileUrl = await uploaded(app, token, 'pack', file, '装箱.csv');
  const { taskId } = await app.data(token, importTaskApi.save, { biz: 'pack', fileUrl });
  const done = async () => {
    const [at] = await app.data(token, importTaskApi.progress, { ids: String(taskId) });
    return at!.ok + at!.fail + at!.skip;
  };
  const packed = async () => {
    const { rows } = await sql<{ inside: number; codes: number; apart: number; byHalves: number }>`
      select (select coalesce(sum(child_cnt), 0)::int from box where seg = ${boxes}) as inside,
        (select count(*)::int from code_unit where seg = ${items} and pack_state = ${sql.lit(PackState.packed)}) as codes,
        (select count(distinct lower(span))::int from code_op_item where seg = ${items} and after ? 'parentSeg') as apart,
        (select count(*)::int from box where seg = ${boxes} and child_cnt not in (0, ${perBox})) as by_halves`.execute(
      app.db,
    );
    return rows[0]!;
  };
  for (const share of [0, 0.4]) {
    const { server } = await startServer(app, 'worker');
    await expect.poll(done, { timeout: 120_000 + total * 10, interval: 5 }).toBeGreaterThan(total * share);
    // A step ends with the file's own row: held back there, it has packed its boxes and not said so yet.
    await heldBack(
      app,
      `select from file_job where id = ${taskId} for update`,
      `select count(*)::int as n from pg_locks where locktype in ('transactionid', 'tuple') and not granted`,
      () => killServer(server),
    );
    const at = await done();
    expect(at).toBeLessThan(total);
    // What the file is said to have done is what was done.
    await expect.poll(packed).toEqual({ inside: at, codes: at, apart: at, byHalves: 0 });
  }
  await startServer(app, 'worker');
  expect(await importEnded(app, token, taskId, total * 8 + 120_000)).toMatchObject({
    total,
    ok: total,
    fail: 0,
    skip: 0,
  });
  expect(await packed()).toEqual({ inside: total, codes: total, apart: total, byHalves: 0 });
  const { rows: trail } = await sql<{ codes: number; ops: number }>`
    select sum(upper(span) - lower(span))::int as codes, count(distinct op_id)::int as ops from code_op_item
    where firm_id = ${firmId} and seg = ${items} and after ? 'parentSeg'`.execute(app.db);
  expect(trail).toEqual([{ codes: total, ops: 1 }]);
});

test('a server killed in the middle of shipping a range has shipped nothing, and sent again it is shipped once', async () => {
  const { token, firmId, items, agent, line, to, stockOf } = await makeMoveWorld(app);
  const asked = { head: to(agent), lines: [await line(items, 1, 200)], idemKey: randomUUID() };
  const { server, address } = await startServer(app, 'api');
  const sent = () =>
    fetch(`${address}/api${shipApi.scanSave.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'authori-zation': token },
      body: JSON.stringify(asked),
    }).then(
      () => 'answered',
      () => 'broken off',
    );
  let answer: Promise<string> | undefined;
  // Stock is moved last: whoever waits for it has written everything else.
  await heldBack(
    app,
    'lock table stock in exclusive mode',
    `select count(*)::int as n from pg_locks where relation = 'stock'::regclass and not granted`,
    () => killServer(server),
    () => (answer = sent()),
  );
  expect(await answer).toBe('broken off');
  const kept = () => app.db.selectFrom('deliver').where('firmId', '=', firmId).select(['id', 'itemQty']).execute();
  const custody = () => readOwnCustody(app.db, firmId, [{ seg: items, from: 1, to: 300 }]);
  await expect.poll(async () => [await kept(), await custody()]).toEqual([[], []]);
  const first = await app.call(token, shipApi.scanSave, asked as never);
  expect(first.code).toBe(200);
  expect(await app.call(token, shipApi.scanSave, asked as never)).toEqual(first);
  expect(await kept()).toEqual([{ id: first.data.id, itemQty: 200 }]);
  expect(await custody()).toMatchObject([{ from: 1, to: 200, deliverId: first.data.id, holderId: agent }]);
  expect(await stockOf(agent)).toMatchObject([{ transitQty: 200, handQty: 0 }]);
});
