import { publicUploadApi } from '@zhuiyuan/contract/scan/query/public-trace';
import { uploadApi } from '@zhuiyuan/contract/media/upload';
import { buffer } from 'node:stream/consumers';
import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff } from '../../test/factories/access.ts';
import { multipart, picture, upload } from '../../test/factories/media.ts';
import sharp from '../../test/sharp.ts';
import type { Visit } from '../scan/query/scan-code.ts';
import { signScanToken } from '../scan/query/scan-token.ts';

vi.setConfig({ testTimeout: 180_000 });
let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await openTestApp();
  await app.db.insertInto('config').values({ name: 'image_ext_str', value: 'jpg,jpeg,gif,png,bmp,webp' }).execute();
  ({ token } = await makeStaff(app, { permissions: ['admin:upload:image'] }));
});
afterAll(() => app.close());

const send = (name: string, content: Buffer) => upload(app, token, uploadApi.image, { name, content });

/** Sends a picture as somebody without an account. */
const sendPublic = async (name: string, content: Buffer, remoteAddress = '198.51.100.1') => {
  const visit = { deviceId: `of ${remoteAddress}`, ip: remoteAddress, userAgent: '' } as Visit;
  const { boundary, body } = multipart({ name, content });
  const answer = await app.fastify.inject({
    method: 'POST',
    url: publicUploadApi.image.path,
    headers: {
      'x-scan-token': signScanToken(app.config.masterKey, {
        scanId: 1,
        at: new Date().toISOString(),
        code: 'x',
        visit,
      } as never),
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: body,
    remoteAddress,
  });
  return answer.json<{ code: number; message: string; data: { url: string } }>();
};

/** Unfolds to a billion shapes, each of which is blurred: minutes in the head alone of what draws it. */
const drawing = (): Buffer => {
  const levels = Array.from(
    { length: 9 },
    (_, at) => `<g id="g${at + 1}" filter="url(#f)">${`<use href="#g${at}"/>`.repeat(10)}</g>`,
  );
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="4000"><defs><filter id="f"><feGaussianBlur stdDeviation="90"/></filter>` +
      `<g id="g0"><rect width="4000" height="4000"/></g>${levels.join('')}</defs><use href="#g9"/></svg>`,
  );
};

it.each(['png', 'jpg', 'gif', 'bmp'])('never draws a drawing called .%s, of staff or strangers', async (extension) => {
  for (const content of [drawing(), Buffer.concat([Buffer.from('<?xml version="1.0"?>'), drawing()])]) {
    const refused = { code: 63514, message: `文件内容与扩展名 .${extension} 不一致，请检查文件` };
    expect(await sendPublic(`a.${extension}`, content)).toMatchObject(refused);
    expect(await send(`a.${extension}`, content)).toMatchObject(refused);
  }
});

it.each([
  ['a drawing', drawing],
  ['a document', () => Buffer.from('%PDF-1.7\n')],
])('takes %s behind the first bytes of a picture for no picture', async (_what, make) => {
  for (const [name, head] of [
    ['a.png', '\x89PNG\r\n\x1a\n'],
    ['a.jpg', '\xff\xd8\xff'],
    ['a.gif', 'GIF89a'],
  ] as const) {
    const content = Buffer.concat([Buffer.from(head, 'latin1'), make()]);
    expect((await sendPublic(name, content)).code).toBe(63515);
    expect((await send(name, content)).code).toBe(63515);
  }
});

/** A png with so many texts behind its head, each of which unfolds to 40 MB. */
const withBombs = async (count: number): Promise<Buffer> => {
  const content = await picture('png', 40, 30);
  const data = Buffer.concat([Buffer.from('zTXtComment\0\0'), deflateSync(Buffer.alloc(40_000_000), { level: 9 })]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length - 4, 0);
  frame.writeUInt32BE(crc32(data), 4);
  const bomb = Buffer.concat([frame.subarray(0, 4), data, frame.subarray(4)]);
  return Buffer.concat([content.subarray(0, 33), ...Array<Buffer>(count).fill(bomb), content.subarray(33)]);
};

it('cuts texts of a png that unfold to gigabytes before its head is read', async () => {
  const content = await withBombs(150);
  for (const sent of [await sendPublic('a.png', content), await send('a.png', content)]) {
    expect(sent).toMatchObject({ code: 200 });
    const bytes = await buffer((await app.files.open(sent.data.url.slice(1)))!.stream);
    expect(bytes.includes('zTXt')).toBe(false);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 40, height: 30 });
  }
});

it('hides nothing in how often a gif runs, nor between the pieces of a jpeg', async () => {
  const frames = Buffer.from(Array.from({ length: 3 * 48 }, (_, at) => (at * 37) % 256));
  const moving = await sharp(frames, { raw: { width: 4, height: 12, channels: 3, pageHeight: 4 } })
    .gif({ loop: 3, delay: [100, 200, 300] })
    .toBuffer();
  const at = moving.indexOf('NETSCAPE2.0') + 11 + 4;
  const gif = Buffer.concat([moving.subarray(0, at), Buffer.from('\x06SN4711'), moving.subarray(at)]);
  const jpeg = await picture('jpeg', 40, 30);
  const lines = Buffer.concat([jpeg.subarray(0, 2), Buffer.from('\xff\xdc\x00\x08SN4711', 'latin1'), jpeg.subarray(2)]);
  for (const [name, content] of [
    ['a.gif', gif],
    ['a.jpg', lines],
  ] as const)
    for (const sent of [await sendPublic(name, content), await send(name, content)]) {
      expect(sent).toMatchObject({ code: 200 });
      const bytes = await buffer((await app.files.open(sent.data.url.slice(1)))!.stream);
      expect(bytes.includes('SN4711')).toBe(false);
    }
});

it('refuses pictures of other kinds by their bytes', async () => {
  const tiff = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } })
    .tiff()
    .toBuffer();
  const heif = Buffer.from('0000001c6674797068656963000000006d696631686569636d696166', 'hex');
  for (const content of [tiff, heif]) {
    expect((await sendPublic('a.jpg', content)).code).toBe(63514);
    expect((await send('a.jpg', content)).code).toBe(63514);
  }
});

it('answers staff while strangers send a hundred pictures that are hard to read', async () => {
  const heavy = await sharp({ create: { width: 4900, height: 4800, channels: 3, background: '#c40' } })
    .jpeg({ progressive: true })
    .toBuffer();
  let under = 100;
  const flood = Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      sendPublic('a.jpg', at % 2 === 0 ? heavy : drawing(), `198.51.${at}.7`).finally(() => (under -= 1)),
    ),
  );
  // until those that are let in stand in their line, and the first is being read
  await expect.poll(() => under).toBeLessThan(100);
  expect(await send('a.png', await picture())).toMatchObject({ code: 200 });
  expect(under).toBeGreaterThan(0);
  const codes = new Set((await flood).map(({ code }) => code));
  for (const code of codes) expect([200, 429, 63514, 63523]).toContain(code);
});

describe('what pictures of staff tell beside their dots', () => {
  const exif = {
    IFD0: { Make: 'Huawei', BodySerialNumber: 'SN4711' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1' },
  };
  const dots = {
    width: 64,
    height: 48,
    channels: 3,
    background: '#46a',
    noise: { type: 'gaussian', mean: 128, sigma: 40 },
  } as const;
  const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><r xmlns:r="r">SN4711</r></x:xmpmeta>';
  const taken = (orientation = 1) =>
    sharp({ create: dots }).withMetadata({ orientation }).withExifMerge(exif).withXmp(xmp).withIccProfile('p3');

  const stored = async (name: string, content: Buffer) => {
    const { code, data } = await send(name, content);
    expect(code).toBe(200);
    const bytes = await buffer((await app.files.open(data.url.slice(1)))!.stream);
    const row = await app.db
      .selectFrom('attachment')
      .selectAll()
      .where('id', '=', data.attId)
      .executeTakeFirstOrThrow();
    expect(Number(row.attSize)).toBe(bytes.length);
    for (const secret of ['Huawei', 'SN4711', 'GPS 30.25N']) expect(bytes.includes(secret)).toBe(false);
    return { bytes, row, head: await sharp(bytes).metadata() };
  };
  const raw = (content: Buffer) => sharp(content, { animated: true }).raw().toBuffer();

  it.each(['jpeg', 'png', 'webp'] as const)(
    'is gone from a %s, whose dots and colours stay as they were',
    async (kind) => {
      const content = await taken().toFormat(kind).toBuffer();
      expect(content.includes('SN4711')).toBe(true);
      const { bytes, head } = await stored(`a.${kind}`, Buffer.concat([content, Buffer.from('GPS 30.25N')]));
      expect([head.exif, head.xmp, head.iptc]).toEqual([undefined, undefined, undefined]);
      expect(head.icc).toEqual((await sharp(content).metadata()).icc);
      expect((await raw(bytes)).equals(await raw(content))).toBe(true);
    },
  );

  it('is gone from a moving gif, which moves as before', async () => {
    const frames = Buffer.from(Array.from({ length: 3 * 48 }, (_, at) => (at * 37) % 256));
    const content = await sharp(frames, { raw: { width: 4, height: 12, channels: 3, pageHeight: 4 } })
      .gif({ loop: 3, delay: [100, 200, 300] })
      .toBuffer();
    const comment = Buffer.concat([Buffer.from([0x21, 0xfe, 6]), Buffer.from('SN4711'), Buffer.from([0])]);
    const colours = content[10]! & 0x80 ? 3 * 2 ** ((content[10]! & 7) + 1) : 0;
    const at = 13 + colours;
    const told = Buffer.concat([content.subarray(0, at), comment, content.subarray(at), Buffer.from('GPS 30.25N')]);
    const { bytes, head } = await stored('a.gif', told);
    expect(head).toMatchObject({ pages: 3, loop: 3, delay: [100, 200, 300] });
    expect((await raw(bytes)).equals(await raw(content))).toBe(true);
  });

  it.each(['jpeg', 'png', 'webp'] as const)(
    'is gone from a %s that the camera turned, and it is turned',
    async (kind) => {
      const { head, row } = await stored(`a.${kind}`, await taken(6).toFormat(kind).toBuffer());
      expect(head).toMatchObject({ width: 48, height: 64 });
      expect([head.exif, head.orientation]).toEqual([undefined, undefined]);
      expect(head.icc).toBeDefined();
      expect(row).toMatchObject({ width: 48, height: 64 });
    },
  );
});
