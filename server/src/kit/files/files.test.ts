import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFakeS3 } from '../../../test/fake-s3.ts';
import { filesOnDisk } from './files-on-disk.ts';
import { filesOnS3 } from './files-on-s3.ts';
import { isSafeName, type Files } from './files.ts';

interface Store {
  files: Files;
  /** Everything the store holds, half-written things included. */
  left: () => Promise<string[]>;
  close: () => Promise<void>;
}

const onDisk = async (): Promise<Store> => {
  const root = await mkdtemp(join(tmpdir(), 'zhuiyuan-files-'));
  const left = async () => {
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  };
  return { files: filesOnDisk(root), left, close: () => rm(root, { recursive: true }) };
};

const onS3 = async (): Promise<Store> => {
  const s3 = await startFakeS3();
  const left = async () => [...s3.names(), ...Array.from({ length: s3.openUploads() }, () => 'open upload')];
  return { files: filesOnS3(s3.settings), left, close: s3.close };
};

const pattern = Buffer.from(Array.from({ length: 251 }, (_, at) => at));
const bytes = (size: number) => Buffer.alloc(size, pattern);
/** A stream that breaks after some bytes. */
const breaking = (after: number) =>
  Readable.from(
    (async function* chunks() {
      yield bytes(after);
      throw new Error('connection lost');
    })(),
  );

it('a folder on disk goes with the last file in it, and comes back with the next, at the same moment too', async () => {
  const root = await mkdtemp(join(tmpdir(), 'zhuiyuan-files-'));
  const files = filesOnDisk(root);
  await files.put('a/b/one', bytes(3));
  await files.put('a/b/two', bytes(3));
  await files.remove('a/b/one');
  expect(await readdir(join(root, 'a'))).toEqual(['b']);
  await files.remove('a/b/two');
  expect(await readdir(join(root, 'a'))).toEqual([]);
  for (let round = 0; round < 50; round += 1) {
    await files.put('c/old', bytes(3));
    await Promise.all([files.remove('c/old'), files.put('c/new', bytes(3))]);
    expect(await files.size('c/new')).toBe(3);
    await files.remove('c/new');
  }
  await rm(root, { recursive: true });
});

describe.each([
  ['on disk', onDisk],
  ['on S3', onS3],
])('files %s', (_name, open) => {
  let store: Store;
  let files: Files;
  beforeAll(async () => {
    store = await open();
    files = store.files;
  });
  afterAll(() => store.close());

  const read = async (name: string, range?: { start: number; end: number }) => {
    const found = await files.open(name, range);
    return found && { size: found.size, content: await buffer(found.stream) };
  };

  it('gives back what was put, from a buffer and from a stream', async () => {
    await files.put('media/a/1.bin', bytes(1000));
    await files.put('media/a/2.bin', Readable.from([bytes(700), bytes(300)]));
    expect(await read('media/a/1.bin')).toEqual({ size: 1000, content: bytes(1000) });
    expect(await files.size('media/a/2.bin')).toBe(1000);
  });

  it('replaces a file of the same name', async () => {
    await files.put('media/same.bin', bytes(10));
    await files.put('media/same.bin', bytes(20));
    expect((await read('media/same.bin'))?.content).toEqual(bytes(20));
  });

  it('keeps a file of many megabytes whole', async () => {
    const piece = bytes(1024 * 1024);
    await files.put('large.bin', Readable.from(Array.from({ length: 20 }, () => piece)));
    const found = await read('large.bin');
    expect(found?.size).toBe(20 * piece.length);
    expect(found?.content.equals(Buffer.concat(Array.from({ length: 20 }, () => piece)))).toBe(true);
    await files.remove('large.bin');
  });

  it('reads a range, both ends included, and says the whole size', async () => {
    await files.put('ranged.bin', bytes(100));
    expect(await read('ranged.bin', { start: 10, end: 19 })).toEqual({
      size: 100,
      content: bytes(100).subarray(10, 20),
    });
    expect(await read('ranged.bin', { start: 99, end: 99 })).toEqual({ size: 100, content: bytes(100).subarray(99) });
  });

  it('knows nothing of a file that is not there, and removes it without complaint', async () => {
    expect(await files.open('none.bin')).toBeUndefined();
    expect(await files.size('none.bin')).toBeUndefined();
    await files.remove('none.bin');
  });

  it('removes', async () => {
    await files.put('gone.bin', bytes(3));
    await files.remove('gone.bin');
    expect(await files.open('gone.bin')).toBeUndefined();
  });

  it.each([100, 12 * 1024 * 1024])('leaves nothing of a stream that breaks after %d bytes', async (after) => {
    const before = await store.left();
    await expect(files.put('broken.bin', breaking(after))).rejects.toThrow('connection lost');
    expect(await store.left()).toEqual(before);
  });

  it.each([
    '../out.bin',
    '/etc/passwd',
    'a/../../b',
    'a//b',
    '.hidden',
    'a/.part',
    'a\\b',
    'C:x',
    '',
    'a/b\0c',
    'x'.repeat(301),
  ])('refuses the name %j', async (name) => {
    expect(isSafeName(name)).toBe(false);
    await expect(files.put(name, bytes(1))).rejects.toThrow('unsafe file name');
    await expect(async () => files.remove(name)).rejects.toThrow('unsafe file name');
    expect(await files.open(name)).toBeUndefined();
    expect(await files.size(name)).toBeUndefined();
  });

  it('says that it can be written', async () => {
    await files.check();
  });
});

describe('files on S3', () => {
  it('is not ready where the bucket cannot be reached', async () => {
    const s3 = await startFakeS3();
    await expect(filesOnS3({ ...s3.settings, bucket: 'other' }).check()).rejects.toThrow();
    await expect(filesOnS3({ ...s3.settings, accessKey: 'stranger' }).check()).rejects.toThrow();
    await s3.close();
  });
});
