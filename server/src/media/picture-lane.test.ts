import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import sharp from '../../test/sharp.ts';
import { openPictureLane } from './picture-lane.ts';
import type { PictureTask } from './picture-worker.ts';

vi.setConfig({ testTimeout: 120_000 });
const limits = { heapMegabytes: 64, megabytes: 640, quietSeconds: 30, waiting: 4 };
const tooHard = { code: 63523, message: '图片处理超时或占用内存过多，请缩小尺寸或另存为普通图片后上传' };

let folder: string;
/** Takes seconds to be drawn anew in its own size, and holds 140 MB while it is read. */
let heavy: PictureTask;
let light: PictureTask;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zhuiyuan-lane-'));
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const make = async (name: string, width: number, height: number): Promise<PictureTask> => {
    const path = join(folder, name);
    await sharp({ create: { width, height, channels: 3, background: '#888', noise } })
      .jpeg({ quality: 40, progressive: true })
      .toFile(path);
    return { kind: 'label', path, side: 16_000, isGrey: false };
  };
  heavy = await make('heavy.jpg', 4900, 4800);
  light = await make('light.jpg', 60, 40);
});
afterAll(() => rm(folder, { recursive: true }));

it.each([
  ['time', { quietSeconds: 1 }],
  ['memory', { megabytes: 160 }],
])('ends a picture that takes too much %s with its process, and opens the next one', async (_what, tiny) => {
  const lane = openPictureLane({ ...limits, ...tiny });
  await expect(lane.run(heavy)).rejects.toMatchObject(tooHard);
  expect(lane.ended()).toBe(1);
  lane.prepare();
  await expect.poll(() => lane.run(light).catch(() => undefined), { timeout: 60_000 }).toMatchObject({ width: 60 });
  await lane.close();
});

it('answers what waits and what is under way as busy when it is closed', async () => {
  const lane = openPictureLane(limits);
  await lane.run(light);
  const asked = [heavy, light, light].map((task) => lane.run(task).catch(({ code }: { code: number }) => code));
  // The first is being opened by then, or waits as well: neither is let through.
  await new Promise((resolve) => setTimeout(resolve, 100));
  await lane.close();
  expect(await Promise.all(asked)).toEqual([429, 429, 429]);
  expect(lane.ended()).toBe(0);
});

it.each([
  ['drawings', 'svg', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
  ['bitmaps of scanners', 'ppm', 'P3 1 1 255 1 2 3'],
])('opens no %s', async (_what, extension, text) => {
  const path = join(folder, `a.${extension}`);
  await writeFile(path, text);
  const lane = openPictureLane(limits);
  await expect(lane.run({ kind: 'label', path, side: 9, isGrey: false })).rejects.toMatchObject({ code: 63515 });
  await lane.close();
});

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it.each(['SIGTERM', 'SIGKILL'] as const)('lets its parent end by %s at once, and ends with it', async (signal) => {
  const script = `
    const { openPictureLane } = await import(${JSON.stringify(new URL('./picture-lane.ts', import.meta.url).href)});
    const lane = openPictureLane(${JSON.stringify(limits)});
    process.on('SIGTERM', () => process.exit());
    await lane.run(${JSON.stringify(light)});
    process.stdout.write('ready');
    for (;;) await lane.run(${JSON.stringify(heavy)});`;
  const parent = spawn(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', script],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await once(parent.stdout, 'data');
  const children = execFileSync('pgrep', ['-P', String(parent.pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number);
  expect(children.filter(isRunning).length).toBeGreaterThan(0);
  const gone = once(parent, 'exit');
  const began = performance.now();
  parent.kill(signal);
  await gone;
  await expect.poll(() => children.filter(isRunning)).toEqual([]);
  expect(performance.now() - began).toBeLessThan(10_000);
});
