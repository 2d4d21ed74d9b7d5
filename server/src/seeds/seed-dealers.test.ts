import { agentApi } from '@zhuiyuan/contract/parties/agent';
import { channelApi } from '@zhuiyuan/contract/parties/channel';
import { salesmanApi } from '@zhuiyuan/contract/parties/salesman';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { openRoot } from '../../test/root.ts';
import { seedDealers } from './seed-dealers.ts';
import { seedRegions } from './seed-regions.ts';
import { seedTrace } from './seed-trace.ts';

let app: TestApp;
let root: string;

beforeAll(async () => {
  app = await openTestApp({ env: { DEMO: '1' } });
  root = await openRoot(app);
  await seedRegions(app.db);
  await seedTrace(app);
  await seedDealers(app);
});
afterAll(() => app.close());

it('gives each firm channels, salesmen and three levels of dealers with sales regions', async () => {
  const firms = await app.db.selectFrom('firm').select('id').orderBy('id').execute();
  for (const { id: firmId } of firms) {
    const { list } = await app.data(root, agentApi.list, { firmId, limit: 100 });
    expect(list).toHaveLength(26);
    expect([1, 2, 3].map((level) => list.filter((row) => row.level === level).length)).toEqual([3, 10, 13]);
    expect(list.every((row) => row.regionNames.length > 0 && row.picName && row.channelName)).toBe(true);
    expect(new Set(list.map((row) => row.createTime.slice(0, 7))).size).toBeGreaterThan(9);
    expect((await app.data(root, channelApi.list, { firmId })).total).toBe(6);
    expect((await app.data(root, salesmanApi.list, { firmId })).list.every((row) => row.regionName)).toBe(true);
  }
});
