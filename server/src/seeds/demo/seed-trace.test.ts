import { firmApi } from '@zhuiyuan/contract/parties/firm/firm';
import { lotApi } from '@zhuiyuan/contract/trace/lot/lot';
import { productApi } from '@zhuiyuan/contract/trace/product/product';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { openRoot } from '../../../test/factories/access.ts';
import { seedTrace } from './seed-trace.ts';

let app: TestApp;
let root: string;

beforeAll(async () => {
  app = await openTestApp({ env: { DEMO: '1' } });
  root = await openRoot(app);
  await seedTrace(app);
});
afterAll(() => app.close());

it('makes two firms with products, lots and an administrator each', async () => {
  const firms = (await app.data(root, firmApi.list, {})).list;
  expect(firms.map(({ name, audit }) => [name, audit])).toEqual([
    ['贵州云岭酒业有限公司', 1],
    ['杭州青岚山茶业有限公司', 1],
  ]);
  const products = (await app.data(root, productApi.list, {})).list;
  expect(products).toHaveLength(12);
  expect(products.every(({ className, image, gtin, lotCount }) => className && image && gtin && lotCount === 4)).toBe(
    true,
  );
  expect((await app.data(root, lotApi.list, {})).total).toBe(48);
  const staff = await app.db
    .selectFrom('admin')
    .innerJoin('adminRole', 'adminRole.adminId', 'admin.id')
    .where('firmId', '>', 0)
    .select(['account', 'roleId'])
    .execute();
  expect(staff).toEqual([
    { account: 'qinglan', roleId: 2 },
    { account: 'yunling', roleId: 2 },
  ]);
});
