import { downloadApi } from '@zhuiyuan/contract/media/download';
import { uploadApi } from '@zhuiyuan/contract/media/upload';
import { toMs } from '@zhuiyuan/contract/kit/clock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeFirmStaff, makeStaff } from '../../test/factories/access.ts';
import { upload } from '../../test/factories/media.ts';
import { offerDownload } from '../kit/files/download.ts';

let app: TestApp;
let token: string;
const content = Buffer.from('编号,名称\n1,龙井\n');
const signedOut = { code: 401, message: '无效的会话，或者登录已过期，请重新登录。', data: null };
beforeAll(async () => {
  app = await openTestApp();
  ({ token } = await makeStaff(app, { permissions: ['admin:upload:file'] }));
});
afterAll(() => app.close());

const get = (path: string, query: Record<string, string>, headers: Record<string, string> = {}) =>
  app.fastify.inject({ url: `/api${path}`, query, headers });
const offer = async (isTemporary = false): Promise<{ fileName: string; file: string }> => {
  const file = `export/${Math.random().toString(36).slice(2)}.csv`;
  await app.files.put(file, content);
  return { file, fileName: await offerDownload(app.db, { name: '产品列表 1.csv', file, firmId: 0, isTemporary }) };
};

describe('GET /common/download', () => {
  it('streams the file once, without a token, under its own name', async () => {
    const { fileName, file } = await offer();
    const answer = await get(downloadApi.file.path, { fileName });
    expect(answer.rawPayload.equals(content)).toBe(true);
    expect(answer.headers).toMatchObject({
      'download-filename': encodeURIComponent('产品列表 1.csv'),
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('产品列表 1.csv')}`,
      'content-length': String(content.length),
      'cache-control': 'no-store',
    });
    expect((await get(downloadApi.file.path, { fileName })).json()).toEqual(signedOut);
    expect(await app.files.size(file)).toBe(content.length);
  });

  it('names the file in a way that no sign of the name breaks', async () => {
    const file = 'export/signs.csv';
    await app.files.put(file, content);
    const name = `a'b(1)*"\r\n;é.csv`;
    const fileName = await offerDownload(app.db, { name, file, firmId: 0 });
    const { headers } = await get(downloadApi.file.path, { fileName });
    const [, written = ''] =
      /^attachment; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]+)$/.exec(String(headers['content-disposition'])) ?? [];
    expect(decodeURIComponent(written)).toBe(name);
  });

  it('is not used up by asking for the head only', async () => {
    const { fileName } = await offer();
    await app.fastify.inject({ method: 'HEAD', url: '/api/common/download', query: { fileName } });
    expect((await get(downloadApi.file.path, { fileName })).rawPayload.equals(content)).toBe(true);
  });

  it('serves one of two that ask at the same time', async () => {
    const { fileName } = await offer();
    const answers = await Promise.all([
      get(downloadApi.file.path, { fileName }),
      get(downloadApi.file.path, { fileName }),
    ]);
    expect(answers.filter(({ headers }) => headers['download-filename'])).toHaveLength(1);
  });

  it('ends after five minutes', async () => {
    const { fileName } = await offer();
    const { expiresAt } = await app.db.selectFrom('download').select('expiresAt').executeTakeFirstOrThrow();
    const left = toMs(expiresAt) - Date.now();
    expect(left).toBeGreaterThan(290_000);
    expect(left).toBeLessThanOrEqual(300_000);
    await app.db
      .updateTable('download')
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .execute();
    expect((await get(downloadApi.file.path, { fileName })).json()).toEqual(signedOut);
  });

  it('removes a temporary file when asked to, and no other', async () => {
    const [temporary, lasting] = [await offer(true), await offer()];
    for (const { fileName } of [lasting, temporary]) await get(downloadApi.file.path, { fileName, delete: 'true' });
    await expect.poll(() => app.files.size(temporary.file)).toBeUndefined();
    expect(await app.files.size(lasting.file)).toBe(content.length);
  });

  it('knows no other names: not a path, not a stored file, not a bad token', async () => {
    const { fileName, file } = await offer();
    for (const name of [file, `../${file}`, '../../etc/passwd', 'x'.repeat(64), '%00'])
      expect((await get(downloadApi.file.path, { fileName: name })).json()).toEqual(signedOut);
    expect((await get(downloadApi.file.path, { fileName }, { authorization: 'Bearer old' })).json()).toEqual(signedOut);
    expect((await get(downloadApi.file.path, {})).json()).toMatchObject({ code: 400, message: '文件名不能为空' });
  });

  it('says when the file behind the name is gone', async () => {
    const { fileName, file } = await offer();
    await app.files.remove(file);
    expect((await get(downloadApi.file.path, { fileName })).json()).toMatchObject({ code: 404 });
  });
});

describe('GET /common/download/resource', () => {
  it('serves an uploaded file that belongs to nothing to its uploader, to nobody else', async () => {
    const { token: own, firmId } = await makeFirmStaff(app, ['admin:upload:file']);
    const { token: foreign } = await makeFirmStaff(app);
    const { data } = await upload(app, own, uploadApi.file, { name: '名单.csv', content });
    for (const resource of [data.url, data.url.slice(1)]) {
      const answer = await get(downloadApi.resource.path, { resource }, { authorization: `Bearer ${own}` });
      expect(answer.rawPayload.equals(content)).toBe(true);
      expect(answer.headers['download-filename']).toBe(encodeURIComponent('名单.csv'));
    }
    const { token: colleague } = await makeStaff(app, { firmId, permissions: ['admin:upload:file'] });
    for (const other of [token, colleague, foreign])
      expect((await get(downloadApi.resource.path, { resource: data.url }, { 'x-token': other })).json()).toMatchObject(
        { code: 404 },
      );
    expect((await get(downloadApi.resource.path, { resource: data.url })).json()).toEqual(signedOut);
    expect(
      (await get(downloadApi.resource.path, { resource: '/file/../master.key' }, { 'x-token': token })).json(),
    ).toMatchObject({ code: 404 });
  });

  it('also takes a name that serves once', async () => {
    const { fileName } = await offer();
    expect((await get(downloadApi.resource.path, { resource: fileName })).rawPayload.equals(content)).toBe(true);
    expect((await get(downloadApi.resource.path, { resource: fileName })).json()).toEqual(signedOut);
  });
});
