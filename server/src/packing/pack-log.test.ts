import { LogResult } from '@zhuiyuan/contract/kit/log-result';
import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { packingApi } from '@zhuiyuan/contract/packing/packing';
import { PackAct, packLogApi } from '@zhuiyuan/contract/packing/pack-log';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeFirmStaff, makeStaff } from '../../test/factories/access.ts';
import { makeBoxWorld } from '../../test/factories/boxes.ts';
import { packPermissions } from '../../test/factories/codes.ts';
import { importRows, offeredRows } from '../../test/factories/jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ work: true });
});
afterAll(() => app.close());

type World = Awaited<ReturnType<typeof makeBoxWorld>>;

const logOf = async ({ token }: Pick<World, 'token'>, filters: object = {}) =>
  app.data(token, packLogApi.list, { limit: 200, ...filters });

/** What of entries says what happened, the latest first. */
const told = async (world: World, filters: object = {}) =>
  (await logOf(world, filters)).list.map(({ act, result, parentCode, childText, errMsg }) => [
    act,
    result,
    parentCode,
    childText,
    errMsg,
  ]);

describe('refusals', () => {
  test('each code that packing refuses is kept, though nothing of the packing is', async () => {
    const world = await makeBoxWorld(app);
    const { pack, item, box, token } = world;
    await pack(1, [await item(1)]);
    expect((await pack(2, [await item(1), await item(2), 'aaaa-bbbb', await item(160)])).code).toBe(61031);
    const [first, second] = [await box(1), await box(2)];
    const refused = await told(world, { result: LogResult.failed });
    expect(refused.toSorted((a, b) => String(a[3]).localeCompare(String(b[3])))).toEqual(
      [
        [PackAct.into, LogResult.failed, second, await item(1), `编码已装入${first}，请先拆箱`],
        [PackAct.into, LogResult.failed, second, await item(160), '编码未启用，不能装箱'],
        [PackAct.into, LogResult.failed, second, 'AAAABBBB', '编码格式不正确，请核对后重试'],
      ].toSorted((a, b) => String(a[3]).localeCompare(String(b[3]))),
    );
    expect((await app.data(token, packingApi.list, { code: second })).total).toBe(0);
    expect(await told(world, { result: LogResult.done })).toEqual([
      [PackAct.into, LogResult.done, first, await item(1), ''],
    ]);
    expect((await logOf(world)).total).toBe(4);
  });

  test('what is refused of a box as a whole is one entry, and of a replacement the code it is about', async () => {
    const world = await makeBoxWorld(app);
    const { pack, item, box, token } = world;
    await pack(1, [await item(1)]);
    await app.call(token, packingApi.seal, { code: await box(1) });
    expect((await pack(1, [await item(2), await item(3)])).code).toBe(61053);
    expect((await app.call(token, packingApi.dissolve, { code: await box(2) })).code).toBe(61062);
    expect((await app.call(token, packingApi.remove, { childCodes: [await item(9)], reason: '破损' })).code).toBe(
      61061,
    );
    const swap = { oldCode: await item(1), newCode: await item(160), reason: '破损' };
    expect((await app.call(token, packingApi.replace, { ...swap, newCode: await item(1) })).code).toBe(400);
    expect((await app.call(token, packingApi.replace, { ...swap, oldCode: await item(5) })).code).toBe(61061);
    expect(await told(world, { result: LogResult.failed })).toEqual([
      [PackAct.replace, LogResult.failed, '', await item(5), '编码不在该箱内'],
      [PackAct.outOf, LogResult.failed, '', await item(9), '编码不在该箱内'],
      [PackAct.outOf, LogResult.failed, await box(2), '', '空箱无需拆箱'],
      [PackAct.into, LogResult.failed, await box(1), '', '箱已封箱，请换箱'],
    ]);
  });

  test('neither checks, nor a form that is not filled in, nor a request under a key that was used leave one', async () => {
    const world = await makeBoxWorld(app);
    const { pack, item, box, token } = world;
    const idemKey = randomUUID();
    await pack(1, [await item(1)], { idemKey });
    expect((await pack(1, [await item(2)], { idemKey })).code).toBe(61097);
    const check = { parentCode: await box(2), childCode: await item(1), asks: 0 };
    expect((await app.data(token, packingApi.check, check)).child!.errCode).toBe(61052);
    expect((await pack(2, [])).code).toBe(400);
    expect((await logOf(world, { result: LogResult.failed })).total).toBe(0);
    // The same refused request again is refused again, and leaves no key.
    const again = { idemKey: randomUUID() };
    for (const code of [61052, 61052]) expect((await pack(2, [await item(1)], again)).code).toBe(code);
    expect((await logOf(world, { result: LogResult.failed })).total).toBe(2);
    expect((await pack(2, [await item(2)], again)).code).toBe(200);
  });

  test('a file leaves one for each wrong line, one for a box that is none, and none where lines are only undone', async () => {
    const world = await makeBoxWorld(app);
    const { item, box, token, pack } = world;
    await pack(9, [await item(9)]);
    const [one, two] = [await box(1), await box(2)];
    const rows = [
      ['箱码', '下级码'],
      [one, await item(1)],
      [one, await item(9)],
      ['NOBOX', await item(2)],
      ['NOBOX', await item(3)],
    ];
    const first = await importRows(app, token, 'pack', rows, { again: true });
    expect(first.errors.map(({ errMsg }) => errMsg)).toContain('同箱其他行有误，本箱未执行');
    const wrong = [
      [PackAct.into, LogResult.failed, one, await item(9), `编码已装入${await box(9)}，请先拆箱`],
      [PackAct.into, LogResult.failed, 'NOBOX', '', '编码格式不正确，请核对后重试'],
    ];
    const byBox = (a: unknown[], b: unknown[]) => (String(a[2]) < String(b[2]) ? -1 : 1);
    expect((await told(world, { result: LogResult.failed })).toSorted(byBox)).toEqual(wrong.toSorted(byBox));
    expect((await logOf(world, { opSrc: OpSource.task })).total).toBe(2);
    // With a box that is good beside them the wrong ones are kept as well.
    await importRows(app, token, 'pack', [...rows, [two, await item(5)]], { again: true });
    expect((await logOf(world, { result: LogResult.failed })).total).toBe(4);
    expect((await logOf(world, { code: two })).list).toMatchObject([{ result: LogResult.done, opSrc: OpSource.task }]);
  });
});

test('one list in the order of time, page after page, and each filter finds both kinds', async () => {
  const world = await makeBoxWorld(app);
  const { pack, item, box, firmId, token } = world;
  for (let nth = 1; nth <= 6; nth += 1) {
    await pack(1 + (nth % 2), [await item(nth)]);
    await pack(3, [await item(nth)]);
  }
  const all = (await logOf(world)).list;
  expect(all.map(({ result }) => result)).toEqual(Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? 1 : 0)));
  expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted((a, b) => b - a));
  const pages = await Promise.all([1, 2, 3].map((page) => logOf(world, { page, limit: 5 })));
  expect(pages.flatMap(({ list }) => list)).toEqual(all);
  expect(pages.map(({ total }) => total)).toEqual([12, 12, 12]);
  expect((await logOf(world, { page: 4, limit: 5 })).list).toEqual([]);
  const count = async (filters: object) => (await logOf(world, filters)).total;
  expect(await count({ code: await item(2) })).toBe(2);
  expect(await count({ code: (await item(2)).toLowerCase() })).toBe(2);
  expect(await count({ code: await box(3) })).toBe(6);
  expect(await count({ act: PackAct.into })).toBe(12);
  expect(await count({ act: PackAct.replace })).toBe(0);
  // A replacement of boxes is kept in neither table where it was done.
  for (const act of PackAct.options.map(({ value }) => value))
    for (const result of LogResult.options.map(({ value }) => value)) {
      const found = await logOf(world, { act, result });
      expect(found.list).toEqual(all.filter((row) => row.act === act && row.result === result));
      expect(found.total).toBe(found.list.length);
    }
  expect(await count({ opSrc: OpSource.console, dateLimit: 'today' })).toBe(12);
  expect(await count({ dateLimit: 'yesterday' })).toBe(0);
  const { id } = await app.db
    .selectFrom('admin')
    .where('firmId', '=', firmId)
    .where('id', 'in', (row) => row.selectFrom('packRefusal').select('operatorId').where('firmId', '=', firmId))
    .select('id')
    .executeTakeFirstOrThrow();
  expect(await count({ operatorId: id })).toBe(12);
  expect(await count({ operatorId: id + 1_000_000 })).toBe(0);

  const { fileName } = (await app.data(token, packLogApi.export, { result: LogResult.failed })) as { fileName: string };
  const [titles, ...rows] = await offeredRows(app, fileName);
  expect(titles!.slice(0, 7)).toEqual(['时间', '动作', '箱码', '下级码', '数量', '结果', '失败原因']);
  expect(rows.map((row) => [row[2], row[3], row[5]])).toEqual(
    all.filter(({ result }) => result === 1).map(({ parentCode, childText }) => [parentCode, childText, '失败']),
  );
  const whole = (await app.data(token, packLogApi.export, {})) as { fileName: string };
  expect((await offeredRows(app, whole.fileName)).slice(1).map((row) => row[3])).toEqual(
    all.map(({ childText }) => childText),
  );
});

test('nobody sees entries of another firm, and only who may takes them away or tells of packing afterwards', async () => {
  const { pack, item, box, token } = await makeBoxWorld(app);
  await pack(1, [await item(1)]);
  await pack(2, [await item(1)]);
  const ids = (await logOf({ token })).list.map(({ id }) => id);
  expect(ids).toHaveLength(2);
  const stranger = await makeFirmStaff(app, packPermissions);
  expect((await logOf(stranger)).total).toBe(0);
  expect((await logOf(stranger, { code: await item(1) })).total).toBe(0);
  for (const id of ids) expect((await app.call(stranger.token, packLogApi.info, { id })).code).toBe(404);
  const reader = await makeStaff(app, { firmId: stranger.firmId, permissions: ['admin:identity:packLog:list'] });
  expect((await app.call(reader.token, packLogApi.export, {})).code).toBe(403);
  const late = { parentCode: await box(1), children: [await item(2)], occurAt: '2026-01-01 08:00:00', reason: '断网' };
  expect((await app.call(reader.token, packLogApi.save, late)).code).toBe(403);
  // Staff of the platform see what firms were refused, under the firm of the codes.
  const platform = await makeStaff(app, { permissions: packPermissions });
  const wrong = { parentCode: await box(3), children: [await item(1)] };
  expect((await app.call(platform.token, packingApi.alone, wrong as never)).code).toBe(61052);
  expect((await logOf({ token }, { code: await box(3) })).total).toBe(1);
});

test('what staff of the platform were refused is of the firm that a code of the try names, else 平台, and the log stays readable', async () => {
  const { item, token } = await makeBoxWorld(app);
  const platform = await makeStaff(app, { permissions: packPermissions });
  expect((await app.call(platform.token, packingApi.dissolve, { code: 'nonsense' })).code).toBe(61001);
  const ofNobody = { firmId: 0, firmName: '平台', parentCode: 'NONSENSE', result: LogResult.failed };
  const [entry] = (await logOf(platform)).list;
  expect(entry).toMatchObject(ofNobody);
  expect(await app.data(platform.token, packLogApi.info, { id: entry!.id })).toMatchObject(ofNobody);
  expect((await logOf({ token })).total).toBe(0);
  const tried = { childCodes: ['aaaa-bbbb', await item(1)], reason: '破损' };
  expect((await app.call(platform.token, packingApi.remove, tried)).code).not.toBe(200);
  expect((await logOf({ token })).list.map(({ childText }) => childText)).toContain('AAAABBBB');
});

test('an entry tells what codes were before and after: the box, what they were bound to, who had them', async () => {
  const world = await makeBoxWorld(app);
  const { pack, item, box, token, productId, lotId, ops } = world;
  await pack(1, [await item(1), await item(2)]);
  await app.call(token, packingApi.remove, { childCodes: [await item(2)], reason: '破损' });
  await pack(2, [await item(160)], { productId, lotId });
  await pack(3, [await item(1)]);
  const [refused, activated, out, into] = (await logOf(world)).list;
  const entry = (id: number) => app.data(token, packLogApi.info, { id });
  const goods = '明前龙井 250g / L261104-1';
  const [first, second] = [await box(1), await box(2)];
  expect(await entry(into!.id)).toMatchObject({
    ...into,
    childCnt: 2,
    isLate: false,
    errCode: 0,
    turn: {
      box: { before: '未装箱', after: first },
      bound: { before: goods, after: goods },
      custody: { before: '未发货', after: `随箱 ${first}` },
    },
  });
  expect(await entry(out!.id)).toMatchObject({
    reason: '破损',
    turn: { box: { before: first, after: '未装箱' }, custody: { before: `随箱 ${first}`, after: '未发货' } },
  });
  expect(await entry(activated!.id)).toMatchObject({
    turn: { box: { after: second }, bound: { before: '未启用', after: goods } },
  });
  expect(await entry(refused!.id)).toMatchObject({ errCode: 61052, turn: null, opId: null });
  // What codes are bound to afterwards changes nothing of what was true.
  const other = await ops.makeLot();
  await ops.update(await ops.single(world.items, 2), { newLotId: other });
  expect(await entry(out!.id)).toMatchObject({ turn: { bound: { before: goods, after: goods } } });
  expect((await app.call(token, packLogApi.info, { id: 999_999_999 })).code).toBe(404);
});
