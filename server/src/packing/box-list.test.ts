import { BoxState, Level, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { packingApi } from '@zhuiyuan/contract/packing/packing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff } from '../../test/factories/access.ts';
import { codePermissions, makeCodeWorld, opsOf, packPermissions } from '../../test/factories/codes.ts';
import { makeMoveWorld } from '../../test/factories/movement.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const makeWorld = async (draft: object) => {
  const world = await makeCodeWorld(app);
  const ops = opsOf(app, world);
  const permissions = [...codePermissions, ...packPermissions];
  const { token } = await makeStaff(app, { firmId: world.firmId, permissions });
  const { taskId, segments } = await world.issue({ productId: world.productId, lotId: world.lotId, ...draft });
  const segOf = (level: number) => segments.find((segment) => segment.level === level)!.seg;
  const list = (asked: object = {}) => app.data(token, packingApi.boxes, asked as never);
  return { ...world, ops, token, taskId, segOf, list };
};

test('boxes of a set come by serial, the last page as the first, and none beyond', async () => {
  const { list, taskId, segOf, ops, token } = await makeWorld({
    itemCount: 240,
    boxCount: 40,
    caseCount: 10,
    assocMode: 1,
  });
  const first = await list({ taskId, limit: 4 });
  expect(first).toMatchObject({ total: 10, totalPage: 3 });
  expect(first.list.map(({ code }) => code)).toEqual(await ops.textsOf(segOf(2), 1, 2, 3, 4));
  const untouched = {
    level: Level.case,
    isSet: true,
    childCnt: 4,
    capacity: 4,
    itemQty: 24,
    packedAt: null,
    shipStatus: 0,
  };
  expect(first.list[0]).toMatchObject({ ...untouched, boxState: BoxState.sealed });
  const last = await list({ taskId, limit: 4, page: 3 });
  expect(last.list.map(({ code }) => code)).toEqual(await ops.textsOf(segOf(2), 9, 10));
  expect(await list({ taskId, limit: 4, page: 4 })).toMatchObject({ total: 10, list: [] });
  const small = await list({ taskId, level: Level.box, limit: 3, page: 14 });
  expect(small.total).toBe(40);
  expect(small.list).toMatchObject([
    { code: await ops.codeOf(segOf(1), 40), parentCode: await ops.codeOf(segOf(2), 10) },
  ]);

  // What was opened is no longer as it was printed, and other filters find what was touched alone.
  await app.data(token, packingApi.remove, { childCodes: await ops.textsOf(segOf(0), 1, 2) });
  const opened = { code: await ops.codeOf(segOf(1), 1), isSet: false, childCnt: 4, boxState: BoxState.packing };
  expect((await list({ taskId, level: Level.box, limit: 2 })).list).toMatchObject([opened, { isSet: true }]);
  expect((await list({ taskId, unfull: true })).list).toMatchObject([opened]);
  expect((await list({ taskId, unfull: true, boxState: BoxState.sealed })).list).toEqual([]);
  expect((await list({ taskId: taskId + 1_000_000 })).list).toEqual([]);
});

test('empty and unfull boxes are found, another firm’s are not, and many are sealed at once or none', async () => {
  const { list, segOf, ops, token, taskId } = await makeWorld({
    itemCount: 60,
    boxCount: 6,
    assocMode: 0,
    autoActivate: true,
  });
  const [items, boxes] = [segOf(0), segOf(1)];
  await ops.use({ mode: 1, ranges: [{ seg: items, serialFrom: 1, serialTo: 60 }] });
  const [full, short, empty] = await ops.textsOf(boxes, 1, 2, 3);
  const pack = async (parentCode: string, ...serials: number[]) =>
    app.data(token, packingApi.alone, { parentCode, children: await ops.textsOf(items, ...serials) });
  await pack(full!, 1, 2, 3, 4, 5, 6);
  await pack(short!, 7, 8);
  await pack(empty!, 9);
  await app.data(token, packingApi.dissolve, { code: empty! });
  const codesOf = async (asked: object) => (await list(asked)).list.map(({ code }) => code);
  expect(await codesOf({ empty: true })).toEqual([empty]);
  expect(await codesOf({ unfull: true })).toEqual([short]);
  expect((await codesOf({})).toSorted()).toEqual([full, short, empty].toSorted());
  expect(await codesOf({ taskId, limit: 3 })).toEqual([full, short, empty]);

  const other = await makeWorld({ itemCount: 60, boxCount: 6, assocMode: 0 });
  expect((await other.list()).list).toEqual([]);
  expect((await other.list({ taskId })).list).toEqual([]);
  expect((await other.list({ code: short })).list).toEqual([]);

  const seal = (codes: string[], idemKey?: string) => app.call(token, packingApi.sealMany, { codes, idemKey });
  const refused = await seal([full!, short!, empty!]);
  expect(refused.message).toContain(empty);
  expect(await codesOf({ unfull: true })).toEqual([short]);
  const done = await seal([full!, short!, short!], 'seal-two-boxes');
  expect(done).toMatchObject({ code: 200, data: { ok: 2 } });
  expect((await seal([full!, short!, short!], 'seal-two-boxes')).data).toEqual(done.data);
  expect(await codesOf({ unfull: true })).toEqual([]);
  expect((await codesOf({ boxState: BoxState.sealed })).toSorted()).toEqual([full, short].toSorted());
  expect((await app.call(other.token, packingApi.sealMany, { codes: [short!] })).code).toBe(61002);
});

test('empty boxes of a task are found by serial, also those that nobody touched', async () => {
  const { list, segOf, ops, token, taskId } = await makeWorld({
    itemCount: 60,
    boxCount: 10,
    assocMode: 0,
    autoActivate: true,
  });
  const [items, boxes] = [segOf(0), segOf(1)];
  await ops.use({ mode: 1, ranges: [{ seg: items, serialFrom: 1, serialTo: 60 }] });
  const codesOf = (...serials: number[]) => ops.textsOf(boxes, ...serials);
  const found = async (page = 1, limit = 20, more: object = {}) => {
    const answer = await list({ taskId, empty: true, page, limit, ...more });
    return { total: answer.total, codes: answer.list.map(({ code }) => code) };
  };
  expect(await found()).toEqual({ total: 10, codes: await codesOf(1, 2, 3, 4, 5, 6, 7, 8, 9, 10) });
  for (const [at, serial] of [1, 3, 4, 10].entries())
    await app.data(token, packingApi.alone, {
      parentCode: (await codesOf(serial))[0]!,
      children: await ops.textsOf(items, at + 1),
    });
  await app.data(token, packingApi.dissolve, { code: (await codesOf(4))[0]! });
  const left = await codesOf(2, 4, 5, 6, 7, 8, 9);
  expect(await found()).toEqual({ total: 7, codes: left });
  // Each page has its own, whatever its length.
  for (const limit of [1, 2, 3])
    for (let page = 1; page <= Math.ceil(7 / limit); page++)
      expect((await found(page, limit)).codes).toEqual(left.slice((page - 1) * limit, page * limit));
  expect(await found(1, 20, { level: Level.case })).toEqual({ total: 0, codes: [] });
  expect((await list({ taskId, boxState: BoxState.empty })).total).toBe(7);
  expect((await list({ taskId, empty: true, unfull: true })).total).toBe(0);
  expect(
    (await (await makeWorld({ itemCount: 60, boxCount: 10, assocMode: 0 })).list({ taskId, empty: true })).total,
  ).toBe(0);

  const set = await makeWorld({ itemCount: 60, boxCount: 10, assocMode: 1 });
  const ofSet = () => set.list({ taskId: set.taskId, empty: true });
  expect((await ofSet()).total).toBe(0);
  const opened = await set.ops.codeOf(set.segOf(1), 4);
  await app.data(set.token, packingApi.dissolve, { code: opened });
  expect((await ofSet()).list.map(({ code }) => code)).toEqual([opened]);
});

test('a box says who has it, as of now', async () => {
  const world = await makeMoveWorld(app);
  const { token, agent, shop, firmId, box, to } = world;
  for (const serial of [1, 2, 3]) await world.pack(serial, serial * 6 - 5, serial * 6);
  const { data } = await world.ship([{ code: await box(1) }]);
  await world.ship([{ code: await box(2) }], to(shop, { toKind: 2 }));
  const nameOf = async (table: 'agent' | 'shop' | 'firm', id: number) =>
    (await app.db.selectFrom(table).where('id', '=', id).select('name').executeTakeFirstOrThrow()).name;
  const custody = async () =>
    (await app.data(token, packingApi.list, {})).list.map(({ holderName, shipStatus }) => [holderName, shipStatus]);
  const firm = [await nameOf('firm', firmId), Shipping.none];
  expect(await custody()).toEqual([
    firm,
    [await nameOf('shop', shop), Shipping.shipped],
    [await nameOf('agent', agent), Shipping.shipped],
  ]);
  await world.sign((data as { id: number }).id);
  expect((await custody())[2]).toEqual([await nameOf('agent', agent), Shipping.signed]);
  expect((await app.data(token, packingApi.boxes, { lotId: world.lotId })).list).toHaveLength(3);
});
