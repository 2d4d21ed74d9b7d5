import { BoxState, OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { importTaskApi } from '@zhuiyuan/contract/jobs/import-task';
import { packingApi } from '@zhuiyuan/contract/packing/packing';
import { shipApi } from '@zhuiyuan/contract/movement/ship/ship';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff } from '../../test/factories/access.ts';
import { codePermissions, makeCodeWorld, opsOf, packPermissions, range } from '../../test/factories/codes.ts';
import { importEnded, importRows } from '../../test/factories/jobs.ts';
import { shipPermissions } from '../../test/factories/movement.ts';
import { makeAgent } from '../../test/factories/parties.ts';
import { PackState, StopKind } from '../codes/state/code-states.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ work: true });
});
afterAll(() => app.close());

/** Items, boxes that hold a thousand and cases that hold two hundred of those, all activated. */
const makeWorld = async (counts: { itemCount: number; boxCount: number; caseCount: number }) => {
  const world = await makeCodeWorld(app);
  const { firmId, productId, lotId } = world;
  await app.db.updateTable('product').set({ boxNum: 1000, caseNum: 200 }).where('id', '=', productId).execute();
  const ops = opsOf(app, world);
  const permissions = [...codePermissions, ...packPermissions, ...shipPermissions, 'admin:identity:pack:export'];
  const { token } = await makeStaff(app, { firmId, permissions });
  const { segments } = await world.issue({ ...counts, assocMode: 0 });
  const [items, boxes, cases] = [0, 1, 2].map((level) => segments.find((one) => one.level === level)!.seg) as [
    number,
    number,
    number,
  ];
  for (const [seg, count] of [
    [items, counts.itemCount],
    [boxes, counts.boxCount],
    [cases, counts.caseCount],
  ] as const)
    expect((await ops.use(range(seg, 1, count))).code).toBe(200);
  /** Packs codes one by one, as scanners do: the first thousand into the first box, and so on. */
  const packSingly = async (seg: number, count: number, into: number, level: number, size: number) => {
    await sql`
      insert into code_unit (firm_id, seg, serial, pack_state, parent_seg, parent_serial, pack_seq, pack_at)
      select ${firmId}, ${seg}, n, ${PackState.packed}, ${into}, (n - 1) / ${size}::int + 1, 1, now() from generate_series(1, ${count}::int) n`.execute(
      app.db,
    );
    await sql`
      insert into box (id, firm_id, seg, serial, level, product_id, lot_id, capacity, child_cnt, box_state)
      select ${into}::int8 * (1 << 28) + n, ${firmId}, ${into}, n, ${level}, ${productId}, ${lotId}, ${size}, ${size}, ${BoxState.sealed}
      from generate_series(1, ${count}::int / ${size}::int) n`.execute(app.db);
  };
  const textsOf = (seg: number, from: number, to: number) =>
    ops.textsOf(seg, ...Array.from({ length: to - from + 1 }, (_, at) => from + at));
  return { ...world, ops, token, items, boxes, cases, packSingly, textsOf };
};

test('goods of 200,000 codes packed one by one ship and are listed; with one more they are too many to look at', async () => {
  const world = await makeWorld({ itemCount: 200_001, boxCount: 201, caseCount: 2 });
  const { firmId, token, items, boxes, cases, ops, packSingly } = world;
  await packSingly(items, 200_000, boxes, 1, 1000);
  await packSingly(boxes, 200, cases, 2, 200);
  const head = { toKind: 1, toId: await makeAgent(app, firmId) };
  const lines = [{ code: await ops.codeOf(cases, 1) }];
  const check = () => app.call(token, shipApi.scanCheck, { head, lines } as never);
  const scattered = { code: 61029, message: '所选范围内单独操作过的码过多，请缩小范围分批操作' };
  // The boxes are codes as well.
  expect(await check()).toMatchObject(scattered);
  await sql`update code_unit set pack_state = ${PackState.unpacked}, parent_seg = null, parent_serial = null
    where seg = ${items} and serial > 199000`.execute(app.db);
  await sql`update box set child_cnt = 0, box_state = ${BoxState.empty} where seg = ${boxes} and serial = 200`.execute(
    app.db,
  );
  expect(await check()).toMatchObject({ code: 200, data: { itemQty: 199_000, caseQty: 1 } });
  const shipped = await app.call(token, shipApi.scanSave, { head, lines } as never);
  expect(shipped).toMatchObject({ code: 200, data: { itemQty: 199_000 } });
  // A list counts what is in boxes without looking at it.
  const { list } = await app.data(token, packingApi.list, { level: 2 });
  expect(list).toMatchObject([{ itemQty: 199_000, childCnt: 200 }]);
  await sql`update code_unit set pack_state = ${PackState.packed}, parent_seg = ${boxes}, parent_serial = 200
    where seg = ${items} and serial > 199000`.execute(app.db);
  await sql`update box set child_cnt = 1000, box_state = ${BoxState.sealed} where seg = ${boxes} and serial = 200`.execute(
    app.db,
  );
  expect((await app.data(token, packingApi.list, { level: 2 })).list).toMatchObject([{ itemQty: 200_000 }]);
  const { labels } = await app.data(token, packingApi.print, { codes: [lines[0]!.code] });
  expect(labels).toMatchObject([{ itemQty: 200_000 }]);
}, 120_000);

test('more exceptions than a statement takes arguments are too many, not an error', async () => {
  const { token, items, ops, firmId } = await makeWorld({ itemCount: 300_000, boxCount: 2, caseCount: 2 });
  await sql`
    insert into code_unit (firm_id, seg, serial, void_kind, void_reason, void_seq)
    select ${firmId}, ${items}, n * 2, ${StopKind.void}::smallint, '破损', 1000000000 from generate_series(1, 150000) n`.execute(
    app.db,
  );
  const scattered = { code: 61032, message: '异常码超过10000个，请缩小范围' };
  expect(await ops.freeze(range(items, 1, 300_000), { policy: 1 })).toMatchObject(scattered);
  const head = { toKind: 1, toId: await makeAgent(app, firmId) };
  const lines = [{ code: await ops.codeOf(items, 1), lastCode: await ops.codeOf(items, 300_000) }];
  expect(await app.call(token, shipApi.scanCheck, { head, lines } as never)).toMatchObject(scattered);
}, 60_000);

test('a box takes a thousand codes and none more, by hand and by a file', async () => {
  const { token, items, boxes, textsOf, ops, firmId } = await makeWorld({ itemCount: 2100, boxCount: 4, caseCount: 2 });
  const children = await textsOf(items, 1, 1001);
  const [first, second] = await textsOf(boxes, 1, 2);
  const pack = (parentCode: string, codes: string[]) =>
    app.call(token, packingApi.alone, { parentCode, children: codes });
  expect(await pack(first!, children)).toMatchObject({ code: 400, message: '一次最多装入1000个编码' });
  expect(await pack(first!, children.slice(0, 1000))).toMatchObject({ data: { childCnt: 1000, boxState: 2 } });
  expect(await pack(first!, children.slice(1000))).toMatchObject({
    code: 61055,
    message: `编码${children[1000]}：箱已满，请换箱`,
  });
  const rows = (await textsOf(items, 1001, 2001)).map((code) => [second!, code]);
  const file = (lines: string[][]) => importRows(app, token, 'pack', [['箱码', '下级码'], ...lines], { again: true });
  const over = await file(rows);
  expect(over).toMatchObject({ ok: 0, fail: 1001 });
  const wrong = await app.db
    .selectFrom('fileJobError')
    .where('jobId', '=', over.taskId)
    .where('errMsg', 'like', '%超出箱容量%')
    .select('rowNo')
    .execute();
  expect(wrong).toEqual([{ rowNo: 1002 }]);
  expect(await file(rows.slice(0, 1000))).toMatchObject({ ok: 1000, fail: 0 });
  expect((await app.data(token, packingApi.list, { code: second })).list).toMatchObject([{ childCnt: 1000 }]);
  const packed = await app.db
    .selectFrom('codeOp')
    .where('firmId', '=', firmId)
    .where('opType', '=', OpType.pack)
    .select('okCnt')
    .execute();
  expect(packed.map(({ okCnt }) => okCnt).toSorted()).toEqual([1000, 1000]);
  expect(await ops.lives(items, 2002)).toEqual([1]);
}, 60_000);

test('a file that names one box in 7,000 lines fails at its lines, and can be tried again', async () => {
  const { token, items, boxes, textsOf } = await makeWorld({ itemCount: 7000, boxCount: 2, caseCount: 2 });
  const [box] = await textsOf(boxes, 1, 1);
  const rows = (await textsOf(items, 1, 7000)).map((code) => [box!, code]);
  const ended = await importRows(app, token, 'pack', [['箱码', '下级码'], ...rows]);
  const failed = { total: 7000, ok: 0, fail: 7000, status: 3 };
  expect(ended).toMatchObject(failed);
  expect(new Set(ended.errors.map(({ errMsg }) => errMsg))).toEqual(new Set(['同箱其他行有误，本箱未执行']));
  await app.data(token, importTaskApi.retry, { id: ended.taskId });
  expect(await importEnded(app, token, ended.taskId)).toMatchObject(failed);
}, 60_000);
