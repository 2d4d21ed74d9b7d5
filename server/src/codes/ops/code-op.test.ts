import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { taskApi } from '@zhuiyuan/contract/codes/tasks/task';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { makeCodeWorld } from '../../../test/factories/codes.ts';
import { openKeyring } from '../cipher/keyring.ts';

let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
beforeAll(async () => {
  app = await openTestApp();
  world = await makeCodeWorld(app);
});
afterAll(() => app.close());

const range = (seg: number, serialFrom: number, serialTo: number) => ({
  mode: 1 as const,
  ranges: [{ seg, serialFrom, serialTo }],
});
const use = (pick: object, more: object = {}) =>
  app.call(world.token, codeOpApi.use, {
    pick,
    productId: world.productId,
    lotId: world.lotId,
    idemKey: randomUUID(),
    ...more,
  } as never);
const life = async (seg: number, serial: number) => {
  const code = await openKeyring(app).readText(
    app.db,
    await app.db.selectFrom('segment').selectAll().where('seg', '=', seg).executeTakeFirstOrThrow(),
    serial,
  );
  return (await app.data(world.token, identityApi.info, { code })).life;
};

test('a range is activated as one row, exactly inside its ends', async () => {
  const { seg } = await world.issue({ itemCount: 100_000 });
  const answer = await use(range(seg, 100, 90_000));
  expect(answer).toMatchObject({ code: 200, data: { total: 89_901, ok: 89_901, fail: 0, repeat: 0 } });
  expect([await life(seg, 99), await life(seg, 100), await life(seg, 90_000), await life(seg, 90_001)]).toEqual([
    0, 1, 1, 0,
  ]);
  expect(await app.db.selectFrom('codeSpan').where('seg', '=', seg).selectAll().execute()).toHaveLength(1);
  const segment = await app.db
    .selectFrom('segment')
    .where('seg', '=', seg)
    .select('activeCnt')
    .executeTakeFirstOrThrow();
  expect(segment.activeCnt).toBe(89_901);
});

test('the same range again changes nothing and says so', async () => {
  const { seg } = await world.issue();
  await use(range(seg, 1, 500));
  const asked = { pick: range(seg, 1, 600), productId: world.productId, lotId: world.lotId };
  expect(await app.data(world.token, codeOpApi.check, asked)).toMatchObject({ total: 600, ok: 600, repeat: 500 });
  const again = await use(range(seg, 1, 600));
  expect(again).toMatchObject({ code: 200, data: { ok: 100, repeat: 500, fail: 0 } });
  expect(await app.data(world.token, codeOpApi.info, { id: again.data.opId })).toMatchObject({
    okCnt: 600,
    changedCnt: 100,
  });
  const segment = await app.db
    .selectFrom('segment')
    .where('seg', '=', seg)
    .select('activeCnt')
    .executeTakeFirstOrThrow();
  expect(segment.activeCnt).toBe(600);
});

test('a repeated request has one effect and the same answer; other content under its key is refused', async () => {
  const { seg } = await world.issue();
  const idemKey = randomUUID();
  const [first, second] = await Promise.all([use(range(seg, 1, 50), { idemKey }), use(range(seg, 1, 50), { idemKey })]);
  expect(first.code).toBe(200);
  expect(second.data).toEqual(first.data);
  expect((await use(range(seg, 1, 51), { idemKey })).code).toBe(61097);
  const ops = await app.db.selectFrom('codeOp').where('idemKey', '=', idemKey).selectAll().execute();
  expect(ops).toHaveLength(1);
});

test('codes bound to another lot stop the whole operation, or are left out when asked for', async () => {
  const { seg } = await world.issue();
  await use(range(seg, 200, 300));
  const lotNo = `L${Date.now()}`;
  const other = await app.db
    .insertInto('lot')
    .values({ firmId: world.firmId, productId: world.productId, lotNo, produceDate: '2026-11-05' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const refused = await use(range(seg, 1, 1000), { lotId: other.id });
  expect(refused).toMatchObject({ code: 61031, data: { fail: 101, byError: { 61034: 101 } } });
  expect(await life(seg, 1)).toBe(0);
  const skipped = await use(range(seg, 1, 1000), { lotId: other.id, policy: 1 });
  expect(skipped).toMatchObject({ code: 200, data: { ok: 899, fail: 101 } });
  expect(await life(seg, 1)).toBe(1);
  const detail = await app.data(world.token, codeOpApi.info, { id: skipped.data.opId });
  expect(detail).toMatchObject({ okCnt: 899, failCnt: 101, storeName: '明前龙井 250g', lotNo, canUndo: true });
  expect(detail.conflicts).toMatchObject([{ serialFrom: 200, serialTo: 300, errCode: 61034 }]);
});

test('a lot that does not exist yet is made with the activation, and a wrong one is named field by field', async () => {
  const { seg } = await world.issue();
  const lot = { lotNo: `N${Date.now()}`, produceDate: '2026-11-05' };
  expect((await use(range(seg, 1, 10), { lotId: undefined, lot })).code).toBe(200);
  expect((await use(range(seg, 11, 20), { lotId: undefined, lot })).code).toBe(200);
  expect(await app.db.selectFrom('lot').where('lotNo', '=', lot.lotNo).select('activeCnt').execute()).toEqual([
    { activeCnt: 20 },
  ]);
  expect(await use(range(seg, 21, 30), { lotId: undefined, lot: { lotNo: '批 1' } })).toMatchObject({
    code: 400,
    data: { fields: [{ field: 'lot.lotNo' }, { field: 'lot.produceDate', message: '请选择生产日期' }] },
  });
});

test('segments are found by a serial they hold', async () => {
  const { taskId } = await world.issue({ itemCount: 400, boxCount: 20 });
  const found = async (serial: number) =>
    (await app.data(world.token, identityApi.list, { taskId, serial })).list.length;
  expect([await found(20), await found(21), await found(401)]).toEqual([2, 1, 0]);
});

test('5,000 pasted codes with three wrong ones are all read and the wrong ones named by their lines', async () => {
  const { seg } = await world.issue({ itemCount: 20_000 });
  const keyring = openKeyring(app);
  const segment = await app.db.selectFrom('segment').selectAll().where('seg', '=', seg).executeTakeFirstOrThrow();
  const codes = await Promise.all(Array.from({ length: 4997 }, (_, i) => keyring.readText(app.db, segment, i * 3 + 1)));
  const good = codes[0]!;
  const wrong = [good.slice(0, -1) + (good.endsWith('2') ? '3' : '2'), 'ABC', '你好'];
  const list = [...codes.slice(0, 10), wrong[0]!, ...codes.slice(10, 4000), wrong[1]!, ...codes.slice(4000), wrong[2]!];
  const check = await app.data(world.token, codeOpApi.check, { pick: { mode: 5, codes: list } });
  expect(check).toMatchObject({ total: 5000, ok: 4997, byError: { 61001: 3 } });
  expect(check.conflicts.map(({ line, code }) => [line, code])).toEqual([
    [11, wrong[0]],
    [4002, 'ABC'],
    [5000, '你好'],
  ]);
  const lines = list.map((_, i) => i + 3);
  const done = await use({ mode: 5, codes: list.map((code) => code.toLowerCase()), lines }, { policy: 1 });
  expect(done).toMatchObject({ code: 200, data: { ok: 4997, fail: 3, conflicts: [{ line: 13 }, {}, {}] } });
  expect([await life(seg, 1), await life(seg, 2), await life(seg, 4)]).toEqual([1, 0, 1]);
  const kept = await app.db
    .selectFrom('codeOpRow')
    .where('opId', '=', done.data.opId)
    .select(['rowNo', 'errCode'])
    .orderBy('rowNo')
    .execute();
  expect(kept).toEqual([13, 4004, 5002].map((rowNo) => ({ rowNo, errCode: 61001 })));
});

test('a pasted list may be anything people paste: every line is one code, or is named', async () => {
  const { segments } = await world.issue({ itemCount: 60, boxCount: 4 });
  const [items, boxes] = [0, 1].map((level) => segments.find((segment) => segment.level === level)!.seg) as [
    number,
    number,
  ];
  const keyring = openKeyring(app);
  const textOf = async (seg: number, serial: number) =>
    keyring.readText(
      app.db,
      await app.db.selectFrom('segment').selectAll().where('seg', '=', seg).executeTakeFirstOrThrow(),
      serial,
    );
  const one = await textOf(items, 1);
  const stranger = await makeCodeWorld(app);
  const foreign = await textOf((await stranger.issue()).seg, 1);
  const codes = [
    one,
    one.toLowerCase(),
    one.replace(/./g, (symbol) => String.fromCodePoint(symbol.codePointAt(0)! + 0xfee0)),
    `https://zy.example/c/${await textOf(items, 2)}`,
    `https://id.example/01/06901234567892/21/${await textOf(items, 3)}`,
    (await textOf(items, 4)).replace(/(.{4})/g, '$1-'),
    ' ',
    await textOf(boxes, 1),
    foreign,
    (await textOf(items, 5)).replace(/.$/, (last) => (last === '2' ? '3' : '2')),
    await textOf(items, 61),
    'https://zy.example/about',
  ];
  const check = await app.data(world.token, codeOpApi.check, { opType: 4, pick: { mode: 5, codes } } as never);
  expect(check).toMatchObject({ total: 9, ok: 5, boxes: 1, byError: { 61001: 2, 61002: 2 } });
  expect(check.conflicts.map(({ line, errCode }) => [line, errCode])).toEqual([
    [9, 61002],
    [10, 61001],
    [11, 61002],
    [12, 61001],
  ]);
  const body = { opType: 4, pick: { mode: 5, codes } };
  expect(await app.call(world.token, codeOpApi.checkExport, body as never)).toMatchObject({
    code: 200,
    data: { fileName: expect.stringMatching(/\w/) },
  });
  const clean = { opType: 4, pick: { mode: 5, codes: [one] } };
  expect(await app.call(world.token, codeOpApi.checkExport, clean as never)).toMatchObject({ code: 63701 });
  const noneKnown = { opType: 4, pick: { mode: 5, codes: ['ABC', foreign] } };
  expect(await app.data(world.token, codeOpApi.check, noneKnown as never)).toMatchObject({
    total: 2,
    ok: 0,
    conflicts: [{ line: 1 }, { line: 2 }],
  });
  const platform = await makeStaff(app, { permissions: ['admin:identity:batch:freeze'] });
  const seen = await app.data(platform.token, codeOpApi.check, {
    opType: 4,
    pick: { mode: 5, codes: [one, foreign] },
  } as never);
  expect(seen).toMatchObject({ total: 2, ok: 1, conflicts: [{ line: 2, errCode: 61002 }] });
});

test('two people who activate overlapping ranges at the same moment: one wins, the other is told, nothing is half done', async () => {
  const { seg } = await world.issue();
  const lots = await Promise.all(
    ['A', 'B'].map((name) =>
      app.db
        .insertInto('lot')
        .values({
          firmId: world.firmId,
          productId: world.productId,
          lotNo: `${name}${Date.now()}`,
          produceDate: '2026-11-05',
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    ),
  );
  const answers = await Promise.all(
    lots.map((lot, i) => use(range(seg, 1 + i * 100, 600 + i * 100), { lotId: lot.id })),
  );
  expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([200, 61031]);
  const spans = await app.db.selectFrom('codeSpan').where('seg', '=', seg).selectAll().execute();
  expect(spans).toHaveLength(1);
});

test('bad ranges are refused with the catalogue’s texts', async () => {
  const { seg } = await world.issue();
  expect(await use(range(seg, 10, 9))).toMatchObject({ code: 61042 });
  expect(await use(range(seg, 1, 1001))).toMatchObject({ code: 61043, message: '序号超出码段范围（1-1000）' });
  expect(
    await use({
      mode: 1,
      ranges: [
        { seg, serialFrom: 1, serialTo: 5 },
        { seg, serialFrom: 5, serialTo: 9 },
      ],
    }),
  ).toMatchObject({ code: 61044 });
  expect(await use(range(16_000_000, 1, 2))).toMatchObject({ code: 61002 });
});

test('an activation is taken back within a day, but not after a scan', async () => {
  const { seg } = await world.issue();
  const { data } = await use(range(seg, 1, 100));
  const undone = await app.data(world.token, codeOpApi.undo, { opId: data.opId });
  expect(undone.ok).toBe(100);
  const [undoing] = (await app.data(world.token, codeOpApi.list, { opType: 16 })).list;
  expect(undoing).toMatchObject({ rangeText: `撤销 ${data.opNo}`, changedCnt: 100, canUndo: false, isUndone: false });
  const [taken] = (await app.data(world.token, codeOpApi.list, { opNo: data.opNo })).list;
  expect(taken).toMatchObject({ id: data.opId, canUndo: false, isUndone: true });
  expect(await life(seg, 50)).toBe(0);
  const [operator] = await app.data(world.token, codeOpApi.operators, {});
  expect(operator).toEqual({ id: expect.any(Number), name: undoing!.operatorName });
  const ofOperator = async (operatorId: number) =>
    (await app.data(world.token, codeOpApi.list, { operatorId })).list.length;
  expect(await ofOperator(operator!.id)).toBeGreaterThan(1);
  expect(await ofOperator(operator!.id + 100_000)).toBe(0);
  const again = await use(range(seg, 1, 100));
  await app.db.insertInto('unitScan').values({ seg, serial: 7, firmId: world.firmId, cnt: 1 }).execute();
  expect(await app.call(world.token, codeOpApi.undo, { opId: again.data.opId })).toMatchObject({ code: 61046 });
  expect(await life(seg, 50)).toBe(1);
});

test('box codes need a pack ratio', async () => {
  const { segments } = await world.issue({ itemCount: 0, boxCount: 10, productId: world.productId });
  await app.db.updateTable('product').set({ boxNum: 0 }).where('id', '=', world.productId).execute();
  expect(await use(range(segments[0]!.seg, 1, 10))).toMatchObject({ code: 61035 });
  await app.db.updateTable('product').set({ boxNum: 6 }).where('id', '=', world.productId).execute();
});

test('another firm sees none of it', async () => {
  const { seg, taskId } = await world.issue();
  const stranger = await makeCodeWorld(app);
  expect(await app.call(stranger.token, taskApi.info, { id: taskId })).toMatchObject({ code: 404 });
  expect((await app.data(stranger.token, identityApi.list, { taskId })).list).toEqual([]);
  const answer = await app.call(stranger.token, codeOpApi.use, {
    pick: range(seg, 1, 2),
    productId: stranger.productId,
    lotId: stranger.lotId,
    idemKey: randomUUID(),
  });
  expect(answer).toMatchObject({ code: 61002 });
});

test('all codes of a lot are chosen at once, whether bound by range or one by one', async () => {
  const { seg } = await world.issue();
  const lot = await app.db
    .insertInto('lot')
    .values({ firmId: world.firmId, productId: world.productId, lotNo: `W${Date.now()}`, produceDate: '2026-11-05' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await use(range(seg, 1, 300), { lotId: lot.id });
  await use(range(seg, 401, 403), { lotId: lot.id });
  const pick = { mode: 4 as const, lotId: lot.id };
  const target = { productId: world.productId, lotId: lot.id };
  expect(await app.data(world.token, codeOpApi.check, { pick, ...target })).toMatchObject({ total: 303, repeat: 303 });
  const stranger = await makeCodeWorld(app);
  expect(await app.call(stranger.token, codeOpApi.check, { pick })).toMatchObject({ code: 400 });
});
