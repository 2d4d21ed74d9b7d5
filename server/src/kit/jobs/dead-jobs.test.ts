import pino from 'pino';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { builtProgram } from '../../../test/servers.ts';
import { Jobs } from './jobs.ts';

vi.setConfig({ testTimeout: 90_000 });

let database: TestDatabase;
let jobs: Jobs;
let isBroken = true;
const done: string[] = [];
const dataDir = mkdtempSync(join(tmpdir(), 'zhuiyuan-dead-'));
beforeAll(async () => {
  database = await openTestDatabase();
  jobs = new Jobs(database.url, pino({ level: 'silent' }), true);
  for (const name of ['dying-one', 'dying-two'])
    jobs.work<{ at: number }>(name, async ({ at }) => {
      if (isBroken) throw new Error('the printer\nis out of paper');
      done.push(`${name} ${at}`);
    });
  await jobs.start();
});
afterAll(async () => {
  await jobs.stop();
  await database.close();
  rmSync(dataDir, { recursive: true });
});

/** The command as people run it. */
const command = (...args: string[]): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [builtProgram('dead-jobs'), ...args],
      {
        env: {
          PATH: process.env.PATH,
          DATABASE_URL: database.url,
          DATA_DIR: dataDir,
          MASTER_KEY: '0'.repeat(64),
        },
      },
      (error, stdout) => resolve({ code: error ? 1 : 0, output: stdout }),
    );
  });

const lines = async (): Promise<string[]> => (await command()).output.trim().split('\n').slice(0, -1);

test('dead jobs are listed, put back and thrown away by a command', async () => {
  expect(await command()).toEqual({ code: 0, output: '没有失败的后台任务 / no dead jobs\n' });
  for (const name of ['dying-one', 'dying-two']) await jobs.send(database.db, name, { at: 1 }, { retryLimit: 0 });
  await expect.poll(async () => (await lines()).length).toBe(2);
  const listed = await lines();
  const idOf = (name: string) => listed.find((line) => line.includes(name))!.split('  ')[0]!;
  for (const name of ['dying-one', 'dying-two'])
    expect(listed.find((line) => line.includes(name))).toMatch(
      /^\S{36} {2}dying-\w+ {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}1 次 \/ tries {2}the printer is out of paper$/,
    );
  expect(await command('drop', idOf('dying-two'))).toMatchObject({ code: 0 });
  expect((await lines()).map((line) => line.split('  ')[1])).toEqual(['dying-one']);

  isBroken = false;
  expect(await command('retry', idOf('dying-one'))).toEqual({
    code: 0,
    output: '已放回队列 / put back into: dying-one\n',
  });
  await expect.poll(() => done).toEqual(['dying-one 1']);
  expect(await lines()).toEqual([]);
});

test('jobs that died alike at one moment keep their queues, also when one was dropped', async () => {
  isBroken = true;
  await database.pool.query(`
    insert into pgboss.job (name, data, state, output, completed_on, retry_limit)
      select name, '{"at":7}', 'failed', '{"message":"late"}', '2026-01-02 03:04:05+08', 0 from unnest(array['dying-one', 'dying-two']) name;
    insert into pgboss.job (name, data, output, created_on)
      select 'dead-letter', '{"at":7}', '{"message":"late"}', '2026-01-02 03:04:05+08' from generate_series(1, 2)`);
  const [first, second] = await lines();
  expect([first, second].map((line) => line!.split('  ')[1]).toSorted()).toEqual(['dying-one', 'dying-two']);
  await command('drop', first!.split('  ')[0]!);
  expect(await lines()).toEqual([second]);
  await command('drop', second!.split('  ')[0]!);
});

test('what cannot be done is refused in clear words', async () => {
  const nobody = '00000000-0000-4000-8000-000000000000';
  for (const action of ['retry', 'drop'])
    expect(await command(action, nobody)).toEqual({
      code: 1,
      output: `失败 / failed: 没有这个任务 ${nobody} / there is no such dead job\n`,
    });
  for (const wrong of [['retry'], ['again', nobody]]) {
    const { code, output } = await command(...wrong);
    expect([code, output]).toEqual([1, expect.stringContaining('usage: npm run dead-jobs')]);
  }
  await database.pool.query(`insert into pgboss.job (name, data) values ('dead-letter', '{"at":9}')`);
  const [line] = await lines();
  const id = line!.split('  ')[0]!;
  expect((await command('retry', id)).output).toContain('its queue is not known');
  expect(await lines()).toEqual([line]);
  expect((await command('drop', id)).code).toBe(0);
});
