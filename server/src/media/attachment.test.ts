import { categoryApi } from '@zhuiyuan/contract/category/category';
import { attachmentApi } from '@zhuiyuan/contract/media/attachment';
import { uploadApi } from '@zhuiyuan/contract/media/upload';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeFirmStaff, makeStaff } from '../../test/factories/access.ts';
import { picture, upload, video } from '../../test/factories/media.ts';
import { makeFirm } from '../../test/factories/parties.ts';

const permissions = ['list', 'delete', 'move'].map((act) => `admin:system:attachment:${act}`);
let app: TestApp;
let platform: string;
let tea: string;
let wine: string;
let teaFirm: number;
let png: Buffer;

beforeAll(async () => {
  app = await openTestApp();
  teaFirm = await makeFirm(app);
  const all = [...permissions, 'admin:upload:image'];
  ({ token: platform } = await makeStaff(app, { permissions: all }));
  ({ token: tea } = await makeStaff(app, { permissions: all, firmId: teaFirm }));
  ({ token: wine } = await makeFirmStaff(app, all));
  png = await picture();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.deleteFrom('attachment').execute();
  await app.db.deleteFrom('category').execute();
});

const send = async (token: string, { name = 'a.png', content = png, pid = 0 } = {}): Promise<number> => {
  const { data } = await upload(app, token, uploadApi.image, { name, content }, { model: 'store', pid: String(pid) });
  return data.attId;
};
const folder = async (name: string, pid = 0, token = platform): Promise<number> => {
  await app.data(token, categoryApi.save, { pid, name, type: 2, sort: 1, status: true });
  const { id } = await app.db.selectFrom('category').select('id').where('name', '=', name).executeTakeFirstOrThrow();
  return id;
};
const idsOf = async (token: string, input: object = {}) =>
  (await app.data(token, attachmentApi.list, { pid: 0, ...input })).list.map(({ attId }) => attId);

describe('the list', () => {
  it('is newest first, by folder with all below it, and by kind in any spelling', async () => {
    const goods = await folder('商品主图');
    const green = await folder('绿茶', goods);
    const inRoot = await send(platform);
    const inGoods = await send(platform, { pid: goods, name: 'b.mp4', content: video() });
    const inGreen = await send(platform, { pid: green, name: 'c.jpg', content: await picture('jpeg') });
    expect(await idsOf(platform)).toEqual([inGreen, inGoods, inRoot]);
    expect(await idsOf(platform, { pid: 10_000 })).toHaveLength(3);
    expect(await idsOf(platform, { pid: goods })).toEqual([inGreen, inGoods]);
    expect(await idsOf(platform, { pid: green })).toEqual([inGreen]);
    expect(await idsOf(platform, { attType: 'jpg,jpeg,gif,png,bmp,PNG,JPG' })).toEqual([inGreen, inRoot]);
    expect(await idsOf(platform, { attType: 'video/mp4' })).toEqual([inGoods]);
    expect(await idsOf(platform, { attType: 'JPG' })).toEqual([inGreen]);
    expect(await idsOf(platform, { attType: ' , ' })).toHaveLength(3);
  });

  it('pages', async () => {
    for (let at = 0; at < 3; at += 1) await send(platform);
    const page = await app.data(platform, attachmentApi.list, { pid: 0, page: 2, limit: 2 });
    expect(page).toMatchObject({ page: 2, limit: 2, total: 3, totalPage: 2 });
    expect(page.list).toHaveLength(1);
    expect(await app.call(platform, attachmentApi.list, { pid: 0, page: 0 })).toMatchObject({
      code: 400,
      message: '分页参数不正确',
    });
    expect(await app.call(platform, attachmentApi.list, {} as never)).toMatchObject({
      code: 400,
      message: '父级id不能为空',
    });
  });

  it('counts what stands in each folder', async () => {
    const goods = await folder('商品主图');
    await send(platform, { pid: goods });
    await send(platform, { pid: goods });
    await send(platform);
    await send(platform, { pid: goods, name: 'v.mp4', content: video() });
    const counts = await app.data(platform, attachmentApi.counts, { attType: 'png' });
    expect(counts.toSorted((a, b) => a.pid - b.pid)).toEqual([
      { pid: 0, count: 1 },
      { pid: goods, count: 2 },
    ]);
  });
});

describe('firms', () => {
  it('see their own and the platform’s, and the platform sees all', async () => {
    const ofPlatform = await send(platform);
    const ofTea = await send(tea);
    const ofWine = await send(wine);
    expect(await idsOf(tea)).toEqual([ofTea, ofPlatform]);
    expect(await idsOf(wine)).toEqual([ofWine, ofPlatform]);
    expect(await idsOf(platform)).toEqual([ofWine, ofTea, ofPlatform]);
    const { list } = await app.data(tea, attachmentApi.list, { pid: 0 });
    expect(list.map(({ isOwn }) => isOwn)).toEqual([true, false]);
    expect(await app.data(tea, attachmentApi.counts, {})).toEqual([{ pid: 0, count: 2 }]);
  });

  it('change only their own: a foreign row looks like none', async () => {
    const [ofPlatform, ofTea, ofWine] = [await send(platform), await send(tea), await send(wine)];
    const none = { code: 404, message: '数据不存在或无权限访问' };
    for (const id of [ofPlatform, ofWine, 99_999]) {
      expect(await app.call(tea, attachmentApi.remove, { ids: `${ofTea},${id}` })).toMatchObject(none);
      expect(await app.call(tea, attachmentApi.move, { attrId: `${ofTea},${id}`, pid: 0 })).toMatchObject(none);
      expect(await app.call(tea, attachmentApi.update, { attId: id, name: 'x', pid: 0 })).toMatchObject(none);
    }
    expect(await app.call(tea, attachmentApi.info, { id: ofWine })).toMatchObject(none);
    expect((await app.call(tea, attachmentApi.info, { id: ofPlatform })).code).toBe(200);
    expect(await app.db.selectFrom('attachment').select('name').orderBy('id').execute()).toEqual([
      { name: 'a.png' },
      { name: 'a.png' },
      { name: 'a.png' },
    ]);
  });

  it('cannot put anything into a folder they do not see', async () => {
    const foreign = await folder('酒', 0, wine);
    const own = await folder('茶', 0, tea);
    const id = await send(tea, { pid: foreign });
    const pidOf = async () => (await app.data(tea, attachmentApi.info, { id })).pid;
    expect(await pidOf()).toBe(0);
    await app.data(tea, attachmentApi.move, { attrId: [id], pid: own });
    expect(await pidOf()).toBe(own);
    await app.data(tea, attachmentApi.move, { attrId: String(id), pid: foreign });
    expect(await pidOf()).toBe(0);
  });
});

describe('moving, naming, deleting', () => {
  it('says what is missing', async () => {
    expect(await app.call(platform, attachmentApi.move, { pid: 0 } as never)).toMatchObject({
      code: 400,
      message: '请选择附件',
    });
    expect(await app.call(platform, attachmentApi.move, { attrId: '' as never, pid: 0 })).toMatchObject({
      code: 400,
      message: '请选择附件',
    });
    const id = await send(platform);
    expect(await app.call(platform, attachmentApi.move, { attrId: String(id) } as never)).toMatchObject({
      code: 400,
      message: '父级id不能为空',
    });
  });

  it('renames, and names a file of the library once more', async () => {
    const goods = await folder('商品主图');
    const id = await send(platform);
    await app.data(platform, attachmentApi.update, { attId: id, name: '正面.png', pid: goods });
    const row = await app.data(platform, attachmentApi.info, { id });
    expect(row).toMatchObject({ name: '正面.png', pid: goods, attType: 'png', width: 60, height: 40 });
    await app.data(tea, attachmentApi.save, { name: '借用.png', sattDir: row.sattDir, pid: 0 });
    const [borrowed] = (await app.data(tea, attachmentApi.list, { pid: 0 })).list;
    expect(borrowed).toMatchObject({ name: '借用.png', sattDir: row.sattDir, isOwn: true });
    const ofWine = await app.data(wine, attachmentApi.info, { id: await send(wine) });
    for (const sattDir of [ofWine.sattDir, '/media/none.png', 'https://example.com/a.png'])
      expect((await app.call(tea, attachmentApi.save, { name: 'x', sattDir, pid: 0 })).code).toBe(404);
  });

  it('deletes several at once, and their permission is asked', async () => {
    const ids = [await send(platform), await send(platform), await send(platform)];
    const { token } = await makeStaff(app, { permissions: ['admin:system:attachment:list'] });
    expect(await app.call(token, attachmentApi.remove, { ids: ids.join(',') })).toMatchObject({
      code: 403,
      message: '没有权限访问。',
    });
    await app.data(platform, attachmentApi.remove, { ids: `${ids[0]},${ids[2]}` });
    expect(await idsOf(platform)).toEqual([ids[1]]);
    const logged = await app.db
      .selectFrom('auditLog')
      .select(['title', 'businessType', 'status'])
      .where('title', '=', '删除附件')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(logged).toEqual({ title: '删除附件', businessType: 3, status: 0 });
  });

  it('keeps a folder that has files in it', async () => {
    const goods = await folder('商品主图');
    const id = await send(platform, { pid: goods });
    expect(await app.call(platform, categoryApi.remove, { id: goods })).toMatchObject({
      code: 63503,
      message: '该分类下有数据，不能删除',
    });
    await app.data(platform, attachmentApi.remove, { ids: String(id) });
    await app.data(platform, categoryApi.remove, { id: goods });
  });
});
