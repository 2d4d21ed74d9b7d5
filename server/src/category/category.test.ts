import { categoryApi } from '@zhuiyuan/contract/category/category';
import { toRows } from '@zhuiyuan/contract/kit/tree';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeFirmStaff, makeStaff } from '../../test/factories/access.ts';
import { makeFirm } from '../../test/factories/parties.ts';

let app: TestApp;
let platform: string;
let tea: string;
let wine: string;
beforeAll(async () => {
  app = await openTestApp();
  ({ token: platform } = await makeStaff(app));
  ({ token: tea } = await makeFirmStaff(app));
  ({ token: wine } = await makeFirmStaff(app));
});
afterAll(() => app.close());
beforeEach(() => app.db.deleteFrom('category').execute());

const draft = { url: 'url', sort: 1, status: true, type: 1 } as const;
/** Saves a category and answers its number. */
const make = async (
  name: string,
  pid = 0,
  more: { type?: number; sort?: number; status?: boolean; extra?: string } = {},
  token = platform,
): Promise<number> => {
  await app.data(token, categoryApi.save, { ...draft, ...more, name, pid } as never);
  const { id } = await app.db
    .selectFrom('category')
    .select('id')
    .where('name', '=', name)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return id;
};
const row = (id: number) => app.db.selectFrom('category').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const treeNames = async (input: object = {}, token = platform) =>
  toRows(await app.data(token, categoryApi.tree, { type: 1, ...input } as never)).map(({ name }) => name);

describe('saving', () => {
  it('takes its parameters from the query, as clients send them', async () => {
    const answer = await app.fastify.inject({
      method: 'POST',
      url: '/api/admin/category/save',
      query: { pid: '1000', name: '绿茶', type: '2', sort: '1', url: 'url', status: '0' },
      headers: { 'authori-zation': platform },
    });
    expect(answer.json()).toEqual({ code: 200, message: 'ok', data: null });
    expect(
      await app.db.selectFrom('category').select(['pid', 'path', 'name', 'type', 'status', 'url']).execute(),
    ).toEqual([{ pid: 0, path: '/0/', name: '绿茶', type: 2, status: false, url: 'url' }]);
  });

  it('hangs what is sent for the top at the top', async () => {
    for (const pid of [0, 1000, 10_000])
      expect(await row(await make(`顶${pid}`, pid))).toMatchObject({ pid: 0, path: '/0/' });
    expect(await app.call(platform, categoryApi.save, { ...draft, name: 'x', pid: 77 })).toMatchObject({
      code: 400,
      message: '请选择父级分类',
    });
  });

  it('says what is wrong in the specified words', async () => {
    const say = async (input: object) =>
      (await app.call(platform, categoryApi.save, { ...draft, pid: 0, name: 'x', ...input } as never)).message;
    expect(await say({ pid: undefined })).toBe('请选择父级分类');
    expect(await say({ name: '' })).toBe('分类名称必须填写');
    expect(await say({ name: '   ' })).toBe('分类名称必须填写');
    expect(await say({ name: '长'.repeat(51) })).toBe('分类名称不能超过50个字符');
    expect((await app.call(platform, categoryApi.save, { ...draft, pid: 0, name: 'x', type: 8 } as never)).code).toBe(
      400,
    );
    await make('绿茶');
    expect(await app.call(platform, categoryApi.save, { ...draft, pid: 0, name: '绿茶' })).toMatchObject({
      code: 63501,
      message: '此分类已存在',
    });
    await make('绿茶', 0, { type: 3 });
  });

  it('keeps trees five levels deep', async () => {
    let pid = 0;
    for (const name of ['一', '二', '三', '四', '五']) pid = await make(name, pid);
    expect(await app.call(platform, categoryApi.save, { ...draft, name: '六', pid })).toMatchObject({
      code: 63506,
      message: '分类最多5级',
    });
    expect((await row(pid)).path.split('/')).toHaveLength(7);
  });
});

describe('the tree', () => {
  it('is ordered by sort, the highest first, then by number', async () => {
    const tea1 = await make('茶', 0, { sort: 1 });
    await make('酒', 0, { sort: 9 });
    await make('器', 0, { sort: 1 });
    await make('绿茶', tea1, { sort: 2 });
    await make('红茶', tea1, { sort: 5 });
    expect(await treeNames()).toEqual(['酒', '茶', '红茶', '绿茶', '器']);
    const tree = await app.data(platform, categoryApi.tree, { type: 1 });
    expect(tree[1]?.child[0]).toEqual({
      id: expect.any(Number),
      pid: tea1,
      path: `/0/${tea1}/`,
      name: '红茶',
      type: 1,
      url: 'url',
      extra: '',
      status: true,
      sort: 5,
      isOwn: true,
      child: [],
    });
  });

  it('finds by name with what is above and below, and by status', async () => {
    const tea1 = await make('茶');
    const green = await make('绿茶', tea1);
    await make('龙井', green);
    await make('红茶', tea1, { status: false });
    await make('酒');
    expect(await treeNames({ name: '绿' })).toEqual(['茶', '绿茶', '龙井']);
    expect(await treeNames({ name: '没有' })).toEqual([]);
    expect(await treeNames({ status: 1 })).toEqual(['茶', '绿茶', '龙井', '酒']);
    expect(await treeNames({ status: 0 })).toEqual(['红茶']);
    expect(await treeNames({ status: -1, name: '' })).toHaveLength(5);
  });
});

describe('lists', () => {
  it('pages by type, status, parent and name, and finds by numbers', async () => {
    const tea1 = await make('茶');
    const green = await make('绿茶', tea1);
    await make('文章', 0, { type: 3 });
    const page = await app.data(platform, categoryApi.list, { type: 1, status: -1, limit: 9999 });
    expect(page).toMatchObject({ total: 2, page: 1, limit: 9999 });
    expect(page.list[0]?.createTime).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
    expect((await app.data(platform, categoryApi.list, { pid: tea1 })).list.map(({ id }) => id)).toEqual([green]);
    expect((await app.data(platform, categoryApi.list, { name: '%' })).total).toBe(0);
    expect(
      (await app.data(platform, categoryApi.byIds, { ids: `${green},${tea1},99999` })).map(({ id }) => id),
    ).toEqual([tea1, green]);
    expect(await app.call(platform, categoryApi.info, { id: 99_999 })).toMatchObject({
      code: 404,
      message: '数据不存在或无权限访问',
    });
  });
});

describe('moving', () => {
  it('takes the branch along', async () => {
    const [tea1, goods] = [await make('茶'), await make('商品')];
    const green = await make('绿茶', tea1);
    const dragon = await make('龙井', green);
    await app.data(platform, categoryApi.update, { ...draft, id: tea1, pid: goods, name: '茶' });
    expect((await row(tea1)).path).toBe(`/0/${goods}/`);
    expect((await row(dragon)).path).toBe(`/0/${goods}/${tea1}/${green}/`);
    await app.data(platform, categoryApi.update, { ...draft, id: green, pid: 0, name: '绿茶' });
    expect((await row(dragon)).path).toBe(`/0/${green}/`);
  });

  it('never hangs a category below itself, nor too deep', async () => {
    const tea1 = await make('茶');
    const green = await make('绿茶', tea1);
    for (const pid of [tea1, green])
      expect(await app.call(platform, categoryApi.update, { ...draft, id: tea1, pid, name: '茶' })).toMatchObject({
        code: 63505,
        message: '不能移动到自己或自己的下级分类',
      });
    let pid = 0;
    for (const name of ['一', '二', '三', '四']) pid = await make(name, pid);
    expect((await app.call(platform, categoryApi.update, { ...draft, id: tea1, pid, name: '茶' })).code).toBe(63506);
    await app.data(platform, categoryApi.update, { ...draft, id: green, pid, name: '绿茶' });
  });

  it('of two that hang each below the other at the same time lets one win', async () => {
    const [a, b] = [await make('甲'), await make('乙')];
    const answers = await Promise.all([
      app.call(platform, categoryApi.update, { ...draft, id: a, pid: b, name: '甲' }),
      app.call(platform, categoryApi.update, { ...draft, id: b, pid: a, name: '乙' }),
    ]);
    expect(answers.map(({ code }) => code).toSorted((x, y) => x - y)).toEqual([200, 63505]);
    expect(await treeNames()).toHaveLength(2);
  });

  it('keeps the type', async () => {
    const tea1 = await make('茶');
    await app.data(platform, categoryApi.update, { ...draft, id: tea1, pid: 0, name: '茶叶', type: 3 });
    expect(await row(tea1)).toMatchObject({ name: '茶叶', type: 1 });
  });
});

describe('status', () => {
  it('closes all below, and opens all above', async () => {
    const tea1 = await make('茶');
    const green = await make('绿茶', tea1);
    const dragon = await make('龙井', green);
    const red = await make('红茶', tea1);
    const open = async () =>
      (await app.db.selectFrom('category').select('id').where('status', '=', true).orderBy('id').execute()).map(
        ({ id }) => id,
      );
    await app.data(platform, categoryApi.switchStatus, { id: tea1 });
    expect(await open()).toEqual([]);
    await app.data(platform, categoryApi.switchStatus, { id: dragon });
    expect(await open()).toEqual([tea1, green, dragon]);
    await app.data(platform, categoryApi.update, { ...draft, id: tea1, pid: 0, name: '茶', status: false });
    expect(await open()).toEqual([]);
    await app.data(platform, categoryApi.update, { ...draft, id: red, pid: tea1, name: '红茶', status: true });
    expect(await open()).toEqual([tea1, red]);
  });
});

describe('deleting', () => {
  it('is refused with products in it', async () => {
    const tea1 = await make('茶');
    const firmId = await makeFirm(app);
    const product = await app.db
      .insertInto('product')
      .values({ firmId, classId: tea1, storeName: '龙井', productNo: 'P1', unit: '罐' })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(await app.call(platform, categoryApi.remove, { id: tea1 })).toMatchObject({
      code: 63503,
      message: '该分类下有数据，不能删除',
    });
    await app.db.updateTable('product').set({ isDel: 1 }).where('id', '=', product.id).execute();
    await app.data(platform, categoryApi.remove, { id: tea1 });
  });

  it('is refused with children or with a linked form', async () => {
    const tea1 = await make('茶');
    const green = await make('绿茶', tea1);
    expect(await app.call(platform, categoryApi.remove, { id: tea1 })).toMatchObject({
      code: 63502,
      message: '当前分类下有子类，请先删除子类！',
    });
    await app.data(platform, categoryApi.remove, { id: green });
    await app.data(platform, categoryApi.remove, { id: tea1 });
    const config = await make('站点配置', 0, { type: 6, extra: '64' });
    expect(await app.call(platform, categoryApi.remove, { id: config })).toMatchObject({
      code: 63504,
      message: '请先解除关联的表单',
    });
    await app.data(platform, categoryApi.update, {
      ...draft,
      id: config,
      pid: 0,
      name: '站点配置',
      type: 6,
      extra: '',
    });
    await app.data(platform, categoryApi.remove, { id: config });
  });
});

describe('firms', () => {
  const attachments = { type: 2 } as const;
  it('have folders of their own beside the platform’s, and see nobody else’s', async () => {
    await make('公共', 0, attachments);
    await make('茶图', 0, attachments, tea);
    await make('酒图', 0, attachments, wine);
    expect(await treeNames(attachments, tea)).toEqual(['公共', '茶图']);
    const seen = await app.data(tea, categoryApi.tree, attachments);
    expect(seen.map(({ isOwn }) => isOwn)).toEqual([false, true]);
    expect(await treeNames(attachments, wine)).toEqual(['公共', '酒图']);
    expect(await treeNames(attachments)).toEqual(['公共', '茶图', '酒图']);
    await make('茶图', 0, attachments, wine);
  });

  it('write no other type, and no folder that is not theirs', async () => {
    const product = await make('茶');
    const shared = await make('公共', 0, attachments);
    const foreign = await make('酒图', 0, attachments, wine);
    expect(await app.call(tea, categoryApi.save, { ...draft, pid: 0, name: 'x' })).toMatchObject({ code: 403 });
    for (const act of [
      (id: number) => app.call(tea, categoryApi.update, { ...draft, ...attachments, id, pid: 0, name: 'x' } as never),
      (id: number) => app.call(tea, categoryApi.remove, { id }),
      (id: number) => app.call(tea, categoryApi.switchStatus, { id }),
    ]) {
      expect((await act(product)).code).toBe(403);
      expect((await act(shared)).code).toBe(404);
      expect((await act(foreign)).code).toBe(404);
    }
    expect((await app.call(tea, categoryApi.info, { id: foreign })).code).toBe(404);
    expect(
      (await app.call(tea, categoryApi.save, { ...draft, ...attachments, pid: foreign, name: 'x' } as never)).code,
    ).toBe(400);
    const own = await make('茶图', shared, attachments, tea);
    expect((await row(own)).pid).toBe(shared);
    expect(await app.call(platform, categoryApi.remove, { id: shared })).toMatchObject({ code: 63502 });
  });

  it('own what the platform puts into their folders', async () => {
    const own = await make('茶图', 0, attachments, tea);
    const inside = await make('春茶', own, attachments);
    expect((await row(inside)).firmId).toBe((await row(own)).firmId);
    expect(await treeNames(attachments, wine)).toEqual([]);
    const shared = await make('公共', 0, attachments);
    expect(
      (
        await app.call(platform, categoryApi.update, {
          ...draft,
          ...attachments,
          id: shared,
          pid: own,
          name: '公共',
        } as never)
      ).code,
    ).toBe(400);
  });
});
