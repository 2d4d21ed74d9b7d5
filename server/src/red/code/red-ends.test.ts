import { Audience } from '@zhuiyuan/contract/campaign/campaign-states';
import { Delivery } from '@zhuiyuan/contract/payout/payout-enums';
import { redCodeApi } from '@zhuiyuan/contract/red/code/red-code';
import { RedBatchState } from '@zhuiyuan/contract/red/red-enums';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeStaff } from '../../../test/factories/access.ts';
import { openCashWorld } from '../../../test/factories/cash.ts';
import { makeCodeWorld, opsOf, range } from '../../../test/factories/codes.ts';
import { findFaults } from '../../../test/factories/lottery.ts';
import { makeRedActive } from '../../../test/factories/red.ts';
import { waiting } from '../../../test/waiting.ts';
import type { Db } from '../../kit/db/database.ts';
import { cancelPayout } from '../../payout/payout-acts.ts';
import { runRedActives } from '../active/run-red-actives.ts';
import { claimPacket } from './claim-packet.ts';
import { stepBatch } from './make-batch.ts';
import { runBatches } from './run-batches.ts';
import { noteAgain } from '../../../test/factories/notes.ts';

let world: Awaited<ReturnType<typeof openCashWorld>>;
let codes: Awaited<ReturnType<typeof makeCodeWorld>>;
let token: string;
let seg: number;
let used = 0;

beforeAll(async () => {
  world = await openCashWorld({ firm: async (app) => (codes = await makeCodeWorld(app)).firmId });
  ({ token } = await makeStaff(world.app, {
    firmId: codes.firmId,
    permissions: [
      ...['list', 'save', 'void', 'freeze'].map((act) => `admin:lottery:redBar:${act}`),
      'admin:lottery:redActive:list',
    ],
  }));
  ({ seg } = await codes.issue({ itemCount: 500 }));
  const ops = opsOf(world.app, codes);
  await ops.use(range(seg, 1, 500), { lotId: await ops.makeLot() });
});
afterAll(() => world.close());

const inTransaction = <T>(work: (db: Db) => Promise<T>) =>
  world.app.db.transaction().execute((transaction) => work(transaction as Db));

/** A batch of `count` packets of 1.00 that nothing was done of yet. */
const askFor = async (count: number, more: object = {}) => {
  const redActiveId = await makeRedActive(world.app, codes.firmId, {
    poolId: world.poolId,
    budgetAmount: 100_000,
    ...more,
  });
  const first = used + 1;
  used += count;
  const { id } = await world.app.data(token, redCodeApi.save, {
    redActiveId,
    source: 'range',
    range: { seg, serialFrom: first, serialTo: used },
    shares: [{ amount: 100, count }],
  } as never);
  return { id, redActiveId, first, step: () => inTransaction((db) => step(db, id)) };
};
const step = (db: Db, id: number) => stepBatch(db, world.app.config.masterKey, id, new Map());
const stateOf = async (id: number) => (await world.app.data(token, redCodeApi.info, { id })).state;
const timeIsOver = async (id: number) => {
  await world.app.db.updateTable('redActive').set({ endAt: '2026-01-02 00:00:00' }).where('id', '=', id).execute();
  await noteAgain(world.app);
};
const accountsOf = async (openids: string[]) => {
  const uids = await world.people(openids);
  const rows = await world.app.db
    .selectFrom('member')
    .where('id', 'in', uids)
    .orderBy('id')
    .select('accountId')
    .execute();
  return rows.map(({ accountId }) => accountId!);
};
const claim = (serial: number, accountId: number, authCode = '') =>
  claimPacket(
    {
      db: world.app.shopperDb,
      masterKey: world.app.config.masterKey,
      log: world.parts.log,
      merchants: world.merchants,
    },
    { firmId: codes.firmId, seg, serial, accountId, authCode, ip: '203.0.113.5', device: 'test' },
  );
const cancel = (id: number) => cancelPayout({ db: world.app.db, log: world.parts.log, merchants: world.merchants }, id);
const openGate = () => {
  let open!: () => void;
  const isOpen = new Promise<void>((done) => (open = done));
  return { isOpen, open };
};
const allGivenBack = { remain: 0, reserved: 0, released: 100_000 };

it('ends with its activity although it becomes ready at that very moment', async () => {
  const { id, redActiveId, step: next } = await askFor(10);
  expect(await next()).toBe('more');
  await timeIsOver(redActiveId);
  const [made, over] = [openGate(), openGate()];
  const last = inTransaction(async (db) => {
    expect(await step(db, id)).toBe('ready');
    made.open();
    await over.isOpen;
  });
  await made.isOpen;
  let isOver = false;
  const ending = runRedActives(world.app).finally(() => (isOver = true));
  // Ends meanwhile, or waits for this step: either is seen once both are over.
  await expect.poll(async () => isOver || (await waiting(world.app.db)) > 0).toBe(true);
  over.open();
  await Promise.all([last, ending]);
  await runBatches(world.app);
  expect(await stateOf(id)).toBe(RedBatchState.void);
  expect(await world.budget({ id: redActiveId })).toMatchObject(allGivenBack);
  expect(await findFaults(world.app)).toEqual([]);
});

it('gives up what came back, before its activity ended and while it did', async () => {
  const count = 8;
  const { redActiveId, first } = await askFor(count);
  await runBatches(world.app);
  const accounts = await accountsOf(Array.from({ length: count }, () => `o${randomUUID().slice(0, 8)}_wait`));
  await Promise.all(accounts.map((account, nth) => claim(first + nth, account)));
  const packets = (await world.records()).filter((row) => row.redActiveId === redActiveId);
  expect(packets).toHaveLength(count);
  // Withdrawn before it was begun, it comes back at once.
  const [early, ...others] = packets;
  await cancel(early!.id);
  expect((await world.record(early!.id)).status).toBe(Delivery.REFUND);
  await timeIsOver(redActiveId);
  await Promise.all([...others.map(({ id }) => cancel(id)), runRedActives(world.app)]);
  await runRedActives(world.app);
  for (const { id } of packets)
    expect(await world.record(id)).toMatchObject({ status: Delivery.REFUND, closedAt: expect.any(String) });
  await expect(claim(first, accounts[0]!)).rejects.toThrow();
  expect(await world.budget({ id: redActiveId })).toMatchObject(allGivenBack);
  expect(await findFaults(world.app)).toEqual([]);
});

it('fails where a code was drawn with while it was made', async () => {
  const { id, first, step: next } = await askFor(10);
  expect(await next()).toBe('more');
  await world.app.db
    .insertInto('codeUse')
    .values({
      seg,
      serial: first + 9,
      audience: Audience.consumer,
      firmId: codes.firmId,
      activityId: 1,
      drawId: 987_654,
      uid: 1,
    })
    .execute();
  await runBatches(world.app);
  expect(await stateOf(id)).toBe(RedBatchState.failed);
  const left = await world.app.db.selectFrom('redBar').where('batchId', '=', id).select('id').execute();
  expect(left).toEqual([]);
  await world.app.db.deleteFrom('codeUse').where('drawId', '=', 987_654).execute();
  expect(await findFaults(world.app)).toEqual([]);
});

it('counts what one person of WeChat received today, whatever accounts he comes with, one after the other or at once', async () => {
  const { first } = await askFor(12, { limitUserDay: 2 });
  await runBatches(world.app);
  const openid = `o${randomUUID().slice(0, 8)}_ok`;
  const accounts = await accountsOf(Array.from({ length: 10 }, () => ''));
  const receive = (nth: number) =>
    claim(first + nth, accounts[nth]!, world.simulator.signIn.issue(world.merchant.appId, openid)).then(
      () => 'received',
      (error: Error) => error.message,
    );
  const got = [await receive(0), ...(await Promise.all(Array.from({ length: 8 }, (_, nth) => receive(nth + 1))))];
  got.push(await receive(9));
  expect(got.filter((one) => one === 'received')).toHaveLength(2);
  expect(new Set(got.filter((one) => one !== 'received')).size).toBe(1);
  expect(await findFaults(world.app)).toEqual([]);
});

it('knows of a batch that outlived its activity', async () => {
  const { redActiveId } = await askFor(3);
  await runBatches(world.app);
  await sql`update red_active set ended_at = now() where id = ${redActiveId}`.execute(world.app.db);
  expect((await findFaults(world.app)).join()).toContain('已结束的红包活动没有可领取或冻结的批次');
});
