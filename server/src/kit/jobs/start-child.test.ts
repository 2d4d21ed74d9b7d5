import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, vi } from 'vitest';
import { ChildLimit, startChild } from './start-child.ts';

vi.setConfig({ testTimeout: 120_000 });
const program = new URL('../../../test/hungry-worker.ts', import.meta.url);
const limits = { heapMegabytes: 64, megabytes: 256, quietSeconds: 20 };
const start = (what: string, more = {}) => startChild<unknown, string>(program, what, { ...limits, ...more });

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('hears and tells, and ends', async () => {
  const child = await start('echo');
  const pid = (await child.next()) as number;
  child.tell('龙井');
  expect(await child.next()).toBe('龙井');
  await expect(child.next()).rejects.toThrow('child process ended with 0');
  await child.close();
  expect(isRunning(pid)).toBe(false);
});

it.each(['bytes', 'heap'])(
  'is ended when it takes too much memory (%s), though it is caught in a loop',
  async (what) => {
    const before = process.memoryUsage().rss;
    const child = await start(what);
    const pid = (await child.next()) as number;
    await expect(child.next()).rejects.toBeInstanceOf(ChildLimit);
    expect(isRunning(pid)).toBe(false);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
  },
);

it.each(['loop', 'nothing'])('is ended when it does not go on (%s)', async (what) => {
  const child = await start(what, { quietSeconds: 2 });
  const pid = (await child.next()) as number;
  await expect(child.next()).rejects.toBeInstanceOf(ChildLimit);
  expect(isRunning(pid)).toBe(false);
});

it('throws what it refuses and what breaks it', async () => {
  const refused = await start('refusal');
  await refused.next();
  await expect(refused.next()).rejects.toMatchObject({ code: 61_084, message: '不支持的文件类型', data: { at: 1 } });
  const broken = await start('fault');
  await broken.next();
  await expect(broken.next()).rejects.toThrow('it broke');
});

it('does not know the settings of the server', async () => {
  process.env.MASTER_KEY_OF_TEST = 'secret';
  const child = await start('secrets');
  await child.next();
  const names = (await child.next()) as string[];
  delete process.env.MASTER_KEY_OF_TEST;
  expect(names.filter((name) => /KEY|PASSWORD|DATABASE|S3/.test(name))).toEqual([]);
});

it('is closed while it is caught in a loop', async () => {
  const child = await start('loop');
  const pid = (await child.next()) as number;
  await child.close();
  expect(isRunning(pid)).toBe(false);
});

it('ends with its parent, though it is caught in a loop', async () => {
  const script = `
    const { startChild } = await import(${JSON.stringify(new URL('./start-child.ts', import.meta.url).href)});
    const child = await startChild(new URL(${JSON.stringify(program.href)}), 'loop', ${JSON.stringify(limits)});
    process.stdout.write(String(await child.next()));
    setInterval(() => undefined, 1000);`;
  const parent = spawn(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', script],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [pid] = await once(parent.stdout, 'data');
  expect(isRunning(Number(pid))).toBe(true);
  const gone = once(parent, 'exit');
  parent.kill('SIGKILL');
  await gone;
  await expect.poll(() => isRunning(Number(pid))).toBe(false);
});
