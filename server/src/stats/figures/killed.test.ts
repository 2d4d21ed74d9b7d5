import { TrialState } from '@zhuiyuan/contract/risk/trial';
import { sql } from 'kysely';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { findFigures } from '../../../test/factories/figures.ts';
import { makeMembers } from '../../../test/factories/lottery.ts';
import { makeFirm } from '../../../test/factories/parties.ts';
import { insertDefaultRules } from '../../risk/default-rules.ts';
import { riskTrials } from '../../risk/try-rule.ts';

vi.setConfig({ testTimeout: 120_000 });
let app: TestApp;
let firmId: number;
let people: number[];
beforeAll(async () => {
  app = await openTestApp();
  firmId = await makeFirm(app);
  people = await makeMembers(app, firmId, 3);
});
afterAll(() => app.close());

/** Kills a worker that waits for a table, in the middle of what it does. */
const killAt = async (table: string, trial?: object): Promise<void> => {
  const holder = new pg.Client({ connectionString: app.database.url });
  await holder.connect();
  try {
    await holder.query(`begin; lock table ${table} in access exclusive mode`);
    const worker = spawn(
      process.execPath,
      ['--import', 'tsx', 'test/figures-worker.ts', app.database.url, ...(trial ? [JSON.stringify(trial)] : [])],
      { cwd: `${import.meta.dirname}/../../..`, stdio: ['ignore', 'ignore', 'inherit'] },
    );
    const gone = once(worker, 'exit');
    const waiting = async () =>
      (await sql`select from pg_locks where relation = ${table}::regclass and not granted`.execute(app.db)).rows.length;
    await expect.poll(waiting, { timeout: 60_000, interval: 20 }).toBeGreaterThan(0);
    worker.kill('SIGKILL');
    expect(await gone).toEqual([null, 'SIGKILL']);
  } finally {
    await holder.end();
  }
};

const scan = (uid: number | undefined, city: string) =>
  app.db
    .insertInto('scanLog')
    .values({
      firmId,
      codeText: 'A',
      verdict: 'FIRST',
      isCounted: true,
      uid: uid ?? null,
      province: '广东省',
      city,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
const counted = async () =>
  (
    await sql<{ n: number }>`
    select coalesce(sum(scan_pv), 0)::int as n from stat_day where firm_id = ${firmId} and grain = 0 and dim = 0`.execute(
      app.db,
    )
  ).rows[0]!.n;

test('figures whose worker is killed, wherever it is, have each scan and each change of one once after the next round', async () => {
  let scans = 0;
  for (const table of ['stat_day', 'stat_reach', 'consumer_count']) {
    const made = [await scan(people[0], '深圳市'), await scan(people[1], '深圳市'), await scan(undefined, '')];
    scans += made.length;
    await killAt(table);
    expect(await findFigures(app), table).toEqual([]);
    expect(await counted(), table).toBe(scans);
    // Then a worker that has what was changed since.
    await app.db
      .updateTable('scanLog')
      .set({ city: '广州市', uid: people[2]! })
      .where('id', '=', made[0]!.id)
      .execute();
    await killAt(table);
    expect(await findFigures(app), table).toEqual([]);
    expect(await counted(), table).toBe(scans);
    expect(await app.db.selectFrom('statChange').select('number').execute()).toEqual([]);
  }
});

test('a trial whose worker is killed stays running until it is looked at again, and then says what it found once', async () => {
  await insertDefaultRules(app.db, { firmId });
  const { id } = await app.db
    .selectFrom('riskRule')
    .where('firmId', '=', firmId)
    .where('code', '=', 'R05')
    .select('id')
    .executeTakeFirstOrThrow();
  const begun = await riskTrials.begin(app, app.db, id);
  const trial = async () =>
    (await app.db.selectFrom('riskRule').where('id', '=', id).select('trial').executeTakeFirstOrThrow()).trial;
  for (const _ of [1, 2]) {
    await killAt('part_log', begun);
    expect(await trial()).toMatchObject({ state: TrialState.running, name: begun.name });
  }
  await riskTrials.run(app.db, begun);
  expect(await trial()).toMatchObject({ state: TrialState.done, hits: 0, subjects: 0 });
});
