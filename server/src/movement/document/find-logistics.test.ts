import { publicTraceApi } from '@zhuiyuan/contract/scan/query/public-trace';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeMoveWorld } from '../../../test/factories/movement.ts';
import { seedRegions } from '../../seeds/first/seed-regions.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  await seedRegions(app.db);
});
afterAll(() => app.close());

test('a shopper is shown the way of his goods as far as the firm says: nothing, the cities, or who had them', async () => {
  const { firmId, agent, below, ship, sign, cancel, line, items, item, box, pack, to, settle } =
    await makeMoveWorld(app);
  const at = (table: 'firm' | 'agent', id: number, regionCode: string, name: string) =>
    app.db.updateTable(table).set({ regionCode, name }).where('id', '=', id).execute();
  await at('firm', firmId, '330106', `青岚茶业${firmId}`);
  await at('agent', agent, '510107', '成都锦和');
  await at('agent', below, '110105', '北京分销');
  await pack(1, 1, 6);
  const first = (await ship([{ code: await box(1) }, await line(items, 20, 29)])).data;
  await sign(first.id);
  const mistake = (await ship([{ code: await box(1) }], to(below, { fromKind: 1, fromId: agent }))).data;
  await cancel(mistake.id);
  const onward = (await ship([{ code: await box(1) }], to(below, { fromKind: 1, fromId: agent }))).data;
  expect(onward.itemQty).toBe(6);

  let device = 0;
  const seen = async (serial: number) => {
    device += 1;
    const { data } = await app.call('', publicTraceApi.scan, { code: await item(serial), deviceId: `way ${device}` });
    const { logistics } = await app.data('', publicTraceApi.detail, { token: data.token });
    return logistics.map(({ text, city }) => [text, city]);
  };
  expect(await seen(3)).toEqual([]);
  await settle({ showLogistics: 1 });
  expect(await seen(3)).toEqual([
    ['已发货', '杭州市'],
    ['已签收', '成都市'],
    ['已发货', '成都市'],
  ]);
  await settle({ showLogistics: 2 });
  expect(await seen(3)).toEqual([
    [`青岚茶业${firmId}发往成都锦和`, '杭州市'],
    ['成都锦和已签收', '成都市'],
    ['成都锦和发往北京分销', '成都市'],
  ]);
  await sign(onward.id);
  expect((await seen(3)).at(-1)).toEqual(['北京分销已签收', '北京市']);
  expect(await seen(20)).toHaveLength(2);
  expect(await seen(40)).toEqual([]);
});
