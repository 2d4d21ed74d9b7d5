import { importTaskApi } from '@zhuiyuan/contract/jobs/import-task';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFirm, makeStaff, openTestApp, type TestApp } from '../../test/app.ts';
import { importEnded, uploaded } from '../../test/import.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await openTestApp({ work: true });
  const firmId = await makeFirm(app);
  const permissions = ['importTask:list', 'importTask:save', 'product:import'].map((act) => `admin:identity:${act}`);
  ({ token } = await makeStaff(app, { firmId, permissions }));
});
afterAll(() => app.close());

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
const long = '𠮷'.repeat(20_000);

it.each([
  ['NUL', utf16('名称,单位\r\na\0b,瓶\r\n好产品甲,瓶\r\n')],
  ['half a character', utf16('名称,单位\r\na\ud800b,瓶\r\n好产品乙,瓶\r\n')],
  ['a text that is cut within a character', Buffer.from(`名称,单位\r\na${long},瓶\r\n好产品丙,瓶\r\n`)],
])('%s in a cell is told of its row, and the others are imported', async (_what, content) => {
  const fileUrl = await uploaded(app, token, 'product', content, '导入.csv');
  const { taskId } = await app.data(token, importTaskApi.save, { biz: 'product', fileUrl } as never);
  expect(await importEnded(app, token, taskId)).toMatchObject({ total: 2, ok: 1, fail: 1, status: 3 });
  const { list } = await app.data(token, importTaskApi.errors, { id: taskId });
  expect(list).toMatchObject([{ rowNo: 2, field: '名称' }]);
});
