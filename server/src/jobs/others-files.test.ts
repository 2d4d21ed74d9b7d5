import { plainPermission } from '@zhuiyuan/contract/codes/export/code-export';
import { excelLogApi } from '@zhuiyuan/contract/jobs/excel-log';
import { importTaskApi } from '@zhuiyuan/contract/jobs/import-task';
import { JobKind, JobStatus } from '@zhuiyuan/contract/jobs/job-enums';
import { PayeeKind } from '@zhuiyuan/contract/settlement/settlement-enums';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../test/app.ts';
import { firmWorld, makeStaff } from '../../test/factories/access.ts';

let app: TestApp;
let firmId: number;
let staffId: number;
beforeAll(async () => {
  ({ app, firmId, staffId } = await firmWorld([], { work: false }));
});
afterAll(() => app.close());

/** A file that somebody had made and that is kept, of whatever was asked for. */
const keep = async (kind: number, biz: string, filters: object, operatorId = staffId): Promise<number> => {
  const { id } = await app.db
    .insertInto('fileJob')
    .values({
      firmId,
      kind,
      biz,
      taskNo: `K${Math.random()}`.slice(0, 12),
      title: biz,
      params: JSON.stringify({ filters }),
      file: `file/2026/${biz}.xlsx`,
      fileName: `${biz}.xlsx`,
      status: JobStatus.done,
      expireAt: new Date(Date.now() + 3_600_000),
      operatorId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

const log = ['list', 'download', 'all'].map((act) => `admin:identity:excelLog:${act}`);
const staffWith = (...permissions: string[]) => makeStaff(app, { firmId, permissions: [...log, ...permissions] });
const codesOf = async (token: string, id: number) =>
  Promise.all([excelLogApi.url, excelLogApi.redo].map(async (call) => (await app.call(token, call, { id })).code));

test.each([
  ['code_export', { columns: ['serial', 'pin'] }, 'admin:identity:batch:export', plainPermission],
  ['mould_print', { showsInner: true }, 'admin:identity:task:print', plainPermission],
  ['mould_print', {}, 'admin:identity:task:print', plainPermission],
  ['remit', { payeeKind: PayeeKind.agent }, 'admin:lottery:storeRemit:export', 'admin:lottery:dealerRemit:export'],
])('a file of %s %j is for who may ask for it, whoever sees its row', async (biz, filters, may, further) => {
  const id = await keep(JobKind.export, biz, filters);
  expect(await codesOf((await staffWith()).token, id)).toEqual([403, 403]);
  expect(await codesOf((await staffWith(may)).token, id)).toEqual([403, 403]);
  expect(await codesOf((await staffWith(may, further)).token, id)).toEqual([200, 200]);
});

test.each([
  ['code_export', { columns: ['serial', 'code'] }, 'admin:identity:batch:export'],
  ['mould_print', { showsInner: false }, 'admin:identity:task:print'],
  ['remit', { payeeKind: PayeeKind.shop }, 'admin:lottery:storeRemit:export'],
])('a file of %s %j needs no more than its own permission', async (biz, filters, may) => {
  const id = await keep(JobKind.export, biz, filters);
  expect(await codesOf((await staffWith(may)).token, id)).toEqual([200, 200]);
});

test('who lost a permission has no file made anew of what needs it', async () => {
  const { id: operatorId, token } = await staffWith('admin:identity:batch:export');
  const id = await keep(JobKind.export, 'code_export', { columns: ['innerCode'] }, operatorId);
  expect((await app.call(token, excelLogApi.redo, { id })).code).toBe(403);
});

test('what is exported for a password is not written anew without one', async () => {
  const may = ['admin:lottery:customer:export', 'admin:lottery:customer:plain'];
  const { id: operatorId, token } = await staffWith(...may);
  const id = await keep(JobKind.export, 'consumer_plain', {}, operatorId);
  expect(await app.call(token, excelLogApi.redo, { id })).toMatchObject({
    code: 400,
    message: '请在该业务自己的页面重新导出',
  });
});

test('a file that was imported is for its sender and who may look into imports', async () => {
  const id = await keep(JobKind.import, 'shop', {});
  const ask = async (token: string) => (await app.call(token, excelLogApi.url, { id })).code;
  expect(await ask((await staffWith()).token)).toBe(403);
  expect(await ask((await staffWith('admin:identity:importTask:list')).token)).toBe(200);
  const own = await staffWith();
  await app.db.updateTable('fileJob').set({ operatorId: own.id }).where('id', '=', id).execute();
  expect(await ask(own.token)).toBe(200);
});

test('what somebody began to import goes on by who may import it, as it acts in his name', async () => {
  const id = await keep(JobKind.import, 'remit_result', {});
  await app.db.updateTable('fileJob').set({ total: 3, cursorRow: 1 }).where('id', '=', id).execute();
  const ask = async (token: string) => {
    const { code } = await app.call(token, importTaskApi.retry, { id });
    return [code, (await app.call(token, importTaskApi.resume, { id })).code];
  };
  const may = 'admin:identity:importTask:retry';
  expect(await ask((await staffWith(may)).token)).toEqual([403, 403]);
  // Nothing of it was refused, so that there is something to go on with alone.
  expect(await ask((await staffWith(may, 'admin:lottery:storeRemit:pay')).token)).toEqual([61104, 200]);
});
