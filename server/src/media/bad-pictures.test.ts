import { publicUploadApi } from '@zhuiyuan/contract/scan/query/public-trace';
import { uploadApi } from '@zhuiyuan/contract/media/upload';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff } from '../../test/factories/access.ts';
import { bitmap, multipart, picture, upload } from '../../test/factories/media.ts';
import type { Visit } from '../scan/query/scan-code.ts';
import { signScanToken } from '../scan/query/scan-token.ts';
import type { Refusal } from '../kit/refusal.ts';
import { readPicture, type PictureSender } from './read-picture.ts';
import sharp from '../../test/sharp.ts';

let app: TestApp;
let token: string;
/** Where pictures lie that take a moment to read, and to paint anew. */
let large: string;
let photo: string;
beforeAll(async () => {
  app = await openTestApp();
  await app.db.insertInto('config').values({ name: 'image_ext_str', value: 'jpg,jpeg,gif,png,bmp,webp' }).execute();
  ({ token } = await makeStaff(app, { permissions: ['admin:upload:image'] }));
  large = join(app.config.dataDir, 'large.png');
  await plain(5000, 5000, 3).png().toFile(large);
  photo = join(app.config.dataDir, 'photo.png');
  await plain(2500, 2500, 3).png().toFile(photo);
});
afterAll(() => app.close());

const send = (name: string, content: Buffer) => upload(app, token, uploadApi.image, { name, content });

/** A grey png whose head tells these sides, with some lines behind it. */
const png = (width: number, height: number): Buffer => {
  const chunk = (type: string, data: Buffer) => {
    const content = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(content), 4);
    return Buffer.concat([frame.subarray(0, 4), content, frame.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(20_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

const plain = (width: number, height: number, channels: 3 | 4) =>
  sharp({ create: { width, height, channels, background: { r: 18, g: 52, b: 86, alpha: 1 } } });

/** A bitmap that says these sides and is what follows its head. */
const claimed = (width: number, height: number, behind: Buffer | string): Buffer => {
  const head = bitmap().subarray(0, 54);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  return Buffer.concat([head, Buffer.from(behind)]);
};

/** A moving picture, each frame of which differs from the one before. */
const gifOf = (frames: number): Promise<Buffer> => {
  const pixels = Buffer.from(
    Array.from({ length: frames * 12 }, (_, at) => (Math.floor(at / 12) * 37 + at * 11) % 256),
  );
  return sharp(pixels, { raw: { width: 2, height: 2 * frames, channels: 3, pageHeight: 2 } })
    .gif({ loop: 0 })
    .toBuffer();
};

it.each([
  ['one pixel wide and 64 million high', () => png(1, 64_000_000)],
  ['64 million wide and one pixel high', () => png(64_000_000, 1)],
  ['a pixel more than allowed', () => png(16_385, 1)],
])('refuses a picture that is %s by its head', async (_what, make) => {
  const began = performance.now();
  expect(await send('a.png', make())).toMatchObject({ code: 63518, message: '图片尺寸过大，宽和高最多 16384 像素' });
  expect(performance.now() - began).toBeLessThan(5000);
});

it('refuses many pixels within long sides', async () => {
  expect(await send('a.png', png(16_384, 16_384))).toMatchObject({ code: 63516 });
});

it.each([
  ['sides that its bytes cannot hold', claimed(60_000, 60_000, '<script>alert(1)</script>')],
  ['a page behind its pixels', claimed(2, 1, `${'\0'.repeat(8)}<html><script>alert(1)</script></html>`)],
  ['no pixels', claimed(2, 1, '')],
  ['no sides', claimed(0, 0, '')],
  ['the least height there is', claimed(2, -2_147_483_648, '\0'.repeat(8))],
  ['its head alone', Buffer.from('BM<script>alert(1)</script>')],
])('refuses a bitmap with %s', async (_what, content) => {
  expect(await send('a.bmp', content)).toMatchObject({ code: 63515, message: '图片已损坏或无法识别' });
});

it('takes a bitmap that is what it says, however its lines are ordered, and knows its size', async () => {
  for (const height of [7, -7]) {
    const { code, data } = await send('a.bmp', claimed(5, height, Buffer.alloc(16 * 7)));
    expect(code).toBe(200);
    const row = await app.db
      .selectFrom('attachment')
      .select(['width', 'height'])
      .where('id', '=', data.attId)
      .executeTakeFirst();
    expect(row).toEqual({ width: 5, height: 7 });
  }
});

it('refuses pictures of too many frames, and takes one of some', async () => {
  expect(await send('a.gif', await gifOf(20))).toMatchObject({ code: 200 });
  const many = await gifOf(600);
  expect(await send('a.gif', many)).toMatchObject({ code: 63519, message: '动图帧数过多，最多 500 帧' });
  const webp = await sharp(many, { animated: true }).webp({ loop: 0 }).toBuffer();
  expect(await send('a.webp', webp)).toMatchObject({ code: 63519 });
});

it.each(['png', 'jpeg', 'gif', 'webp'] as const)('answers a refusal for a %s cut anywhere', async (format) => {
  const whole = await picture(format, 300, 200);
  for (const share of [0.1, 0.5, 0.9]) {
    const { code } = await send(`a.${format}`, whole.subarray(0, Math.floor(whole.length * share)));
    expect([200, 63514, 63515]).toContain(code);
  }
});

it('refuses drawings and archives that pretend to be pictures', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="99999" height="99999"/>';
  for (const [name, content] of [
    ['a.png', `<?xml version="1.0"?>${svg}`],
    ['a.gif', `GIF89a${svg}`],
    ['a.jpg', `\u00ff\u00d8\u00ff${svg}`],
    ['a.webp', `RIFF\u0010\u0000\u0000\u0000WEBP${svg}`],
  ] as const)
    expect([63514, 63515]).toContain((await send(name, Buffer.from(content, 'latin1'))).code);
});

it.each([
  ['of 16 bits', 63520, () => plain(5100, 5000, 4).toColourspace('rgb16').png({ compressionLevel: 1 })],
  ['with transparency', 63520, () => plain(7200, 7000, 4).png({ compressionLevel: 1 })],
  ['in progressive lines', 63521, () => plain(5000, 4900, 3).jpeg({ progressive: true })],
  ['interlaced', 63521, () => plain(5000, 4900, 4).toColourspace('rgb16').png({ progressive: true })],
] as const)('refuses a picture %s that costs too much to unpack, by its head', async (_what, code, make) => {
  const pipeline = make();
  const content = await pipeline.toBuffer();
  const extension = content[0] === 0xff ? 'jpg' : 'png';
  // a head with no pixels behind it shows that nothing was unpacked
  const answer = await send(`a.${extension}`, content.subarray(0, 20_000));
  expect(answer).toMatchObject({ code, message: expect.stringContaining('图片过大') });
});

it('takes a large photograph, and a progressive one within its bound', async () => {
  for (const progressive of [false, true]) {
    const content = await plain(4000, 3000, 3).jpeg({ progressive }).toBuffer();
    expect(await send('a.jpg', content)).toMatchObject({ code: 200 });
  }
});

/** Has a picture read so many times at once, and counts those that were not refused as busy. */
const readAtOnce = async (times: number, sender: (at: number) => PictureSender): Promise<number> => {
  const codes = await Promise.all(
    Array.from({ length: times }, (_, at) =>
      readPicture(sender(at).publicAddress && at > 0 ? photo : large, 'png', sender(at)).then(
        () => 200,
        (error: Refusal) => {
          expect(error.message).toBe('系统繁忙，请稍后重试');
          return error.code;
        },
      ),
    ),
  );
  expect(codes.every((code) => code === 200 || code === 429)).toBe(true);
  return codes.filter((code) => code === 200).length;
};

it('reads one picture of each address before the next of another', async () => {
  const done: string[] = [];
  const read = async (who: string, publicAddress: string, path = photo) => {
    await readPicture(path, 'png', { publicAddress });
    done.push(who);
  };
  const first = read('crowd', '198.51.100.1', large);
  // what checks a file first may let a later one pass: the first is at work when the others come
  await sleep(100);
  await Promise.all([
    first,
    ...['crowd', 'crowd'].map((who) => read(who, '198.51.100.1')),
    read('shopper', '198.51.100.2'),
  ]);
  // the crowd's second picture joins the line when its first is through
  expect(done).toEqual(['crowd', 'shopper', 'crowd', 'crowd']);
});

it('counts the pictures shoppers send against their address, and takes those of others and of staff', async () => {
  const content = await picture();
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const slow = join(app.config.dataDir, 'slow.png');
  await sharp({ create: { width: 3000, height: 2500, channels: 3, background: '#000', noise } })
    .png({ compressionLevel: 1 })
    .toFile(slow);
  // others take so long that none of the crowd is through when one more comes
  const others = Array.from({ length: 6 }, (_, at) => readPicture(slow, 'png', { publicAddress: `198.51.102.${at}` }));
  // what checks a file first may let a later one pass: they are in the line before the crowd comes
  await sleep(100);
  const crowd = { publicAddress: '198.51.100.4' };
  const held = Promise.all([
    ...others,
    readPicture(slow, 'png', crowd),
    ...Array.from({ length: 23 }, () => readPicture(photo, 'png', crowd)),
  ]);
  const { boundary, body } = multipart({ name: 'a.png', content });
  const sendPublic = async (remoteAddress: string): Promise<number> => {
    const visit = { deviceId: `of ${remoteAddress}`, ip: remoteAddress, userAgent: '' };
    const scan = { scanId: 1, at: new Date().toISOString(), code: 'x', visit: visit as Visit };
    const answer = await app.fastify.inject({
      method: 'POST',
      url: publicUploadApi.image.path,
      headers: {
        'x-scan-token': signScanToken(app.config.masterKey, scan),
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      payload: body,
      remoteAddress,
    });
    return answer.json<{ code: number }>().code;
  };
  const codes = await Promise.all([sendPublic('198.51.100.4'), sendPublic('198.51.100.5')]);
  const { code } = await send('a.png', content);
  await held;
  expect([...codes, code]).toEqual([429, 200, 200]);
});

it('reads one after the other and refuses what would wait too long', async () => {
  expect(await readAtOnce(60, () => ({}))).toBe(33);
  expect(await send('a.png', await picture())).toMatchObject({ code: 200 });
});

it('reads the one picture of another account before the many of one', async () => {
  const small = join(app.config.dataDir, 'small.png');
  await plain(50, 50, 3).png().toFile(small);
  const done: number[] = [];
  const read = (adminId: number) => readPicture(small, 'png', { adminId }).then(() => done.push(adminId));
  const flood = Array.from({ length: 20 }, () => read(1));
  await Promise.all([...flood, read(2)]);
  expect(done.indexOf(2)).toBeLessThan(3);
});

it('refuses the public as busy when too many of one address, or too many addresses wait', async () => {
  expect(await readAtOnce(28, () => ({ publicAddress: '198.51.100.3' }))).toBe(24);
  expect(await readAtOnce(28, (at) => ({ publicAddress: `198.51.101.${at}` }))).toBe(9);
});
