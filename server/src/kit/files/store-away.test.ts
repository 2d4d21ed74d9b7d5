import { attachmentApi } from '@zhuiyuan/contract/media/attachment';
import { uploadApi } from '@zhuiyuan/contract/media/upload';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { picture, upload } from '../../../test/factories/media.ts';
import { startFakeS3 } from '../../../test/fake-s3.ts';
import { offerDownload } from './download.ts';
import { StoreAway, storeAwayText, StoreClosed, storeClosedText, type Files } from './files.ts';
import { filesOnS3 } from './files-on-s3.ts';

type FakeS3 = Awaited<ReturnType<typeof startFakeS3>>;
const limits = { connect: 1_000, answer: 1_000, part: 5_000, silence: 1_000 };
/** Two tries, a pause between, and a busy machine. */
const soonMs = 10_000;

let s3: FakeS3;
let files: Files;
beforeAll(async () => {
  s3 = await startFakeS3();
  files = filesOnS3(s3.settings, limits);
  await files.put('media/a.bin', Buffer.alloc(300_000, 7));
});
afterEach(() => s3.answer('well'));
afterAll(() => s3.close());

const readWhole = async (name: string): Promise<number> => (await buffer((await files.open(name))!.stream)).length;
const acts: [string, () => Promise<unknown>][] = [
  ['put', () => files.put('media/b.bin', Buffer.alloc(10))],
  ['put in parts', () => files.put('media/c.bin', Buffer.alloc(9 * 1024 * 1024))],
  ['open', () => files.open('media/a.bin')],
  ['size', () => files.size('media/a.bin')],
  ['remove', () => files.remove('media/z.bin')],
];

describe.each(['never', 'overloaded'] as const)('a store that answers: %s', (manner) => {
  it.each(acts)('%s is given up', { timeout: soonMs }, async (_name, act) => {
    s3.answer(manner);
    await expect(act()).rejects.toBeInstanceOf(StoreAway);
    s3.answer('well');
    await act();
  });

  it('says that it is not ready', { timeout: soonMs }, async () => {
    s3.answer(manner);
    await expect(files.check()).rejects.toThrow();
    s3.answer('well');
    await files.check();
  });
});

it(
  'a store that takes everything and says nothing is given up within 17 seconds, and asked once',
  { timeout: 60_000 },
  async () => {
    const patient = filesOnS3(s3.settings);
    await patient.check();
    /** The machine may be busy; asked twice it would be 27 seconds and more. */
    const soon = 20_000;
    const giveUp = async (act: () => Promise<unknown>) => {
      const askedAt = Date.now();
      await expect(act()).rejects.toBeInstanceOf(StoreAway);
      expect(Date.now() - askedAt).toBeLessThan(soon);
    };
    s3.answer('no parts');
    const large = () => Readable.from([Buffer.alloc(9 * 1024 * 1024), Buffer.alloc(9 * 1024 * 1024)]);
    await giveUp(() => patient.put('media/c.bin', large()));
    s3.answer('never');
    const before = s3.asked();
    await Promise.all(
      [
        () => patient.put('media/b.bin', Buffer.alloc(10)),
        () => patient.put('media/b.bin', large()),
        () => patient.open('media/a.bin'),
        () => patient.size('media/a.bin'),
        () => patient.remove('media/z.bin'),
        () => patient.check(),
      ].map(giveUp),
    );
    expect(s3.asked() - before).toBe(6);
  },
);

it.each(['head only', 'half'] as const)('a file that ends early says so: %s', { timeout: soonMs }, async (manner) => {
  s3.answer(manner);
  await expect(readWhole('media/a.bin')).rejects.toBeInstanceOf(StoreAway);
  s3.answer('well');
  expect(await readWhole('media/a.bin')).toBe(300_000);
});

it('more requests than sockets are all given up in time', { timeout: 20_000 }, async () => {
  s3.answer('never');
  const asked = await Promise.allSettled(Array.from({ length: 150 }, () => files.size('media/a.bin')));
  expect(asked.filter(({ status }) => status === 'rejected')).toHaveLength(150);
  s3.answer('well');
  expect(await files.size('media/a.bin')).toBe(300_000);
});

it('what the store refuses by itself is no absence of it', async () => {
  const stranger = filesOnS3({ ...s3.settings, accessKey: 'nobody' }, limits);
  const fault: unknown = await stranger.size('media/a.bin').catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(StoreClosed);
});

describe('calls while the store says nothing', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await openTestApp({ store: files });
    ({ token } = await makeStaff(app, {
      permissions: ['admin:upload:image', 'admin:system:attachment:list'],
    }));
  });
  afterAll(() => app.close());

  it('those that need a file are refused in words, the others go on, and all is well when it is back', async () => {
    const content = await picture('png');
    const send = () => upload(app, token, uploadApi.image, { name: 'a.png', content });
    s3.answer('never');
    let isSent = false;
    const sent = send().finally(() => (isSent = true));
    const list = await app.data(token, attachmentApi.list, { pid: 0 });
    expect([list.total, isSent]).toEqual([0, false]);
    expect(await sent).toMatchObject({ code: 503, message: storeAwayText, data: null });
    s3.answer('well');
    const { code, data } = await send();
    expect(code).toBe(200);
    s3.answer('never');
    const shown = await app.fastify.inject({ url: data.url });
    expect(shown.json()).toMatchObject({ code: 503, message: storeAwayText });
    s3.answer('well');
    expect((await app.fastify.inject({ url: data.url })).statusCode).toBe(200);
    expect((await app.data(token, attachmentApi.list, { pid: 0 })).total).toBe(1);
  });

  it('a file that did not come can be fetched under its name once more, as what it is', async () => {
    const offer = { name: '产品列表.xlsx', file: 'media/a.bin', firmId: 0 };
    const fileName = await offerDownload(app.db, offer);
    const fetchIt = () => app.fastify.inject({ url: `/api/common/download?fileName=${fileName}` });
    for (const manner of ['never', 'head only', 'overloaded'] as const) {
      s3.answer(manner);
      const refused = await fetchIt();
      expect([refused.statusCode, refused.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
      expect(refused.json()).toMatchObject({ code: 503, message: storeAwayText });
    }
    s3.answer('half');
    await expect(fetchIt()).rejects.toThrow();
    s3.answer('well');
    await expect.poll(async () => (await fetchIt()).rawPayload.length).toBe(300_000);
    expect((await fetchIt()).json()).toMatchObject({ code: 401 });
  });

  it('a store that does not let us in is told apart from one that is away', async () => {
    const closed = await openTestApp({ store: filesOnS3({ ...s3.settings, accessKey: 'nobody' }, limits) });
    const fileName = await offerDownload(closed.db, { name: 'a.xlsx', file: 'media/a.bin', firmId: 0 });
    const { body } = await closed.fastify.inject({ url: `/api/common/download?fileName=${fileName}` });
    expect(JSON.parse(body)).toMatchObject({ code: 503, message: storeClosedText });
    expect(body).not.toMatch(/AccessDenied|nobody/);
    await closed.close();
  });
});
