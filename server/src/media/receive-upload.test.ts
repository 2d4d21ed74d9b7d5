import { uploadApi } from '@zhuiyuan/contract/media/upload';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff } from '../../test/factories/access.ts';
import { breakUpload, multipart, streamUpload, video } from '../../test/factories/media.ts';
import { uploadFolder } from './receive-upload.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await openTestApp();
  await app.db.insertInto('config').values({ name: 'file_max_size', value: '500' }).execute();
  ({ token } = await makeStaff(app, { permissions: ['admin:upload:image'] }));
  await app.fastify.listen({ port: 0 });
});
afterAll(() => app.close());

/** Everything in the store and in the place of what has not arrived. */
const left = async () => {
  const entries = await readdir(app.config.dataDir, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name !== 'master.key')
    .map((entry) => join(entry.parentPath, entry.name));
};
const rows = () => app.db.selectFrom('attachment').selectAll().execute();

it('refuses a stream that hides its length when it gets too long', async () => {
  const before = await left();
  const pieces = Readable.from(Array.from({ length: 40 }, () => Buffer.alloc(1024 * 1024)));
  const answer = await streamUpload(app, token, uploadApi.image.path, 'a.png', pieces);
  expect(answer).toMatchObject({ code: 63512, message: '最大允许上传10 MB的文件, 当前文件大小为 40 MB' });
  expect(await left()).toEqual(before);
});

it.each([
  ['connection', 0.6],
  ['connection before the first byte of the file', 0.00001],
])('leaves nothing of a broken %s', async (_what, share) => {
  const [files, attachments] = [await left(), (await rows()).length];
  await breakUpload(app, token, uploadApi.image.path, { name: 'a.mp4', content: video(3_000_000) }, share);
  await expect.poll(() => readdir(uploadFolder(app.config.dataDir))).toEqual([]);
  expect(await left()).toEqual(files);
  expect(await rows()).toHaveLength(attachments);
});

it('leaves nothing of a body that ends too early', async () => {
  const before = await left();
  const { boundary, body } = multipart({ name: 'a.mp4', content: video(200_000) });
  const answer = await app.fastify.inject({
    method: 'POST',
    url: '/api/admin/upload/image?model=store&pid=0',
    headers: { 'authori-zation': token, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: body.subarray(0, 100_000),
  });
  expect(answer.json()).toMatchObject({ code: 63517, message: '上传中断，请重试' });
  expect(await left()).toEqual(before);
});

it('takes a video of many megabytes without holding it in memory', async () => {
  const megabytes = 300;
  const piece = Buffer.alloc(1024 * 1024);
  let highest = 0;
  const watch = setInterval(() => (highest = Math.max(highest, process.memoryUsage().rss)), 10);
  const before = process.memoryUsage().rss;
  const pieces = Readable.from(
    (function* send() {
      yield video(piece.length);
      for (let at = 1; at < megabytes; at += 1) yield piece;
    })(),
  );
  const { code, data } = await streamUpload(app, token, uploadApi.image.path, 'long.mp4', pieces);
  clearInterval(watch);
  expect({ code, size: data.fileSize }).toEqual({ code: 200, size: megabytes * piece.length });
  // sender and receiver share this process
  expect(highest - before).toBeLessThan(150 * 1024 * 1024);
  await app.files.remove(data.url.slice(1));
}, 60_000);

const parts = (boundary: string, headers: (at: number) => string, count: number, end = `--${boundary}--\r\n`) =>
  Array.from({ length: count }, (_, at) => `--${boundary}\r\n${headers(at)}\r\n\r\nx\r\n`).join('') + end;
const field = (name: string) => `content-disposition: form-data; name="${name}"`;
const png = `${field('file')}; filename="a.png"\r\ncontent-type: image/png`;

it.each([
  ['a hundred thousand fields', 'multipart/form-data; boundary=b', parts('b', (at) => field(`f${at}`), 100_000)],
  ['a hundred thousand files', 'multipart/form-data; boundary=b', parts('b', () => png, 100_000)],
  ['a name without end', 'multipart/form-data; boundary=b', parts('b', () => field('n'.repeat(5_000_000)), 1)],
  [
    'a head without end',
    'multipart/form-data; boundary=b',
    parts('b', () => `x-a: ${'1\r\nx-a: '.repeat(500_000)}`, 1),
  ],
  [
    'names of objects',
    'multipart/form-data; boundary=b',
    parts('b', (at) => field(at % 2 ? '__proto__' : 'constructor'), 10),
  ],
  ['no boundary', 'multipart/form-data', 'x'],
  ['a boundary without end', `multipart/form-data; boundary=${'b'.repeat(8000)}`, 'x'],
  ['nothing', 'multipart/form-data; boundary=b', ''],
  ['no end', 'multipart/form-data; boundary=b', parts('b', () => field('f'), 3, '')],
  ['no head', 'multipart/form-data; boundary=b', '--b\r\n\r\nx\r\n--b--\r\n'],
  ['another type', 'application/json', '{}'],
  ['a text', 'text/plain', 'x'],
  ['an unknown type', 'image/png', 'x'],
  ['a broken type', ';;;', 'x'],
])('refuses a body of %s, and is none the worse for it', async (_what, type, payload) => {
  const before = await left();
  const answer = await app.fastify.inject({
    method: 'POST',
    url: '/api/admin/upload/image?model=store&pid=0',
    headers: { 'authori-zation': token, 'content-type': type },
    payload,
  });
  expect(answer.statusCode).toBe(200);
  const { code, message } = answer.json<{ code: number; message: string }>();
  expect([400, 63511, 63513, 63514, 63517]).toContain(code);
  expect(message).not.toBe('');
  expect(await left()).toEqual(before);
});
