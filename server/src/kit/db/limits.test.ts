import { attachmentApi } from '@zhuiyuan/contract/media/attachment';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { gate } from '../../../test/gate.ts';
import { startFrozenProxy } from '../../../test/frozen-proxy.ts';
import { isDatabaseAway, isOverTime } from './database-away.ts';
import { openDatabase, type Database, type Limits } from './database.ts';

const short: Limits = { connect: 5_000, wait: 500, statement: 500, lock: 200, nextStatement: 500, silence: 500 };
let whole: TestDatabase;
let limited: Database;
let other: pg.Client;
beforeAll(async () => {
  whole = await openTestDatabase('limits');
  limited = openDatabase(whole.url, { poolSize: 1, limits: short });
  other = new pg.Client({ connectionString: whole.url });
  await other.connect();
  await other.query('create table counted (id int primary key, n int); insert into counted values (1, 0)');
});
afterAll(async () => {
  await other.end();
  await limited.close();
  await whole.close();
});

const faultOf = (act: Promise<unknown>): Promise<unknown> =>
  act.then(
    () => undefined,
    (error: unknown) => error,
  );
const works = async ({ db }: Database) => (await sql<{ n: number }>`select 1 as n`.execute(db)).rows;

test('a statement ends at its limit and leaves its connection to the next one', async () => {
  expect(isOverTime(await faultOf(sql`select pg_sleep(20)`.execute(limited.db)))).toBe(true);
  expect(await works(limited)).toEqual([{ n: 1 }]);
});

test('who waits for a row too long is told so', async () => {
  await other.query('begin; update counted set n = 1');
  const fault = await faultOf(sql`update counted set n = 2`.execute(limited.db));
  await other.query('rollback');
  expect(fault).toMatchObject({ code: '55P03' });
  expect(isOverTime(fault)).toBe(true);
});

test('a transaction that does nothing more gives its rows back', async () => {
  const [holds, isFree] = [gate(), gate()];
  const fault = faultOf(
    limited.db.transaction().execute(async (transaction) => {
      await sql`update counted set n = 3`.execute(transaction);
      holds.open();
      await isFree.opened;
      await sql`update counted set n = 4`.execute(transaction);
    }),
  );
  await holds.opened;
  await other.query('update counted set n = n + 10');
  isFree.open();
  expect(isDatabaseAway(await fault)).toBe(true);
  expect((await other.query('select n from counted')).rows).toEqual([{ n: 10 }]);
  expect(await works(limited)).toEqual([{ n: 1 }]);
});

test('a network that carries nothing ends its calls, and later ones work when it carries again', async () => {
  const proxy = await startFrozenProxy(whole.url);
  const behind = openDatabase(proxy.url, { poolSize: 1, limits: short });
  try {
    expect(await works(behind)).toEqual([{ n: 1 }]);
    proxy.freeze();
    // one hangs over the connection that is there, one waits for it
    const faults = await Promise.all([faultOf(works(behind)), faultOf(works(behind))]);
    expect(faults.map(isDatabaseAway)).toEqual([true, true]);
    proxy.thaw();
    await expect.poll(() => faultOf(works(behind))).toBeUndefined();
  } finally {
    await proxy.close();
    await behind.close();
  }
});

test('no statement of ours is compiled, and none of a moment shared out: for lists it takes longer than it saves', async () => {
  expect((await sql<{ jit: string }>`show jit`.execute(limited.db)).rows).toEqual([{ jit: 'off' }]);
  const cost = sql<{ parallelSetupCost: string }>`show parallel_setup_cost`;
  expect((await cost.execute(limited.db)).rows).toEqual([{ parallelSetupCost: '10000' }]);
});

test('a call whose statement takes too long is refused in words, and the next one works', async () => {
  const app = await openTestApp({ limits: { ...short, wait: 5_000, lock: 5_000 } });
  const { token } = await makeStaff(app, { permissions: ['admin:system:attachment:list'] });
  const holder = new pg.Client({ connectionString: app.database.url });
  await holder.connect();
  try {
    for (const limit of ['statement', 'lock']) {
      if (limit === 'lock') await sql`set lock_timeout = 100`.execute(app.db);
      await holder.query('begin; lock table attachment');
      expect(await app.call(token, attachmentApi.list, { pid: 0 })).toEqual({
        code: 503,
        message: '系统繁忙，请稍后重试',
        data: null,
      });
      await holder.query('rollback');
      expect(await app.call(token, attachmentApi.list, { pid: 0 })).toMatchObject({ code: 200 });
    }
  } finally {
    await holder.end();
    await app.close();
  }
});

test.each([
  ['at once', 0],
  ['after it rested', 4_000],
])(
  'a statement of a database that froze is given up within ten seconds, on a connection used %s',
  async (_, restMs) => {
    const proxy = await startFrozenProxy(whole.url);
    const behind = openDatabase(proxy.url, { poolSize: 1 });
    try {
      expect(await works(behind)).toEqual([{ n: 1 }]);
      // A connection that rested is looked at before it is used.
      await sleep(restMs);
      proxy.freeze();
      const askedAt = Date.now();
      const inARow = async () => {
        const faults = [];
        for (let times = 0; times < 5; times += 1) faults.push(await faultOf(works(behind)));
        return faults;
      };
      const faults = (await Promise.all(Array.from({ length: 6 }, inARow))).flat();
      expect(Date.now() - askedAt).toBeLessThan(10_000);
      expect(new Set(faults.map(isDatabaseAway))).toEqual(new Set([true]));
      proxy.thaw();
      await expect.poll(() => faultOf(works(behind))).toBeUndefined();
    } finally {
      await proxy.close();
      await behind.close();
    }
  },
);

test('a long statement goes on while the database answers others', async () => {
  const patient = openDatabase(whole.url, { poolSize: 1 });
  try {
    await sql`select pg_sleep(8)`.execute(patient.db);
    expect(await works(patient)).toEqual([{ n: 1 }]);
  } finally {
    await patient.close();
  }
});
