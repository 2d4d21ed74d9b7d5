import { uploadApi } from '@zhuiyuan/contract/media/upload';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff } from '../../test/factories/access.ts';
import { bitmap, picture, upload, video } from '../../test/factories/media.ts';
import { readRange } from './serve-media.ts';

describe('readRange', () => {
  it.each([
    [undefined, 100, 'all'],
    ['bytes=0-9', 100, { start: 0, end: 9 }],
    ['bytes=90-', 100, { start: 90, end: 99 }],
    ['bytes=-10', 100, { start: 90, end: 99 }],
    ['bytes=-500', 100, { start: 0, end: 99 }],
    ['bytes=50-500', 100, { start: 50, end: 99 }],
    ['bytes=100-', 100, undefined],
    ['bytes=9-3', 100, undefined],
    ['bytes=-0', 100, undefined],
    ['bytes=0-1,5-6', 100, 'all'],
    ['lines=1-2', 100, 'all'],
  ])('reads %j of %d bytes', (header, size, range) => {
    expect(readRange(header, size)).toEqual(range);
  });
});

describe('/media', () => {
  let app: TestApp;
  const sent: Record<string, { url: string; content: Buffer }> = {};
  beforeAll(async () => {
    app = await openTestApp();
    const { token } = await makeStaff(app, { permissions: ['admin:upload:image'] });
    for (const [name, content] of Object.entries({
      'a.png': await picture('png', 900, 600),
      'b.mp4': video(5000),
      'c.bmp': bitmap(),
    }))
      sent[name] = { url: (await upload(app, token, uploadApi.image, { name, content })).data.url, content };
  });
  afterAll(() => app.close());
  const get = (url: string, headers = {}) => app.fastify.inject({ url, headers });

  it('serves the file to everybody, for ever, as what it is', async () => {
    const { url, content } = sent['a.png']!;
    const answer = await get(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(content)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(content.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    });
  });

  it('serves a small copy of a picture, and the original where there is none', async () => {
    const small = await get(`${sent['a.png']!.url}?thumb=1`);
    expect(small.headers['content-type']).toBe('image/webp');
    expect(small.rawPayload.length).toBeLessThan(sent['a.png']!.content.length);
    for (const name of ['b.mp4', 'c.bmp'])
      expect((await get(`${sent[name]!.url}?thumb=1`)).rawPayload.equals(sent[name]!.content)).toBe(true);
  });

  it('serves ranges of a video', async () => {
    const { url, content } = sent['b.mp4']!;
    const part = await get(url, { range: 'bytes=100-199' });
    expect(part.statusCode).toBe(206);
    expect(part.headers).toMatchObject({
      'content-range': 'bytes 100-199/5000',
      'content-length': '100',
      'content-type': 'video/mp4',
    });
    expect(part.rawPayload.equals(content.subarray(100, 200))).toBe(true);
    const beyond = await get(url, { range: 'bytes=5000-' });
    expect(beyond.statusCode).toBe(416);
    expect(beyond.headers['content-range']).toBe('bytes */5000');
  });

  it('serves nothing else', async () => {
    await app.files.put('file/store/2026/11/21/secret.png', await picture());
    await app.files.put('media/page.html', Buffer.from('<script>'));
    const { url } = sent['a.png']!;
    for (const path of [
      '/media/../file/store/2026/11/21/secret.png',
      '/media/..%2ffile/store/2026/11/21/secret.png',
      '/media/%2e%2e/file/store/2026/11/21/secret.png',
      '/media/..%5cfile/store/2026/11/21/secret.png',
      '/media/page.html',
      '/media/',
      '/media/store/2026/11/21/none.png',
      '/media/store%00.png',
      `${url.replace('.png', '.jpg')}`,
    ]) {
      const answer = await get(path);
      expect([path, answer.statusCode]).toEqual([path, 404]);
    }
  });
});
