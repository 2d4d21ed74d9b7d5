import { importTaskApi } from '@zhuiyuan/contract/jobs/import-task';
import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { firmWorld } from '../../../test/factories/access.ts';
import { importRows, offeredRows } from '../../../test/factories/jobs.ts';
import { makeAgent, makeChannel, makeSalesman } from '../../../test/factories/parties.ts';
import { seedRegions } from '../../seeds/first/seed-regions.ts';

let app: TestApp;
let firmId: number;
let token: string;
let agentNo: string;
let salesmanPhone: string;
const permissions = [
  'admin:identity:importTask:list',
  'admin:identity:importTask:save',
  'admin:identity:shop:list',
  'admin:identity:shop:import',
];
const titles = [
  '编号',
  '名称*',
  '经销商编号*',
  '业务员手机',
  '渠道',
  '类型',
  '等级',
  '联系人*',
  '电话*',
  '省市区*',
  '地址',
];

beforeAll(async () => {
  ({ app, firmId, token } = await firmWorld(permissions, { work: true }));
  await seedRegions(app.db);
  const agentId = await makeAgent(app, firmId, { name: '浙江总代' });
  ({ agentNo } = await app.db
    .selectFrom('agent')
    .select('agentNo')
    .where('id', '=', agentId)
    .executeTakeFirstOrThrow());
  const salesmanId = await makeSalesman(app, firmId, '林知夏');
  ({ phone: salesmanPhone } = await app.db
    .selectFrom('salesman')
    .select('phone')
    .where('id', '=', salesmanId)
    .executeTakeFirstOrThrow());
  await makeChannel(app, firmId, '商超KA');
});
afterAll(() => app.close());

const xihu = '浙江省杭州市西湖区';

test('good rows become shops linked to their people, bad rows are told with number, column and reason', async () => {
  const ended = await importRows(app, token, 'shop', [
    titles,
    [
      'S-1',
      '龙井路茶庄',
      agentNo,
      salesmanPhone,
      '商超KA',
      '烟酒店',
      'a',
      '周明远',
      '13812340001',
      xihu,
      '龙井路 18 号',
    ],
    ['', '东城胡同茶馆', agentNo, '', '', '', '', '林一', '13812340002', '北京市/东城区', ''],
    ['', '没有经销商', 'A-无', '', '', '', '', '林二', '13812340003', xihu, ''],
    ['', '没有业务员', agentNo, '13999990000', '', '', '', '林三', '13812340004', xihu, ''],
    ['', '没有渠道', agentNo, '', '火星', '', '', '林四', '13812340005', xihu, ''],
    ['', '没有地区', agentNo, '', '', '', '', '林五', '13812340006', '某省某市', ''],
    ['', '等级不对', agentNo, '', '', '茶馆', 'E', '林六', '13812340007', xihu, ''],
    ['', '电话重复', agentNo, '', '', '', '', '林七', '13812340001', xihu, ''],
    ['', '电话不对', agentNo, '', '', '', '', '林八', '1381234', xihu, ''],
  ]);
  expect(ended).toMatchObject({ total: 9, ok: 2, fail: 7, skip: 0 });
  expect(ended.errors.map(({ rowNo, field, errMsg }) => [rowNo, field, errMsg])).toEqual([
    [4, '经销商编号', '第4行：经销商编号不存在：A-无'],
    [5, '业务员手机', '第5行：业务员手机不存在：13999990000'],
    [6, '渠道', '第6行：渠道不存在：火星'],
    [7, '省市区', '第7行：省市区不存在：某省某市'],
    [8, '类型', '第8行：类型应为商超、便利店、餐饮、烟酒店、母婴店、药店、其他之一'],
    [9, '电话', '第9行：电话重复，与第2行相同'],
    [10, '电话', '第10行：手机号格式不正确'],
  ]);
  const { list } = await app.data(token, shopApi.list, {});
  expect(list).toMatchObject([
    {
      name: '东城胡同茶馆',
      shopType: 7,
      regionName: expect.stringContaining('东城区'),
      agentName: '浙江总代',
      audit: 0,
    },
    { shopNo: 'S-1', grade: 'A', shopType: 4, picName: '林知夏', channelName: '商超KA', regionName: xihu },
  ]);
});

test('the same rows again change nothing; a number of another shop is refused', async () => {
  const ended = await importRows(app, token, 'shop', [
    titles,
    ['S-1', '龙井路茶庄', agentNo, '', '', '', '', '周明远', '13812340001', xihu, ''],
    ['', '东城胡同茶馆', agentNo, '', '', '', '', '林一', '13812340002', xihu, ''],
    ['S-1', '另一家茶庄', agentNo, '', '', '', '', '周明远', '13812340008', xihu, ''],
    ['S-9', '借号茶庄', agentNo, '', '', '', '', '周明远', '13812340009', xihu, ''],
  ]);
  expect(ended).toMatchObject({ ok: 1, skip: 2, fail: 1 });
  expect(ended.errors.map(({ errMsg }) => errMsg)).toEqual([expect.stringContaining('编号已存在')]);
});

test('the template has the titles it takes', async () => {
  const { fileName } = await app.data(token, importTaskApi.template, { biz: 'shop' });
  expect((await offeredRows(app, fileName))[0]).toEqual(titles);
});
