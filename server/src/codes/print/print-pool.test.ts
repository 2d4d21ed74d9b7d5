import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writePrintFile, type PrintJob } from './write-print-file.ts';
import { PrintPool } from './print-pool.ts';

let folder = '';
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'print-pool-'))));
afterAll(() => rm(folder, { recursive: true }));

const jobOf = (name: string, serialTo: number): PrintJob => ({
  part: {
    codeKey: { format: 'X16', v: 'A', key: Buffer.alloc(32, 1) },
    seg: 8,
    serialFrom: 1,
    serialTo,
    fileType: 'csv',
    urlPrefix: 'https://id.example.com/c/',
  },
  file: join(folder, name),
  entryName: 'codes.csv',
  password: 'Pw-12345678',
});

const filesOf = async (name: string): Promise<string[]> =>
  (await readdir(folder)).filter((file) => file.startsWith(name));

it('writes what the same thread would write, one file after another with one worker', async () => {
  const pool = new PrintPool(1);
  const jobs = ['a', 'b', 'c'].map((name) => jobOf(name, 20_000));
  const ended: string[] = [];
  const results = await Promise.all(jobs.map((job) => pool.print(job).finally(() => ended.push(job.file))));
  const expected = await writePrintFile(jobOf('same', 20_000));
  expect(results.map(({ rows, sha256 }) => [rows, sha256])).toEqual(jobs.map(() => [20_000, expected.sha256]));
  expect(ended).toEqual(jobs.map(({ file }) => file));
});

it('tells its progress and, when cancelled, leaves no file', async () => {
  const pool = new PrintPool(1);
  const cancel = new AbortController();
  const heard: number[] = [];
  const onRows = (rows: number) => {
    heard.push(rows);
    if (rows > 0) cancel.abort(new Error('cancelled'));
  };
  await expect(pool.print(jobOf('cancelled', 5_000_000), { signal: cancel.signal, onRows })).rejects.toThrow(
    'cancelled',
  );
  expect(heard.at(-1)).toBeLessThan(5_000_000);
  expect(await filesOf('cancelled')).toEqual([]);
  await expect(pool.print(jobOf('never', 10), { signal: cancel.signal })).rejects.toThrow('cancelled');
  expect((await pool.print(jobOf('after', 10))).rows).toBe(10);
});

it('throws what goes wrong in a worker and stays usable', async () => {
  const pool = new PrintPool(1);
  await expect(pool.print(jobOf('outside', 2 ** 28))).rejects.toThrow('no such place');
  expect(await filesOf('outside')).toEqual([]);
  expect((await pool.print(jobOf('inside', 10))).rows).toBe(10);
});

it('a killed process leaves no finished file, and the next attempt clears up', async () => {
  const job = jobOf('killed', 20_000_000);
  const program = `import { PrintPool } from ${JSON.stringify(new URL('./print-pool.ts', import.meta.url).href)};
    const job = ${JSON.stringify({ ...job, part: { ...job.part, codeKey: { format: 'X16', v: 'A' } } })};
    job.part.codeKey.key = Buffer.alloc(32, 1);
    await new PrintPool(1).print(job);`;
  const child = spawn(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', program],
    { stdio: 'ignore' },
  );
  const begun = async () => {
    const [half] = await filesOf('killed');
    return half ? (await stat(join(folder, half))).size > 0 : false;
  };
  await expect.poll(begun).toBe(true);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await filesOf('killed')).toEqual([expect.stringMatching(/^killed\..+\.tmp$/)]);

  await new PrintPool(1).print(jobOf('killed', 100));
  expect(await filesOf('killed')).toEqual(['killed']);
});
