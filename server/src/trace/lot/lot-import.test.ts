import { lotApi } from '@zhuiyuan/contract/trace/lot/lot';
import { readFile } from 'node:fs/promises';
import { importTaskApi } from '@zhuiyuan/contract/jobs/import-task';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeFirmStaff } from '../../../test/factories/access.ts';
import { importEnded, importRows, uploaded } from '../../../test/factories/jobs.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await openTestApp({ work: true });
  const permissions = [
    ...['list', 'save', 'retry'].map((act) => `admin:identity:importTask:${act}`),
    ...['list', 'save'].map((act) => `admin:identity:lot:${act}`),
    'admin:identity:product:import',
  ];
  ({ token } = await makeFirmStaff(app, permissions));
  const product = [
    ['编号', '名称', '单位'],
    ['P000008', '龙井', '盒'],
  ];
  await importRows(app, token, 'product', product);
});
afterAll(() => app.close());

const imported = async (name: string) => {
  const content = await readFile(new URL(`../../../test/sheet-files/${name}`, import.meta.url));
  const fileUrl = await uploaded(app, token, 'lot', content, name);
  const { taskId } = await app.data(token, importTaskApi.save, { biz: 'lot', fileUrl });
  return importEnded(app, token, taskId);
};

it('takes files of other programs: padded numbers, ISO days, parts in other places', async () => {
  expect(await imported('format-of-zeros.xlsx')).toMatchObject({ ok: 1, fail: 0 });
  expect(await imported('iso-dates.xlsx')).toMatchObject({ ok: 2, fail: 0 });
  for (const name of ['other-case.xlsx', 'backslash.xlsx', 'sheet-elsewhere.xlsx'])
    expect([name, await imported(name)]).toMatchObject([name, { ok: 1, fail: 0 }]);
  const csv = Buffer.from(
    '产品编号,批号,生产日期\nP000008,CSV1,2026-10-31T16:00:00.000Z\nP000008,6.90123E+15,2026-11-01\n',
  );
  const fileUrl = await uploaded(app, token, 'lot', csv, 'iso.csv');
  const { taskId } = await app.data(token, importTaskApi.save, { biz: 'lot', fileUrl });
  expect(await importEnded(app, token, taskId)).toMatchObject({ ok: 1, fail: 1 });
  const { list: errors } = await app.data(token, importTaskApi.errors, { id: taskId });
  expect(errors).toMatchObject([{ rowNo: 3, field: '批号', errMsg: expect.stringContaining('批号已被Excel缩短') }]);
  const { list } = await app.data(token, lotApi.list, { limit: 50 });
  const days = Object.fromEntries(list.map(({ lotNo, produceDate }) => [lotNo, produceDate]));
  expect(days).toEqual(
    Object.fromEntries(
      ['00000123', 'BUGSTRICT1', 'BUGSTRICT2', 'BUGCASE1', 'BUGBS1', 'BUGSH1', 'CSV1'].map((no) => [no, '2026-11-01']),
    ),
  );
});
