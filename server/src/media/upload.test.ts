import { CategoryType } from '@zhuiyuan/contract/category/category';
import { attachmentApi } from '@zhuiyuan/contract/media/attachment';
import { uploadApi } from '@zhuiyuan/contract/media/upload';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff } from '../../test/factories/access.ts';
import { bitmap, picture, upload, video } from '../../test/factories/media.ts';
import { makeFirm } from '../../test/factories/parties.ts';
import { announceChange } from '../kit/db/remember.ts';
import { readSetting } from '../settings/read-setting.ts';
import { settingsMemory } from '../settings/read-setting.ts';
import sharp from '../../test/sharp.ts';

let app: TestApp;
let token: string;
const permissions = ['admin:upload:image', 'admin:upload:file', 'admin:system:attachment:list'];
beforeAll(async () => {
  app = await openTestApp();
  ({ token } = await makeStaff(app, { permissions }));
});
afterAll(() => app.close());

const setSetting = async (name: string, value: string) => {
  await app.db
    .insertInto('config')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
  await announceChange(app.db, settingsMemory);
  await expect.poll(() => readSetting(app.db, name)).toBe(value);
};
/** Everything in the store and in the place of what has not arrived. */
const left = async () => {
  const entries = await readdir(app.config.dataDir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name !== 'master.key')
    .map((entry) => join(entry.parentPath, entry.name));
};
const rows = () => app.db.selectFrom('attachment').selectAll().execute();

describe('POST /admin/upload/image', () => {
  it.each([
    ['商品主图.png', 'png', 'png', () => picture('png')],
    ['a.JPG', 'jpg', 'jpeg', () => picture('jpeg')],
    ['a.jpeg', 'jpeg', 'jpeg', () => picture('jpeg')],
    ['a.gif', 'gif', 'gif', () => picture('gif')],
    ['a.bmp', 'bmp', 'bmp', async () => bitmap()],
    ['开箱.mp4', 'mp4', 'video/mp4', async () => video()],
  ])('takes %s', async (name, extName, type, make) => {
    const content = await make();
    const { code, data } = await upload(app, token, uploadApi.image, { name, content });
    expect({ code, ...data }).toMatchObject({ code: 200, fileName: name, extName, type, fileSize: content.length });
    expect(data.url).toMatch(new RegExp(`^/media/store/\\d{4}/\\d{2}/\\d{2}/[0-9a-f]{32}\\.${extName}$`));
    const list = await app.data(token, attachmentApi.list, { pid: 0, attType: type });
    expect(list.list[0]).toMatchObject({
      attId: data.attId,
      name,
      sattDir: data.url,
      attType: type,
      attSize: String(content.length),
      pid: 0,
      imageType: 1,
    });
  });

  it('takes the field file too, and the folder of the query', async () => {
    const { id } = await app.db
      .insertInto('category')
      .values({ pid: 0, path: '/0/', name: '礼盒', type: CategoryType.attachment })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { data } = await upload(
      app,
      token,
      uploadApi.image,
      { name: 'a.png', content: await picture(), field: 'file' },
      { model: 'content', pid: String(id) },
    );
    expect(data.url).toMatch(/^\/media\/content\//);
    const list = await app.data(token, attachmentApi.list, { pid: id });
    expect(list.list.map(({ attId }) => attId)).toEqual([data.attId]);
  });

  it('puts what is sent to an unknown folder into the root', async () => {
    const { data } = await upload(
      app,
      token,
      uploadApi.image,
      { name: 'a.png', content: await picture() },
      { model: 'store', pid: '10000' },
    );
    expect((await rows()).find(({ id }) => id === data.attId)?.pid).toBe(0);
  });

  it('turns the small copy the way the camera was held', async () => {
    const held = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#fff' } })
      .withExif({ IFD0: { Orientation: '6' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { data } = await upload(app, token, uploadApi.image, { name: 'a.jpg', content: held });
    expect((await rows()).find(({ id }) => id === data.attId)).toMatchObject({ width: 400, height: 600 });
    const thumb = await app.fastify.inject({ url: `${data.url}?thumb=1` });
    expect(thumb.headers['content-type']).toBe('image/webp');
    expect(await sharp(thumb.rawPayload).metadata()).toMatchObject({ width: 213, height: 320 });
  });

  it('takes no sign into its name that turns how it is read', async () => {
    const { data } = await upload(app, token, uploadApi.image, {
      name: 'a\u202egnp\u2066.exe.png',
      content: await picture(),
    });
    expect(data.fileName).toBe('agnp.exe.png');
  });

  it.each([
    ['a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a.html', Buffer.from('<script>alert(1)</script>')],
    ['a.png.exe', Buffer.from('MZ')],
    ['noextension', Buffer.from('x')],
    ['a.pdf', Buffer.from('%PDF-1.7')],
  ])('refuses %s by its name', async (name, content) => {
    const before = await left();
    expect(await upload(app, token, uploadApi.image, { name, content })).toMatchObject({
      code: 63511,
      message: '上传文件的类型只能是：jpg,jpeg,gif,png,bmp,mp4',
    });
    expect(await left()).toEqual(before);
  });

  it.each([
    ['a page named png', 'a.png', async () => Buffer.from('<html><script>alert(1)</script></html>')],
    ['a drawing named png', 'a.png', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a gif named jpg', 'a.jpg', () => picture('gif')],
    ['a program named mp4', 'a.mp4', async () => Buffer.from(`MZ${'x'.repeat(500)}`)],
    ['a text named mp4', 'a.mp4', async () => Buffer.from('hello')],
  ])('refuses %s by its bytes', async (_what, name, make) => {
    const before = await left();
    const content = await make();
    expect(await upload(app, token, uploadApi.image, { name, content })).toMatchObject({ code: 63514 });
    expect(await left()).toEqual(before);
  });

  it('refuses a picture that is cut off or broken', async () => {
    const whole = await sharp({
      create: {
        width: 900,
        height: 900,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .jpeg()
      .toBuffer();
    const cut = await upload(app, token, uploadApi.image, {
      name: 'a.jpg',
      content: whole.subarray(0, whole.length / 2),
    });
    expect(cut).toMatchObject({ code: 63515, message: '图片已损坏或无法识别' });
  });

  it('refuses a picture that would unfold to too many pixels', async () => {
    const bomb = await sharp({
      create: { width: 9000, height: 8000, channels: 3, background: '#000' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(await upload(app, token, uploadApi.image, { name: 'a.png', content: bomb })).toMatchObject({
      code: 63516,
      message: '图片尺寸过大，最多 6400 万像素',
    });
  });

  it('says the limit and the size of what is too large, and keeps nothing of it', async () => {
    const before = await left();
    const content = Buffer.concat([await picture('png'), Buffer.alloc(11 * 1024 * 1024)]);
    const { code, message } = await upload(app, token, uploadApi.image, { name: 'a.png', content });
    expect(code).toBe(63512);
    expect(message).toMatch(/^最大允许上传10 MB的文件, 当前文件大小为 11(\.\d+)? MB$/);
    expect(await left()).toEqual(before);
  });

  it('follows the settings at once', async () => {
    await setSetting('image_max_size', '1');
    await setSetting('image_ext_str', 'png,svg');
    const large = await upload(app, token, uploadApi.image, { name: 'a.png', content: Buffer.alloc(2 * 1024 * 1024) });
    expect(large.message).toMatch(/^最大允许上传1 MB的文件, 当前文件大小为 2 MB$/);
    const other = await upload(app, token, uploadApi.image, { name: 'a.svg', content: Buffer.from('<svg/>') });
    expect(other.message).toBe('上传文件的类型只能是：png,mp4');
    await setSetting('image_max_size', '10');
    await setSetting('image_ext_str', 'jpg,jpeg,gif,png,bmp');
  });

  it('never takes a name for a path', async () => {
    const { data } = await upload(app, token, uploadApi.image, {
      name: '../../../etc/passwd/x.png',
      content: await picture(),
    });
    expect(data.fileName).toBe('x.png');
    const windows = await upload(app, token, uploadApi.image, { name: 'C:\\fotos\\茶.png', content: await picture() });
    expect(windows.data.fileName).toBe('茶.png');
    for (const model of ['../out', 'a/b', '', '.x', 'x'.repeat(31)]) {
      const answer = await upload(
        app,
        token,
        uploadApi.image,
        { name: 'a.png', content: await picture() },
        { model, pid: '0' },
      );
      expect(answer.code).toBe(400);
    }
  });

  it('cuts a long name to 90 characters and keeps its extension', async () => {
    const { data } = await upload(app, token, uploadApi.image, {
      name: `${'茶'.repeat(120)}.png`,
      content: await picture(),
    });
    expect([...data.fileName]).toHaveLength(90);
    expect(data.fileName.endsWith('茶.png')).toBe(true);
  });

  it('says that nothing was sent', async () => {
    const text = '上传的文件对象不存在...';
    expect(await app.call(token, uploadApi.image, { model: 'store', pid: 0 })).toMatchObject({
      code: 63513,
      message: text,
    });
    expect(
      await upload(app, token, uploadApi.image, { name: 'a.png', content: await picture(), field: 'other' }),
    ).toMatchObject({ code: 63513, message: text });
    expect(await upload(app, token, uploadApi.image, { name: 'a.png', content: Buffer.alloc(0) })).toMatchObject({
      code: 63522,
      message: '文件是空的，没有内容，请检查文件',
    });
    expect(await app.call(token, uploadApi.image, { pid: 0 } as never)).toMatchObject({
      code: 400,
      message: '模块不能为空',
    });
  });

  it('needs its permission', async () => {
    const { token: other } = await makeStaff(app, { permissions: ['admin:upload:file'] });
    expect(await upload(app, other, uploadApi.image, { name: 'a.png', content: await picture() })).toMatchObject({
      code: 403,
    });
    expect(await upload(app, 'nobody', uploadApi.image, { name: 'a.png', content: await picture() })).toMatchObject({
      code: 401,
    });
  });
});

describe('POST /admin/upload/file', () => {
  const der = Buffer.from([0x30, 0x82, 0x01, 0x00, 0x02, 0x01, 0x03]);
  const zip = Buffer.from('504b0506000000000000000000000000000000000000', 'hex');
  it.each([
    ['名单.csv', Buffer.from('姓名,电话\n张三,1\n'), 'text/csv'],
    ['gbk.txt', Buffer.from([0xd0, 0xd5, 0xc3, 0xfb]), 'text/plain'],
    ['包.zip', zip, 'application/zip'],
    ['证书.p12', der, 'application/x-pkcs12'],
    ['key.pem', Buffer.from('-----BEGIN CERTIFICATE-----\n'), 'application/x-pem-file'],
    ['报告.pdf', Buffer.from('%PDF-1.7\n'), 'application/pdf'],
  ])('takes %s and keeps it from the public', async (name, content, type) => {
    const { code, data } = await upload(
      app,
      token,
      uploadApi.file,
      { name, content },
      { model: 'operation', pid: '10' },
    );
    expect({ code, type: data?.type }).toEqual({ code: 200, type });
    expect(data.url).toMatch(/^\/file\/operation\//);
    expect((await app.fastify.inject({ url: data.url })).statusCode).toBe(404);
    expect((await app.fastify.inject({ url: `/media/..${data.url}` })).statusCode).toBe(404);
  });

  it('refuses what the settings do not list and what is not what it says', async () => {
    const refused = await upload(app, token, uploadApi.file, { name: 'a.exe', content: Buffer.from('MZ') });
    expect(refused).toMatchObject({
      code: 63511,
      message: '上传文件的类型只能是：xlsx,xls,csv,txt,zip,pdf,doc,docx,mp3,wma,wav,amr,mp4,pem,p12',
    });
    expect(await upload(app, token, uploadApi.file, { name: 'a.pdf', content: zip })).toMatchObject({
      code: 63514,
      message: '文件内容与扩展名 .pdf 不一致，请检查文件',
    });
    expect(
      await upload(app, token, uploadApi.file, { name: 'a.csv', content: Buffer.from([0, 1, 2, 3]) }),
    ).toMatchObject({ code: 63514 });
  });
});

describe('attachments of an upload', () => {
  it('belong to the firm of the sender', async () => {
    const firmId = await makeFirm(app);
    const { token: own } = await makeStaff(app, { permissions, firmId });
    const { data } = await upload(app, own, uploadApi.image, { name: 'a.png', content: await picture() });
    expect((await rows()).find(({ id }) => id === data.attId)?.firmId).toBe(firmId);
  });
});
