import { agentApi } from '@zhuiyuan/contract/parties/agent/agent';
import { salesmanApi } from '@zhuiyuan/contract/parties/salesman/salesman';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '../../test/app.ts';
import { firmWorld, makeFirmStaff } from '../../test/factories/access.ts';
import { importRows } from '../../test/factories/jobs.ts';
import { makeChannel } from '../../test/factories/parties.ts';
import { seedRegions } from '../seeds/first/seed-regions.ts';

let app: TestApp;
let token: string;
let firmId: number;
const agentTitles = '编号,名称*,上级编号,类型,联系人*,电话*,省,市,区,地址,授权区域,渠道,业务员手机'.split(',');
const salesTitles = '姓名*,手机*,工号,部门,经销商编号'.split(',');

const permissions = [
  'admin:identity:importTask:list',
  'admin:identity:importTask:save',
  ...['agent', 'salesman'].flatMap((res) => [`admin:identity:${res}:list`, `admin:identity:${res}:import`]),
];

beforeAll(async () => {
  ({ app, firmId, token } = await firmWorld(permissions, { work: true }));
  await seedRegions(app.db);
});
afterAll(() => app.close());

it('takes salesmen and then their agents, parents before children, and tells what is wrong row by row', async () => {
  const sales = await importRows(app, token, 'sales', [
    salesTitles,
    ['周明远', '13811110001', 'YW1', '华东', ''],
    ['孙立', '138', '', '', ''],
    ['郑念', '13811110002', '', '', 'A-9'],
  ]);
  expect(sales).toMatchObject({ total: 3, ok: 1, fail: 2 });
  expect(sales.errors.map(({ rowNo, errMsg }) => [rowNo, errMsg])).toEqual([
    [3, '第3行：手机号格式不正确'],
    [4, '第4行：经销商编号不存在：A-9'],
  ]);
  await makeChannel(app, firmId, '线下流通');
  const rows = [
    agentTitles,
    [
      'A-1',
      '浙江总代理',
      '',
      '总代',
      '沈国庆',
      '13800000001',
      '浙江省',
      '杭州市',
      '上城区',
      '中山路',
      '浙江省;江苏省',
      '线下流通',
      '13811110001',
    ],
    ['', '杭州市代理', 'A-1', '市代', '王秀兰', '13800000002', '', '', '', '', '浙江省杭州市', '', ''],
    ['', '北京代理', '', '省代', '李建华', '13800000003', '北京市', '', '东城区', '', '北京市', '', ''],
    ['', '无区域代理', '', '省代', '张丽', '13800000004', '', '', '', '', '', '', ''],
    ['', '错区域代理', '', '其他', '刘洋', '13800000005', '浙江省', '火星市', '', '', '', '', ''],
    ['', '无上级代理', 'A-7', '', '杨帆', '13800000006', '', '', '', '', '', '', ''],
    ['', '无渠道代理', '', '', '高敏', '13800000007', '', '', '', '', '', '直播', ''],
  ];
  const agents = await importRows(app, token, 'agent', rows);
  expect(agents.errors.map(({ rowNo, errMsg }) => [rowNo, errMsg])).toEqual([
    [5, '第5行：请填写授权区域'],
    [6, '第6行：区不存在：浙江省火星市'],
    [7, '第7行：上级编号不存在：A-7'],
    [8, '第8行：渠道不存在：直播'],
  ]);
  const { list } = await app.data(token, agentApi.list, {});
  expect(
    list.map((row) => [row.name, row.parentName, row.level, row.regionNames.join(), row.channelName, row.picName]),
  ).toEqual([
    ['北京代理', '', 1, '北京市', '', ''],
    ['杭州市代理', '浙江总代理', 2, '浙江省杭州市', '', ''],
    ['浙江总代理', '', 1, '江苏省,浙江省', '线下流通', '周明远'],
  ]);
  expect((await app.data(token, agentApi.info, { id: list[2]!.id })).regionName).toBe('浙江省杭州市上城区');
});

it('changes nothing when the same rows come again', async () => {
  const { token: staff } = await makeFirmStaff(app, permissions);
  await importRows(app, staff, 'sales', [salesTitles, ['周明远', '13811110001']]);
  await importRows(app, staff, 'agent', [
    agentTitles,
    ['A-1', '浙江总代理', '', '总代', '沈国庆', '13800000001', '', '', '', '', '浙江省', '', ''],
    ['', '杭州市代理', 'A-1', '市代', '王秀兰', '13800000002', '', '', '', '', '浙江省杭州市', '', ''],
  ]);
  const before = await app.data(staff, agentApi.list, {});
  const again = await importRows(app, staff, 'agent', [
    agentTitles,
    ['A-1', '浙江总代理', '', '总代', '别人', '13800000009', '', '', '', '', '浙江省', '', ''],
    ['', '杭州市代理', '', '其他', '别人', '13800000009'],
    ['A-1', '另一个总代理', '', '其他', '别人', '13800000009'],
  ]);
  expect(again).toMatchObject({ ok: 0, skip: 2, fail: 1 });
  expect(again.errors[0]).toMatchObject({ rowNo: 4, errMsg: '第4行：编号已存在' });
  expect(await app.data(staff, agentApi.list, {})).toEqual(before);
  const sales = await importRows(app, staff, 'sales', [
    salesTitles,
    ['周明远', '13811110001'],
    ['周二', '13811110001'],
  ]);
  expect(sales).toMatchObject({ ok: 0, skip: 1, fail: 1 });
  expect((await app.data(staff, salesmanApi.list, {})).total).toBe(1);
});
