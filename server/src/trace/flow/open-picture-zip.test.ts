import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { plainEntry, rawZip, repeated } from '../../../test/raw-zip.ts';
import { openPictureZip } from './open-picture-zip.ts';

vi.setConfig({ testTimeout: 120_000 });
const megabyte = 1024 * 1024;
const most = 10 * megabyte;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zhuiyuan-zips-'));
});
afterAll(() => rm(folder, { recursive: true }));

const opened = async (content: Buffer) => {
  const path = join(folder, 'a.zip');
  await writeFile(path, content);
  return openPictureZip(path, most);
};

it('stops unpacking what turns out larger than it may be, whatever its size is said to be', async () => {
  const bomb = await repeated('大.png', ['', '\0', ''], 300 * megabyte);
  const before = process.memoryUsage().rss;
  for (const size of [10, bomb.size]) {
    const zip = await opened(rawZip([{ ...bomb, size }]));
    try {
      expect(zip.entries).toEqual([{ name: '大.png', isEncrypted: false, size }]);
      const to = join(folder, `bomb-${size}`);
      await expect(zip.unpack(0, to, '大.png')).rejects.toThrow(/^“大.png”(超过10 MB|已损坏)$/);
      expect((await stat(to)).size).toBeLessThanOrEqual(most);
    } finally {
      await zip.close();
    }
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * megabyte);
});

it('goes on after a file that is broken, and lets no name lead anywhere', async () => {
  const good = await plainEntry('a.png', 'picture');
  const broken = { ...good, name: 'b.png', deflated: Buffer.from('ffff', 'hex') };
  const inner = await plainEntry('c.zip', rawZip([good]).toString('latin1'));
  const zip = await opened(rawZip([broken, inner, good]));
  try {
    await expect(zip.unpack(0, join(folder, 'b'), 'b.png')).rejects.toThrow('“b.png”已损坏');
    await expect(zip.unpack(9, join(folder, 'none'), 'none.png')).rejects.toThrow('“none.png”已损坏');
    const [size] = await Promise.all([
      zip.unpack(2, join(folder, 'a'), 'a.png'),
      zip.unpack(1, join(folder, 'c'), 'c.zip'),
    ]);
    expect(await readFile(join(folder, 'a'), 'utf8')).toBe('picture');
    expect(size).toBe(7);
  } finally {
    await zip.close();
  }
  const out = await plainEntry('../../zhuiyuan-out.png', 'x');
  const leading = await opened(rawZip([out])).catch((error: Error) => error.message);
  if (typeof leading === 'string') expect(leading).toBe('文件无法读取：不是有效的zip压缩包');
  else {
    await leading.unpack(0, join(folder, 'out'), 'out.png');
    await leading.close();
  }
  expect(existsSync(join(folder, '../../zhuiyuan-out.png'))).toBe(false);
});

it('refuses a directory of a million files, and what is no zip', async () => {
  const record = Buffer.alloc(46 + 7);
  record.write('PK\u0001\u0002', 'latin1');
  record.writeUInt16LE(7, 28);
  const count = 1_000_000;
  const content = Buffer.alloc(count * record.length + 22);
  for (let at = 0; at < count; at += 1) {
    record.write(String(at).padStart(7, '0'), 46, 'latin1');
    record.copy(content, at * record.length);
  }
  const end = count * record.length;
  content.write('PK\u0005\u0006', end, 'latin1');
  content.writeUInt16LE(0xfff0, end + 8);
  content.writeUInt16LE(0xfff0, end + 10);
  content.writeUInt32LE(end, end + 12);
  await expect(opened(content)).rejects.toThrow('文件无法读取：压缩包内文件超过5000个');
  const few = rawZip(
    Array.from({ length: 5001 }, (_, at) => ({ name: `${at}.png`, deflated: Buffer.alloc(0), size: 0 })),
  );
  await expect(opened(few)).rejects.toThrow('文件无法读取：压缩包内文件超过5000个');
  await expect(opened(Buffer.from('hello'))).rejects.toThrow('文件无法读取：不是有效的zip压缩包');
});
