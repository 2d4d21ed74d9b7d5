import { diversionApi, Judgement } from '@zhuiyuan/contract/diversion/diversion';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff } from '../../test/factories/access.ts';
import { makeMoveWorld } from '../../test/factories/movement.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('goods of a shop show their whole way, and are judged by the regions of its dealer', async () => {
  const { firmId, ship, sign, cancel, item, agent, shop, items } = await makeMoveWorld(app);
  const { token } = await makeStaff(app, { firmId, permissions: ['admin:identity:agentselect:list'] });
  const look = async () => (await app.data(token, diversionApi.query, { codes: [await item(1)] }))[0]!;
  await app.db
    .insertInto('city')
    .values([
      { id: 330000, pid: 0, level: 0, name: '浙江省', mergerName: '浙江省' },
      { id: 330100, pid: 330000, level: 1, name: '杭州市', mergerName: '浙江省,杭州市' },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await app.db.insertInto('agentRegion').values({ firmId, agentId: agent, regionCode: '330100' }).execute();
  const first = await ship([{ code: await item(1) }]);
  await sign(first.data.id);
  const on = await ship([{ code: await item(1) }], { fromKind: 1, fromId: agent, toKind: 2, toId: shop });
  const row = await look();
  expect(row).toMatchObject({ agentId: agent, judge: Judgement.unscanned, regions: ['浙江省杭州市'] });
  expect(row.shopName).not.toBe('');
  expect(row.flow.map(({ docNo, to, signAt }) => [docNo, to, signAt === null])).toEqual([
    [first.data.deliverNo, row.agentName, false],
    [on.data.deliverNo, row.shopName, true],
  ]);
  const scanned = { firmId, codeText: 'x', seg: items, serial: 1, verdict: 'FIRST' } as const;
  await app.db
    .insertInto('scanLog')
    .values({ ...scanned, province: '四川省', city: '成都市' })
    .execute();
  expect((await look()).judge).toBe(Judgement.diverted);
  await cancel(on.data.id);
  expect((await look()).flow.map(({ docNo }) => docNo)).toEqual([first.data.deliverNo]);
});

test('a document’s lines and what a dealer was sent are judged page by page, runs whole; other firms find none', async () => {
  const { firmId, ship, sign, cancel, line, box, pack, agent, shop, items } = await makeMoveWorld(app);
  const permissions = ['admin:identity:agentselect:list'];
  const { token } = await makeStaff(app, { firmId, permissions });
  await pack(1, 101, 106);
  const first = await ship([await line(items, 1, 40), { code: await box(1) }, await line(items, 200)]);
  await sign(first.data.id);
  const second = await ship([await line(items, 50, 59)]);
  const gone = await ship([await line(items, 70, 79)]);
  await cancel(gone.data.id);
  await app.db.insertInto('agentRegion').values({ firmId, agentId: agent, regionCode: '330100' }).execute();
  await app.db
    .insertInto('scanLog')
    .values({ firmId, codeText: 'x', seg: items, serial: 33, verdict: 'FIRST', province: '四川省', city: '成都市' })
    .execute();
  const page = await app.data(token, diversionApi.goods, { deliverNo: first.data.deliverNo.toLowerCase() });
  expect(page.of).toMatchObject({ deliverId: first.data.id, itemQty: 47, signQty: 47 });
  expect(page.list.map(({ codeCnt, itemQty, judge }) => [codeCnt, itemQty, judge])).toEqual(
    expect.arrayContaining([
      [40, 40, Judgement.diverted],
      [1, 6, Judgement.unscanned],
      [1, 1, Judgement.unscanned],
    ]),
  );
  const run = page.list.find(({ codeCnt }) => codeCnt === 40)!;
  expect(run.lastCode).toBe((await line(items, 40)).code);
  expect(run.lastScan?.regionName).toBe('四川省成都市');
  expect(run.flow.map(({ docNo }) => docNo)).toEqual([first.data.deliverNo]);
  expect((await app.data(token, diversionApi.goods, { deliverNo: first.data.deliverNo, limit: 2 })).list).toHaveLength(
    2,
  );

  const sent = await app.data(token, diversionApi.goods, { agentId: agent });
  expect(sent.of).toMatchObject({ deliverId: null, handQty: 47, transitQty: 10 });
  expect(sent.list.map(({ deliverId }) => deliverId).toSorted((one, other) => one - other)).toEqual([
    ...page.list.map(() => first.data.id),
    second.data.id,
  ]);
  expect((await app.data(token, diversionApi.goods, { shopId: shop })).list).toEqual([]);
  expect((await app.call(token, diversionApi.goods, { deliverNo: 'FH20990101-0001' })).message).toBe('发货单不存在');
  expect((await app.call(token, diversionApi.goods, {})).message).toBe('请输入发货单号，或选择经销商');
  const looked = await app.db.selectFrom('agentLookup').where('firmId', '=', firmId).select('codeText').execute();
  expect(looked.map(({ codeText }) => codeText)).toContain(first.data.deliverNo);

  const other = await makeMoveWorld(app);
  const stranger = await makeStaff(app, { firmId: other.firmId, permissions });
  for (const input of [{ deliverNo: first.data.deliverNo }, { agentId: agent }])
    expect((await app.call(stranger.token, diversionApi.goods, input)).code).toBe(404);
});
