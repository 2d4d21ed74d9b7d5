import { ActivityStatus, EpochState } from '@zhuiyuan/contract/campaign/campaign-states';
import { publicDrawApi } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { sql } from 'kysely';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { findFaults, makeActivity, makeMembers, ticketOf } from '../../../test/factories/lottery.ts';
import { makeFirm } from '../../../test/factories/parties.ts';
import { waiting } from '../../../test/waiting.ts';
import type { Db } from '../../kit/db/database.ts';
import { resumeActivity } from '../activity/publish-activity.ts';
import { runActivities } from '../activity/run-activities.ts';
import { drawOnce } from '../draw/draw-once.ts';
import { toDrawNo } from '../draw-no.ts';
import { enterActivity } from '../lock-activity.ts';
import { findUntold, tellHead } from './chain-heads.ts';
import { openSeed, turnEpoch } from './epochs.ts';
import type { Weight } from './numbers.ts';

let app: TestApp;
let firmId: number;
beforeAll(async () => {
  app = await openTestApp({ poolSize: 8 });
  firmId = await makeFirm(app);
});
afterAll(() => app.close());

let serial = 0;
/** An activity that is drawn from, most of whose draws win nothing. */
const campaign = async (tiers: Parameters<typeof makeActivity>[2] = [{ stock: 100, weight: 100_000, points: 3 }]) => {
  const activity = await makeActivity(app, { firmId }, tiers, { limitTotal: null });
  const epochId = activity.epoch.id;
  const row = await app.db
    .selectFrom('seedEpoch')
    .innerJoin('weightVersion', 'weightVersion.activityId', 'seedEpoch.activityId')
    .where('seedEpoch.id', '=', epochId)
    .select(['seedEpoch.activityId', 'epochNo', 'seedSealed', sql<Weight[]>`entries`.as('entries')])
    .executeTakeFirstOrThrow();
  const known = { seed: openSeed(app.config.masterKey, row), entries: row.entries };
  const draw = async (count: number) => {
    for (const uid of await makeMembers(app, firmId, count)) {
      const ticket = ticketOf(activity, uid, { seg: 9_400_001, serial: (serial += 1) });
      expect(await drawOnce(app.shopperDb, { ticket, clientSeed: uid.toString(16), ...known })).toHaveProperty(
        'drawId',
      );
    }
  };
  return {
    ...activity,
    draw,
    open: { id: epochId, activityId: activity.id },
    heads: () =>
      app.db
        .selectFrom('chainHead')
        .where('epochId', '=', epochId)
        .orderBy('headNo')
        .select(['headNo', 'drawCnt', 'lastDrawId', 'head'])
        .execute(),
    /** As it is a while after its beginning. */
    wait: (minutes: number) =>
      periods()
        .set({ openedAt: sql<string>`now() - make_interval(mins => ${minutes})` })
        .where('id', '=', epochId)
        .execute(),
    close: (hours: number) =>
      periods()
        .set({ state: EpochState.closed, closedAt: sql<string>`now() - make_interval(hours => ${hours})` })
        .where('id', '=', epochId)
        .execute(),
    /** Another one begins where it ended, so long ago. */
    turn: async (hours: number) => {
      const turned = { firmId, activityId: activity.id, weightVersion: 1 };
      await app.db.transaction().execute((db) => turnEpoch(db as Db, app.config.masterKey, turned));
      await periods()
        .set({ closedAt: sql<string>`now() - make_interval(hours => ${hours})` })
        .where('id', '=', epochId)
        .execute();
    },
    period: () => periodOf(epochId),
    pack: () => app.data('', publicDrawApi.pack, { activityId: activity.id, epochNo: 1 }),
    epochCall: () => app.data('', publicDrawApi.epoch, { activityId: activity.id, epochNo: 1 }),
    status: async () =>
      (await app.db.selectFrom('activity').where('id', '=', activity.id).select('status').executeTakeFirstOrThrow())
        .status,
    draws: () =>
      app.db
        .selectFrom('draw')
        .where('epochId', '=', epochId)
        .orderBy('id')
        .select(['id', 'prizeType', sql<string>`(drawn_at at time zone 'Asia/Shanghai')::date::text`.as('day')])
        .execute(),
  };
};
const periods = () => app.db.updateTable('seedEpoch');
const periodOf = (id: number) =>
  app.db.selectFrom('seedEpoch').where('id', '=', id).selectAll().executeTakeFirstOrThrow();

/** A draw taken away with all that counts it: whoever may write the database makes everything else agree. */
const takeAway = async ({ id }: { id: number }): Promise<void> => {
  const { activityId, uid, tierId, day } = await app.db
    .selectFrom('draw')
    .where('id', '=', id)
    .select(['activityId', 'uid', 'tierId', 'day'])
    .executeTakeFirstOrThrow();
  await app.db.deleteFrom('codeUse').where('drawId', '=', id).execute();
  await app.db.deleteFrom('draw').where('id', '=', id).execute();
  await app.db
    .updateTable('tier')
    .set({ issued: sql`issued - 1` })
    .where('id', '=', tierId)
    .execute();
  const counters = app.db.deleteFrom('drawCounter').where('activityId', '=', activityId).where('uid', '=', uid);
  await counters.where('period', 'in', ['T', `D${day}`]).execute();
};

const tool = join(import.meta.dirname, '../../../../scripts/verify-draws.mjs');

/** What the tool for strangers says of a pack, and of answers that were kept. */
const verify = async (...answers: object[]): Promise<{ code: number; said: string }> => {
  const folder = await mkdtemp(join(tmpdir(), 'heads-'));
  const files = answers.map((_answer, at) => join(folder, `${at}.json`));
  for (const [at, file] of files.entries()) await writeFile(file, JSON.stringify(answers[at]));
  const answer = await new Promise<{ code: number; said: string }>((resolve) => {
    execFile(process.execPath, [tool, ...files], (error, said) =>
      resolve({ code: error ? Number(error.code) : 0, said }),
    );
  });
  await rm(folder, { recursive: true });
  return answer;
};

/** What a round tells of open periods. */
const tellDue = async () => {
  for (const epoch of await findUntold(app.db)) await tellHead(app.db, epoch);
};

test('a head is told within the hour while a period is open, in the epoch call, the proof and the pack', async () => {
  const one = await campaign();
  await one.draw(6);
  await runActivities(app);
  expect(await one.heads()).toEqual([]);
  await one.wait(31);
  // Not by the whole round: in the first half hour of a day that turns the period, which began the day before.
  await tellDue();
  await tellDue();
  const [head, ...more] = await one.heads();
  const drawn = await one.draws();
  expect(head).toMatchObject({ headNo: 1, drawCnt: 6, lastDrawId: drawn.at(-1)!.id });
  expect(more).toEqual([]);
  const told = { at: expect.any(String), count: 6, head: head!.head };
  expect(await one.epochCall()).toMatchObject({ heads: [told], headsOk: null, chainVersion: 2 });
  const proof = (at: number, of = drawn) =>
    app.data('', publicDrawApi.proof, { drawNo: toDrawNo(of[at]!.day, of[at]!.id) });
  expect(await proof(0)).toMatchObject({ heads: [told], headsOk: null, activityId: one.id });

  await one.draw(2);
  const now = await one.draws();
  expect((await proof(7, now)).heads).toEqual([told]);
  await tellHead(app.db, one.open);
  const [, second] = await one.heads();
  expect(second).toMatchObject({ headNo: 2, drawCnt: 8 });
  expect((await proof(0, now)).heads.map(({ count }) => count)).toEqual([6, 8]);
  expect((await proof(7, now)).heads.map(({ count }) => count)).toEqual([8]);

  await one.turn(25);
  await runActivities(app);
  expect(await one.period()).toMatchObject({ state: EpochState.revealed, drawCnt: 8, headsOk: true });
  const pack = await one.pack();
  expect(pack).toMatchObject({ drawCount: 8, chainVersion: 2, fallbackTierId: null });
  expect(pack.draws.map(({ no }) => no)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(pack.heads.map(({ count }) => count)).toEqual([6, 8]);
  expect(await verify(pack)).toEqual({ code: 0, said: expect.stringContaining('2 个链头相符') });
  expect(await proof(0)).toMatchObject({ ok: true, headsOk: true });
  expect(await one.status()).toBe(ActivityStatus.running);
  expect(await findFaults(app)).toEqual([]);
});

test('heads are due half an hour after the last one, of periods that are open in activities that have begun', async () => {
  const [fresh, late, planned, closed] = [await campaign(), await campaign(), await campaign(), await campaign()];
  const headed = (of: typeof fresh, minutes: number) =>
    sql`with counted as (update seed_epoch set heads = 1 where id = ${of.epoch.id} and firm_id = ${firmId}) insert into chain_head (epoch_id, head_no, firm_id, draw_cnt, last_draw_id, head, at)
      values (${of.epoch.id}, 1, ${firmId}, 0, 0, repeat('a', 64), now() - make_interval(mins => ${minutes}))`.execute(
      app.db,
    );
  for (const one of [fresh, late, planned, closed]) await one.wait(120);
  await headed(fresh, 29);
  await headed(late, 31);
  await app.db.updateTable('activity').set({ status: ActivityStatus.planned }).where('id', '=', planned.id).execute();
  await closed.close(0);
  const due = new Set((await findUntold(app.db)).map(({ id }) => id));
  expect([fresh, late, planned, closed].map(({ epoch }) => due.has(epoch.id))).toEqual([false, true, false, false]);
});

test('a head waits for draws that took their numbers before it, and covers them', async () => {
  const one = await campaign();
  await one.draw(3);
  let commit = () => {};
  const mayCommit = new Promise<void>((resolve) => (commit = resolve));
  let entered = () => {};
  const isUnderWay = new Promise<void>((resolve) => (entered = resolve));
  const slow = app.db.transaction().execute(async (transaction) => {
    await enterActivity(transaction as Db, one.id);
    await sql`insert into draw select (jsonb_populate_record(d, jsonb_build_object(
        'id', nextval('draw_number'), 'ticket_id', gen_random_uuid(), 'seg', null, 'serial', null, 'key', 'P1'))).*
      from draw d where d.id = (select max(id) from draw where epoch_id = ${one.epoch.id})`.execute(transaction);
    entered();
    await mayCommit;
  });
  await isUnderWay;
  let isTold = false;
  const telling = tellHead(app.db, one.open).then(() => (isTold = true));
  await expect.poll(() => waiting(app.db)).toBe(1);
  expect(isTold).toBe(false);
  commit();
  await slow;
  await telling;
  expect((await one.heads()).map(({ drawCnt }) => drawCnt)).toEqual([4]);
  await sql`delete from draw where epoch_id = ${one.epoch.id} and key = 'P1'`.execute(app.db);
  await one.close(0);
});

test('many that tell a head at once, among draws, tell one chain', async () => {
  const one = await campaign();
  await one.draw(2);
  for (let round = 0; round < 4; round += 1)
    await Promise.all([
      one.draw(2),
      tellHead(app.db, one.open),
      tellHead(app.db, one.open),
      tellHead(app.db, one.open),
    ]);
  const heads = await one.heads();
  expect(heads.map(({ headNo }) => headNo)).toEqual(heads.map((_head, at) => at + 1));
  await one.close(25);
  await Promise.all([runActivities(app), runActivities(app)]);
  await runActivities(app);
  expect(await one.period()).toMatchObject({ state: EpochState.revealed, headsOk: true, drawCnt: 10 });
  expect(await verify(await one.pack())).toMatchObject({ code: 0 });
  expect(await one.status()).toBe(ActivityStatus.running);
});

test('a draw taken away after a head is noticed when its period is sealed, by strangers, and each night', async () => {
  const one = await campaign();
  await one.draw(8);
  await tellHead(app.db, one.open);
  const kept = await one.epochCall();
  const blank = (await one.draws()).find(({ prizeType }) => prizeType === 3)!;
  await takeAway(blank);
  const faults = async () =>
    (await findFaults(app)).filter((fault) => fault.includes(`活动 ${one.id} 第1期`) && fault.includes('链'));
  expect(await faults()).toEqual([expect.stringContaining('第1期 与期间公布的链头不符')]);
  await one.draw(1);
  await tellHead(app.db, one.open);

  await one.close(1);
  // Ended between sealing and chaining, it is chained by the next turn.
  await periods().set({ state: EpochState.sealed }).where('id', '=', one.epoch.id).execute();
  await Promise.all([runActivities(app), runActivities(app)]);
  expect(await one.period()).toMatchObject({ state: EpochState.sealed, headsOk: false, drawCnt: 8 });
  expect(await one.status()).toBe(ActivityStatus.paused);
  const left = (await one.draws())[0]!;
  const proof = () => app.data('', publicDrawApi.proof, { drawNo: toDrawNo(left.day, left.id) });
  expect(await proof()).toMatchObject({ isRevealed: false, headsOk: false });

  // Once somebody has looked, it goes on; it is not stopped for the same period again.
  await app.db.transaction().execute((db) => resumeActivity(db as Db, app.config.masterKey, one.id));
  await one.close(25);
  await periods().set({ state: EpochState.sealed }).where('id', '=', one.epoch.id).execute();
  await runActivities(app);
  expect(await one.status()).toBe(ActivityStatus.running);
  expect(await proof()).toMatchObject({ isRevealed: true, headsOk: false, ok: false });
  const pack = await one.pack();
  const said = await verify(pack);
  expect(said.code).toBe(1);
  expect(said.said).toContain('公布的链头不符：前 8 次抽奖后来有改动');
  // Every other rule is kept: without heads nobody would know; with those that somebody kept he does.
  expect(await verify({ ...pack, heads: [] })).toMatchObject({ code: 0 });
  expect(await verify({ ...pack, heads: [] }, kept)).toEqual({
    code: 1,
    said: expect.stringContaining('保存的链头不符'),
  });
  expect(await faults()).toEqual([expect.stringContaining('第1期 与期间公布的链头不符')]);
});

test('heads are never changed', async () => {
  const one = await campaign();
  await tellHead(app.db, one.open);
  for (const statement of [
    sql`update chain_head set head = repeat('b', 64) where epoch_id = ${one.epoch.id}`,
    sql`delete from chain_head where epoch_id = ${one.epoch.id}`,
    sql`truncate chain_head`,
  ])
    await expect(statement.execute(app.db)).rejects.toThrow('kept as they were told');
});

test('a period from before stays as it was chained, and its fallback is named', async () => {
  const one = await campaign([
    { stock: 1, weight: 900_000 },
    { stock: 100, weight: 50_000, points: 1, isFallback: true },
  ]);
  await periods().set({ chainVersion: 1 }).where('id', '=', one.epoch.id).execute();
  await one.draw(8);
  await tellHead(app.db, one.open);
  await one.close(25);
  await runActivities(app);
  const pack = await one.pack();
  expect(pack).toMatchObject({ chainVersion: 1, fallbackTierId: one.tierIds[1] });
  expect(pack.draws.some(({ fallback, tierId }) => fallback === 'SOLD_OUT' && tierId === one.tierIds[1])).toBe(true);
  expect(await verify(pack)).toMatchObject({ code: 0 });
  expect(await verify({ ...pack, fallbackTierId: null })).toEqual({
    code: 1,
    said: expect.stringContaining('改发的既不是保底奖级，也不是谢谢参与'),
  });
});
