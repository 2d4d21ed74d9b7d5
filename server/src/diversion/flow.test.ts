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
