import { agentApi } from '@zhuiyuan/contract/parties/agent/agent';
import { channelApi } from '@zhuiyuan/contract/parties/channel/channel';
import { salesmanApi } from '@zhuiyuan/contract/parties/salesman/salesman';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { openRoot } from '../../../test/factories/access.ts';
import { seedAgents } from './seed-agents.ts';
import { seedRegions } from '../first/seed-regions.ts';
import { seedTrace } from './seed-trace.ts';

let app: TestApp;
let root: string;

beforeAll(async () => {
  app = await openTestApp({ env: { DEMO: '1' } });
  root = await openRoot(app);
  await seedRegions(app.db);
  await seedTrace(app);
  await seedAgents(app);
});
afterAll(() => app.close());

it('gives each firm channels, salesmen and three levels of agents with sales regions', async () => {
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

it('brings the regions of an older database up to date and keeps the names of those that are gone', async () => {
  const { db } = app;
  const old = { id: 330103, pid: 330100, level: 2, name: '下城区', mergerName: '浙江省,杭州市,下城区' };
  await db.insertInto('city').values(old).execute();
  await db.deleteFrom('city').where('id', '=', 659012).execute();
  await db.deleteFrom('seeded').where('what', '=', 'region').execute();
  await seedRegions(db);
  const state = (id: number) =>
    db.selectFrom('city').select(['name', 'isShow']).where('id', '=', id).executeTakeFirst();
  expect(await state(659012)).toEqual({ name: '白杨市', isShow: true });
  expect(await state(330103)).toEqual({ name: '下城区', isShow: false });
});
