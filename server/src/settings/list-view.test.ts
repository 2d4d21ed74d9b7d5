import { listViewApi, mayChangeShared, mostViews } from '@zhuiyuan/contract/settings/list-view';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeFirmStaff, makeStaff } from '../../test/factories/access.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const list = '/admin/identity/task/list';
const layout = {
  columns: [
    { key: 'status', width: 120 },
    { key: 'taskNo', isPinned: true },
  ],
  density: 'compact' as const,
};
const content = { values: { status: '3', sort: '-createTime' }, layout };
const own = (token: string) => app.data(token, listViewApi.own, {});
const save = (token: string, name: string, isShared = false) =>
  app.data(token, listViewApi.save, { list, name, isShared, content });

test('columns are kept per person and list, and given back', async () => {
  const { firmId, token } = await makeFirmStaff(app);
  const colleague = await makeStaff(app, { firmId });
  await app.data(token, listViewApi.keep, { list, layout, viewId: null });
  expect((await own(token)).lists).toEqual([{ list, layout, viewId: null }]);
  expect((await own(colleague.token)).lists).toEqual([]);
  await app.data(token, listViewApi.keep, { list, layout: null, viewId: null });
  expect((await own(token)).lists).toEqual([{ list, layout: null, viewId: null }]);
});

test('a view is its owner’s until all of the firm use it, and opens by default for whoever wants it', async () => {
  const { firmId, token } = await makeFirmStaff(app);
  const colleague = (await makeStaff(app, { firmId })).token;
  const stranger = (await makeFirmStaff(app)).token;
  const platform = (await makeStaff(app)).token;
  const { id } = await save(token, '秋季上新');
  expect((await own(token)).views).toMatchObject([{ id, name: '秋季上新', content, isOwn: true, updatedBy: '测试' }]);
  expect((await own(colleague)).views).toEqual([]);
  expect(await app.call(colleague, listViewApi.keep, { list, layout: null, viewId: id })).toMatchObject({ code: 404 });

  await app.data(token, listViewApi.update, { id, version: 0, name: '秋季', isShared: true, content });
  expect((await own(colleague)).views).toMatchObject([{ id, name: '秋季', isOwn: false, isShared: true, version: 1 }]);
  for (const other of [stranger, platform]) expect((await own(other)).views.map((view) => view.id)).not.toContain(id);
  await app.data(colleague, listViewApi.keep, { list, layout: null, viewId: id });
  expect((await own(colleague)).lists).toEqual([{ list, layout: null, viewId: id }]);

  await app.data(token, listViewApi.remove, { id });
  expect(await own(colleague)).toEqual({ lists: [{ list, layout: null, viewId: null }], views: [] });
});

test('a shared view is changed by its owner or who looks after accounts, and never over somebody else’s change', async () => {
  const { firmId, token } = await makeFirmStaff(app);
  const { id } = await save(token, '共用', true);
  const colleague = (await makeStaff(app, { firmId })).token;
  const keeper = (await makeStaff(app, { firmId, permissions: [mayChangeShared] })).token;
  const changed = { id, version: 0, name: '共用', isShared: true, content: { values: {}, layout: null } };
  expect(await app.call(colleague, listViewApi.update, changed)).toMatchObject({ code: 403 });
  expect(await app.call(colleague, listViewApi.remove, { id })).toMatchObject({ code: 403 });
  expect(await app.data(keeper, listViewApi.update, changed)).toEqual({ id, version: 1 });
  expect(await app.call(token, listViewApi.update, { ...changed, content })).toMatchObject({ code: 409 });
  expect((await own(token)).views[0]!.content).toEqual({ values: {}, layout: null });
});

test('names are short and one’s own only once; views and columns have limits', async () => {
  const { token } = await makeFirmStaff(app);
  await save(token, '我的');
  expect(await app.call(token, listViewApi.save, { list, name: '我的', isShared: false, content })).toMatchObject({
    message: '已有同名视图',
  });
  await app.data(token, listViewApi.save, { list: '/other', name: '我的', isShared: false, content });
  const refused = await app.call(token, listViewApi.save, {
    list,
    name: '一二三四五六七八九十一二三',
    isShared: false,
    content,
  });
  expect(refused).toMatchObject({ code: 400, message: '视图名称不能超过12个字符' });
  const wide = { columns: [{ key: 'a', width: 481 }], density: 'normal' as const };
  expect(await app.call(token, listViewApi.keep, { list, layout: wide, viewId: null })).toMatchObject({ code: 400 });
  const long = { values: { keywords: 'a'.repeat(2000), remark: 'b'.repeat(2000), name: 'c' }, layout: null };
  expect(await app.call(token, listViewApi.save, { list, name: '长', isShared: false, content: long })).toMatchObject({
    code: 400,
    message: '筛选条件过长',
  });
  for (let n = 1; n < mostViews; n += 1) await save(token, `视图${n}`);
  expect(await app.call(token, listViewApi.save, { list, name: '又一个', isShared: false, content })).toMatchObject({
    message: '一个列表最多保存20个视图',
  });
});

test('views saved at once stay within the limit', async () => {
  const { token } = await makeFirmStaff(app);
  for (let n = 1; n < mostViews; n += 1) await save(token, `视图${n}`);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      app.call(token, listViewApi.save, { list, name: `同时${n}`, isShared: false, content }),
    ),
  );
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  expect((await own(token)).views).toHaveLength(mostViews);
});
