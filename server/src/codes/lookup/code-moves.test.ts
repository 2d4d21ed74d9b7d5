import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { diversionApi } from '@zhuiyuan/contract/diversion/diversion';
import { packingApi } from '@zhuiyuan/contract/packing/packing';
import { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeFirmStaff } from '../../../test/factories/access.ts';
import { range } from '../../../test/factories/codes.ts';
import { makeMoveWorld } from '../../../test/factories/movement.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const movesOf = async (token: string, code: string) =>
  (await app.data(token, identityApi.timeline, { code })).filter(({ kind }) => kind === 'move');

test('a code in a box tells which documents shipped, signed and cancelled it with its box, newest first', async () => {
  const { pack, ship, sign, cancel, box, item, token, agent, shop } = await makeMoveWorld(app);
  await pack(1, 1, 6);
  const wrong = await ship([{ code: await box(1) }]);
  await cancel(wrong.data.id);
  const first = await ship([{ code: await box(1) }]);
  await sign(first.data.id);
  const on = await ship([{ code: await box(1) }], { fromKind: 1, fromId: agent, toKind: 2, toId: shop });
  const moves = await movesOf(token, await item(3));
  expect(moves.map(({ title, doc }) => [title, doc])).toEqual([
    ['发货', { id: on.data.id, no: on.data.deliverNo, status: DeliverStatus.shipped }],
    ['签收', { id: first.data.id, no: first.data.deliverNo, status: null }],
    ['发货', { id: first.data.id, no: first.data.deliverNo, status: DeliverStatus.signed }],
    ['撤销发货', { id: wrong.data.id, no: wrong.data.deliverNo, status: null }],
    ['发货', { id: wrong.data.id, no: wrong.data.deliverNo, status: DeliverStatus.cancelled }],
  ]);
  expect(moves[0]!.facts.join(' ')).toContain(`随箱 ${await box(1)}`);
  expect(await movesOf(token, await box(1))).toHaveLength(5);
  const all = await app.data(token, identityApi.timeline, { code: await item(3) });
  expect(all.filter(({ title }) => title === '发货')).toHaveLength(3);
});

test('what a box did before a code came in or after it came out is not the code’s', async () => {
  const { pack, ship, sign, box, item, token, agent } = await makeMoveWorld(app);
  await pack(1, 1, 6);
  const first = await ship([{ code: await box(1) }]);
  await sign(first.data.id);
  await app.data(token, packingApi.remove, { childCodes: [await item(2)], idemKey: randomUUID() } as never);
  const alone = await ship([{ code: await item(2) }], {
    fromKind: 1,
    fromId: agent,
    toKind: 0,
    toId: 0,
    bizType: 2,
    reason: '破损',
  });
  expect(alone.message).toBe('ok');
  expect((await movesOf(token, await item(2))).map(({ title, doc }) => [title, doc!.id])).toEqual([
    ['退货', alone.data.id],
    ['签收', first.data.id],
    ['发货', first.data.id],
  ]);
  expect(await movesOf(token, await item(1))).toHaveLength(2);
  expect(await movesOf(token, await item(200))).toEqual([]);
});

test('codes that were joined before printing move with their cases', async () => {
  const { ship, ops, issue, token } = await makeMoveWorld(app);
  const sizes = { caseCount: 2, boxCount: 8, itemCount: 48, boxNum: 6, caseNum: 4 };
  const { segments } = await issue({ assocMode: 1, ...sizes });
  const segOf = (level: number) => segments.find((segment) => segment.level === level)!.seg;
  await ops.use(range(segOf(0), 1, 48));
  await ops.use(range(segOf(1), 1, 8));
  await ops.use(range(segOf(2), 1, 2));
  const bigBox = await ops.codeOf(segOf(2), 1);
  const { data, message } = await ship([{ code: bigBox }]);
  expect(message).toBe('ok');
  for (const code of [await ops.codeOf(segOf(0), 1), await ops.codeOf(segOf(1), 2), bigBox])
    expect((await movesOf(token, code)).map(({ doc }) => doc!.id)).toEqual([data.id]);
  expect(await movesOf(token, await ops.codeOf(segOf(0), 40))).toEqual([]);
});

test('another firm sees no way of it', async () => {
  const { ship, line, items, item } = await makeMoveWorld(app);
  await ship([await line(items, 1, 50)]);
  const { token } = await makeFirmStaff(app, ['admin:identity:identity:list', 'admin:identity:agentselect:list']);
  const { code } = await app.call(token, identityApi.timeline, { code: await item(1) });
  expect(code).toBe(61002);
  expect((await app.data(token, diversionApi.query, { codes: [await item(1)] }))[0]).toMatchObject({
    message: '编码不存在',
    flow: [],
  });
});
