import { signCheckApi } from '@zhuiyuan/contract/movement/sign/sign-check';
import { moveRefusals } from '@zhuiyuan/contract/movement/move-refusals';
import { Code } from '@zhuiyuan/contract/kit/codes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { makeMoveWorld } from '../../../test/factories/movement.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('scanned codes are held against the document: in it, signed already, inside a box, beside it, unknown', async () => {
  const { token, ship, sign, pack, box, item, line, items, docOf } = await makeMoveWorld(app);
  await pack(1, 1, 6);
  const { data } = await ship([{ code: await box(1) }, await line(items, 101, 110)]);
  expect(await sign(data.id, { mode: 'codes', codes: [await item(101)], remark: '其余未到' })).toMatchObject({
    code: 200,
  });
  const before = await docOf(data.id);
  const [boxCode, inRun, signed, inside, beside] = await Promise.all([
    box(1),
    item(105),
    item(101),
    item(3),
    item(250),
  ]);
  const checked = await app.data(token, signCheckApi.check, {
    id: data.id,
    codes: [boxCode, inRun, signed, inside, beside, '4QH7MZ2K9TXA7D3F'],
  });
  expect(checked.map(({ code, itemQty }) => [code, itemQty]).slice(0, 5)).toEqual([
    [boxCode, 6],
    [inRun, 1],
    [signed, 1],
    [inside, 1],
    [beside, 1],
  ]);
  expect(checked.map(({ errCode }) => errCode).slice(0, 5)).toEqual([0, 0, Code.invalid, moveRefusals.inBoxSign[0], 0]);
  expect(checked[0]!.lineId).toBeTypeOf('number');
  expect(checked[0]!.storeName).not.toBe('');
  expect(checked[1]!.lineId).not.toBe(checked[0]!.lineId);
  expect(checked[2]!.errMsg).toBe(`编码${signed}：已签收，无需再扫`);
  expect(checked[3]!.errMsg).toBe(`编码${inside}：编码在箱${boxCode}内，请扫箱码`);
  expect(checked[4]).toMatchObject({ lineId: null, errMsg: '' });
  expect(checked[5]!.errCode).not.toBe(0);
  expect(await docOf(data.id)).toEqual(before);
});

test('asks for the permission, a document one may see, and codes', async () => {
  const { token, ship, line, items, firmId } = await makeMoveWorld(app);
  const { data } = await ship([await line(items, 1, 5)]);
  const { token: other } = await makeStaff(app, { firmId, permissions: ['admin:identity:deliver:list'] });
  expect((await app.call(other, signCheckApi.check, { id: data.id, codes: ['x'] })).code).toBe(Code.forbidden);
  expect(await app.call(token, signCheckApi.check, { id: data.id, codes: [] })).toMatchObject({
    code: Code.invalid,
    message: '请扫描编码',
  });
  const elsewhere = await makeMoveWorld(app);
  expect((await app.call(elsewhere.token, signCheckApi.check, { id: data.id, codes: ['x'] })).code).toBe(Code.notFound);
});
