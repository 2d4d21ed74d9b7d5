import { afterAll, beforeAll, expect, it } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { sessionApi } from '@zhuiyuan/contract/access/session';
import { creditCheckSymbol } from '@zhuiyuan/contract/parties/credit-code';
import { firmApi } from '@zhuiyuan/contract/parties/firm/firm';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { openRoot } from '../../test/factories/access.ts';
import { layDemo } from './lay-demo.ts';
import { seedFirst } from './seed.ts';

let app: TestApp;
const said: string[] = [];
const log = { info: (text: string) => said.push(text), error: (error: unknown) => said.push(String(error)) } as never;
const never = new AbortController().signal;

beforeAll(async () => {
  app = await openTestApp({ env: { DEMO: '1' }, poolSize: 4 });
  await seedFirst(app);
});
afterAll(() => app.close());

const isPreparing = async () => (await app.data('', sessionApi.siteConfig, {})).isPreparingDemo;

it('lays out the demonstration once, whatever cut it off and however many processes try', async () => {
  const stopping = new AbortController();
  const cut = layDemo(app, log, stopping.signal);
  // It is cut off in its midst.
  await sleep(3_000);
  stopping.abort(new Error('the process is stopping'));
  await cut;
  expect([await isPreparing(), said]).toEqual([true, []]);

  const root = await openRoot(app);
  const refused = await app.call(root, firmApi.save, {
    name: '先来的企业',
    creditCode: '91330100MA0000001' + creditCheckSymbol('91330100MA0000001'),
    licenseImage: '/media/license.png',
    industry: '农产品',
    contact: '周明远',
    phone: '13812344570',
    regionCode: '330106',
  });
  expect([refused.code, refused.message]).toEqual([61195, '演示数据正在准备，请半分钟后再新增企业']);

  let follows = 0;
  const after = async () => void (follows += 1);
  await Promise.all([layDemo(app, log, never, after), layDemo(app, log, never, after)]);
  expect(said).toEqual(['the demonstration is there', 'the demonstration is there']);
  await layDemo(app, log, never, after);
  expect([await isPreparing(), follows]).toEqual([false, 1]);
  const names = (await app.data(root, firmApi.list, { limit: 100 })).list.map(({ name }) => name);
  expect(names).toHaveLength(new Set(names).size);
  expect(names).toEqual(expect.arrayContaining(['贵州云岭酒业有限公司', '杭州青岚山茶业有限公司']));
}, 120_000);
