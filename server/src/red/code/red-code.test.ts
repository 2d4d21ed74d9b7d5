import { Audience } from '@zhuiyuan/contract/campaign/campaign-states';
import { redCodeApi } from '@zhuiyuan/contract/red/code/red-code';
import { redActiveApi } from '@zhuiyuan/contract/red/active/red-active';
import { RedBatchState, RedCodeState } from '@zhuiyuan/contract/red/red-enums';
import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import { Delivery } from '@zhuiyuan/contract/payout/payout-enums';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { BanKind, BanScope } from '@zhuiyuan/contract/risk/risk-enums';
import { BanDraft } from '@zhuiyuan/contract/risk/risk-rule';
import { listSomebody } from '../../risk/list-writes.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeStaff } from '../../../test/factories/access.ts';
import { openCashWorld } from '../../../test/factories/cash.ts';
import { makeCodeWorld, opsOf, range } from '../../../test/factories/codes.ts';
import { findFaults } from '../../../test/factories/lottery.ts';
import { makeRedActive } from '../../../test/factories/red.ts';
import { runRedActives } from '../active/run-red-actives.ts';
import { readPayout } from '../../payout/records/read-payout.ts';
import { closePayout } from '../../payout/payout-acts.ts';
import { claimPacket } from './claim-packet.ts';
import { runBatches } from './run-batches.ts';
import { noteAgain } from '../../../test/factories/notes.ts';

const mayAll = [
  ...['list', 'save', 'void', 'freeze', 'export'].map((act) => `admin:lottery:redBar:${act}`),
  'admin:lottery:redActive:list',
  'admin:lottery:redActive:update',
];

let world: Awaited<ReturnType<typeof openCashWorld>>;
let codes: Awaited<ReturnType<typeof makeCodeWorld>>;
let token: string;
let used = 0;
let seg: number;
let lotId: number;

beforeAll(async () => {
  world = await openCashWorld({
    firm: async (app) => {
      codes = await makeCodeWorld(app);
      return codes.firmId;
    },
  });
  ({ token } = await makeStaff(world.app, { firmId: codes.firmId, permissions: mayAll }));
  ({ seg } = await codes.issue({ itemCount: 60_000 }));
  const ops = opsOf(world.app, codes);
  lotId = await ops.makeLot();
  await ops.use(range(seg, 1, 60_000), { lotId });
});
afterAll(() => world.close());

/** Serials that no other test has. */
const take = (count: number) => {
  const serialFrom = used + 1;
  used += count;
  return { seg, serialFrom, serialTo: used };
};
const makeActive = (more: object = {}) => makeRedActive(world.app, codes.firmId, { poolId: world.poolId, ...more });
const call: (typeof world)['app']['call'] = (...args) => world.app.call(...args);
const save = (redActiveId: number, shares: object[], run: object, more: object = {}) =>
  call(token, redCodeApi.save, { redActiveId, source: 'range', range: run, shares, ...more } as never);
const budgetOf = (id: number) => world.budget({ id });
const batchOf = (id: number) => world.app.data(token, redCodeApi.info, { id });

/** A batch that is in use: `count` codes of 1.00 and one of 88.88. */
const makeBatch = async (count: number, more: object = {}) => {
  const redActiveId = await makeActive({ budgetAmount: 1_000_000, ...more });
  const run = take(count + 1);
  const { data, code, message } = await save(
    redActiveId,
    [
      { amount: 8888, count: 1 },
      { amount: 100, count },
    ],
    run,
  );
  expect([code, message]).toEqual([200, 'ok']);
  await runBatches(world.app);
  return { ...(data as { id: number; batchNo: string }), redActiveId, run };
};
const people = (count: number) => world.people(Array.from({ length: count }, () => `o${randomUUID().slice(0, 12)}_ok`));
const accountsOf = async (uids: readonly number[]) =>
  (
    await world.app.db
      .selectFrom('member')
      .where('id', 'in', [...uids])
      .orderBy('id')
      .select('accountId')
      .execute()
  ).map(({ accountId }) => accountId);
const claim = (serial: number, accountId: number) =>
  claimPacket(
    {
      db: world.app.shopperDb,
      masterKey: world.app.config.masterKey,
      log: world.parts.log,
      merchants: world.merchants,
    },
    { firmId: codes.firmId, seg, serial, accountId, authCode: '', ip: '203.0.113.5', device: 'test' },
  );

it('makes a batch: its money is reserved at once, its amounts are dealt and sealed, its digest holds them', async () => {
  const { id, batchNo, redActiveId } = await makeBatch(99);
  expect(await budgetOf(redActiveId)).toMatchObject({ remain: 1_000_000 - 18_788, reserved: 18_788 });
  const batch = await batchOf(id);
  expect(batch).toMatchObject({ state: RedBatchState.ready, count: 100, made: 100, totalAmount: 18_788, usedCnt: 0 });
  expect(batch.digest).toMatch(/^[0-9a-f]{64}$/);
  expect(await world.app.data(token, redCodeApi.proof, { batchNo })).toMatchObject({
    ok: true,
    digest: batch.digest,
    count: 100,
    totalAmount: 18_788,
  });
  const { list, total } = await world.app.data(token, redCodeApi.list, { batchNo });
  expect(total).toBe(100);
  expect(list.every(({ amount, codeText }) => amount === null && codeText.includes('****'))).toBe(true);
  // An amount that is put under another code breaks its seal.
  const [one, other] = list;
  const { amountSealed } = await world.app.db
    .selectFrom('redBar')
    .where('id', '=', one!.id)
    .select('amountSealed')
    .executeTakeFirstOrThrow();
  const was = await world.app.db
    .selectFrom('redBar')
    .where('id', '=', other!.id)
    .select('amountSealed')
    .executeTakeFirstOrThrow();
  await world.app.db.updateTable('redBar').set({ amountSealed }).where('id', '=', other!.id).execute();
  expect(await world.app.data(token, redCodeApi.proof, { batchNo })).toMatchObject({ ok: false });
  await world.app.db.updateTable('redBar').set(was).where('id', '=', other!.id).execute();
  expect(await findFaults(world.app)).toEqual([]);
});

it('is given to nobody on the list, whose code stays for somebody else', async () => {
  const { run } = await makeBatch(1);
  const [uid, other] = await people(2);
  const [accountId, next] = await accountsOf([uid!, other!]);
  const serial = (run as { serialFrom: number }).serialFrom;
  await listSomebody(
    world.app.db,
    BanDraft.parse({ kind: BanKind.person, value: String(uid), scope: BanScope.payouts, reason: '刷奖' }),
    { firmId: codes.firmId, operatorId: null },
  );
  await expect(claim(serial, accountId!)).rejects.toMatchObject({ code: 62232 });
  expect(await claim(serial, next!)).toBeTruthy();
  expect(await findFaults(world.app)).toEqual([]);
});

it('refuses what does not add up, more than there is, and codes that carry a packet', async () => {
  const { redActiveId, run } = await makeBatch(9);
  const shares = [{ amount: 100, count: 10 }];
  expect(await save(redActiveId, shares, take(11))).toMatchObject({
    code: 62417,
    message: '金额分布数量与码数量不一致',
  });
  expect(await save(redActiveId, [{ amount: 20_000, count: 100 }], take(100))).toMatchObject({ code: 62404 });
  expect(await save(redActiveId, [{ amount: 29, count: 10 }], take(10))).toMatchObject({ code: 62457 });
  expect(await save(redActiveId, shares, run)).toMatchObject({ code: 62416, message: '该码已绑定红包' });
  expect(await save(redActiveId, shares, { seg, serialFrom: 59_995, serialTo: 60_004 })).toMatchObject({
    code: 400,
    data: { fields: [{ field: 'range.serialTo', message: `码段${seg}只有60000个码` }] },
  });
  expect(await save(redActiveId, shares, { seg, serialFrom: 60, serialTo: 20 })).toMatchObject({
    code: 400,
    data: { fields: [{ field: 'range.serialTo', message: '结束序号不能小于起始序号' }] },
  });
  const key = { idemKey: 'same' };
  const twice = take(10);
  const answers = await Promise.all([1, 2, 3].map(() => save(redActiveId, shares, twice, key)));
  expect(new Set(answers.map(({ data }) => (data as { id: number }).id)).size).toBe(1);
  await runBatches(world.app);
  expect(await findFaults(world.app)).toEqual([]);
});

it('gives a batch up whole where a code was drawn with, and its money is free again', async () => {
  const redActiveId = await makeActive();
  const run = take(10);
  await world.app.db
    .insertInto('codeUse')
    .values({
      seg,
      serial: run.serialTo,
      audience: Audience.consumer,
      firmId: codes.firmId,
      activityId: 1,
      drawId: 987_654,
      uid: 1,
    })
    .execute();
  const { data } = await save(redActiveId, [{ amount: 100, count: 10 }], run);
  await runBatches(world.app);
  expect(await batchOf((data as { id: number }).id)).toMatchObject({
    state: RedBatchState.failed,
    made: 0,
    reason: '该码已参与过抽奖',
  });
  expect(await budgetOf(redActiveId)).toMatchObject({ remain: 100_000, reserved: 0 });
  await world.app.db.deleteFrom('codeUse').where('drawId', '=', 987_654).execute();
  expect(await findFaults(world.app)).toEqual([]);
});

it('is received once, of two hundred who ask at once, and paid once', { timeout: 120_000 }, async () => {
  const { id, redActiveId, run } = await makeBatch(9);
  const uids = await people(50);
  const accounts = await accountsOf(uids);
  const answers = await Promise.allSettled(
    Array.from({ length: 200 }, (_, nth) => claim(run.serialFrom, accounts[nth % 50]!)),
  );
  const won = answers.flatMap((answer, nth) => (answer.status === 'fulfilled' ? [nth % 50] : []));
  expect(new Set(won).size).toBe(1);
  expect(new Set(answers.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : [])))).toEqual(
    new Set(['该红包已被他人领取']),
  );
  const row = await world.app.db
    .selectFrom('redBar')
    .where('seg', '=', seg)
    .where('serial', '=', run.serialFrom)
    .selectAll()
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ state: RedCodeState.used, uid: uids[won[0]!] });
  const payouts = (await world.records()).filter(({ redActiveId: of }) => of === redActiveId);
  expect(payouts).toHaveLength(1);
  expect(payouts[0]).toMatchObject({ source: 1, sourceId: row.id, amount: row.amount });
  await world.work();
  expect((await world.record(payouts[0]!.id)).status).toBe(Delivery.RECEIVED);
  const batch = await batchOf(id);
  expect(batch).toMatchObject({ usedCnt: 1, usedAmount: row.amount });
  expect(await budgetOf(redActiveId)).toMatchObject({ paid: row.amount, reserved: batch.totalAmount - row.amount! });
  expect(await findFaults(world.app)).toEqual([]);
});

it('limits what one person receives on a day, also when he asks for several at once', async () => {
  const { run } = await makeBatch(9, { limitUserDay: 3 });
  const [account] = await accountsOf(await people(1));
  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, (_, nth) => claim(run.serialFrom + nth, account!)),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  await world.work();
  expect(await findFaults(world.app)).toEqual([]);
});

it('stays reserved when it fails, and is free again once given up', async () => {
  const { redActiveId, run } = await makeBatch(9);
  const [uid] = await world.people([`x${run.serialFrom}_fail_real`]);
  const [account] = await accountsOf([uid!]);
  await claim(run.serialFrom, account!);
  await world.work();
  const payout = (await world.records()).find(({ redActiveId: of }) => of === redActiveId);
  expect(payout!.status).toBe(Delivery.FAILED);
  const before = await budgetOf(redActiveId);
  expect(await findFaults(world.app)).toEqual([]);
  expect((await readPayout(world.app.db, payout!.id)).ledger).toEqual([]);
  await world.app.db.transaction().execute((db) => closePayout(db as never, payout!.id));
  expect((await readPayout(world.app.db, payout!.id)).ledger).toMatchObject([
    { type: LedgerType.release, reserved: -payout!.amount, avail: payout!.amount },
  ]);
  expect(await budgetOf(redActiveId)).toMatchObject({
    reserved: before.reserved - payout!.amount,
    remain: before.remain + payout!.amount,
  });
  expect(await findFaults(world.app)).toEqual([]);
});

it('freezes and voids codes and batches; what is void gives its money back', async () => {
  const { id, batchNo, redActiveId, run } = await makeBatch(19);
  const [account] = await accountsOf(await people(1));
  const { list } = await world.app.data(token, redCodeApi.list, { batchNo, limit: 100 });
  const ids = list.map((row) => row.id);
  expect(await world.app.data(token, redCodeApi.freeze, { ids: ids.slice(0, 5) })).toMatchObject({ ok: 5, fail: [] });
  await world.app.data(token, redCodeApi.freeze, { batchNo });
  await expect(claim(run.serialFrom, account!)).rejects.toThrow('该红包已冻结');
  await world.app.data(token, redCodeApi.unfreeze, { batchNo });
  await claim(run.serialFrom, account!);
  const [taken] = (await world.app.data(token, redCodeApi.list, { batchNo, state: RedCodeState.used })).list;
  expect(taken!.consumer).toMatch(/^用户\*{3}\d{3}$/);
  const before = await world.app.data(token, redCodeApi.board, {});
  const voided = await world.app.data(token, redCodeApi.void, { ids: [...ids.slice(0, 7), ids.at(-1)!] });
  expect(voided.ok).toBe(7);
  const { count, usedCnt, voidCnt } = await world.app.data(token, redCodeApi.board, {});
  expect({ count, usedCnt, voidCnt }).toEqual({
    count: before.count,
    usedCnt: before.usedCnt,
    voidCnt: before.voidCnt + 7,
  });
  expect(voided.fail).toEqual([{ id: ids.at(-1), message: '已领取或已作废的红包码不能作废' }]);
  expect(await findFaults(world.app)).toEqual([]);
  expect(await world.app.data(token, redCodeApi.void, { batchNo })).toMatchObject({ ok: 1 });
  await expect(claim(run.serialFrom + 1, account!)).rejects.toThrow('该码没有可领取的红包');
  await runBatches(world.app);
  expect(await batchOf(id)).toMatchObject({ state: RedBatchState.void, usedCnt: 1, voidCnt: 19 });
  await world.work();
  const budget = await budgetOf(redActiveId);
  expect(budget.reserved).toBe(0);
  expect(budget.remain + budget.paid).toBe(1_000_000);
  // A code whose packet is void may be given another.
  expect(
    (
      await save(redActiveId, [{ amount: 100, count: 5 }], {
        seg,
        serialFrom: run.serialFrom + 1,
        serialTo: run.serialFrom + 5,
      })
    ).code,
  ).toBe(200);
  await runBatches(world.app);
  expect(await findFaults(world.app)).toEqual([]);
});

it('a process killed at any step leaves a batch that another one makes whole', { timeout: 240_000 }, async () => {
  const redActiveId = await makeActive({ budgetAmount: 1_000_000 });
  const shares = [
    { amount: 100, count: 4000 },
    { amount: 30, count: 16_000 },
  ];
  const { data } = await save(redActiveId, shares, take(20_000));
  const { id } = data as { id: number };
  for (const steps of [0, 1]) {
    const child = spawn(
      process.execPath,
      [
        '--import',
        'tsx',
        'test/red-worker.ts',
        world.app.database.url,
        world.app.config.masterKey.toString('hex'),
        String(id),
        String(steps),
      ],
      { cwd: `${import.meta.dirname}/../../..`, stdio: 'inherit' },
    );
    const [, signal] = (await once(child, 'exit')) as [number, string];
    expect(signal).toBe('SIGKILL');
    const batch = await batchOf(id);
    expect([batch.state, batch.made % 5000]).toEqual([RedBatchState.making, 0]);
    const [account] = await accountsOf(await people(1));
    await expect(claim(take(0).serialFrom - 20_000, account!)).rejects.toThrow('该码没有可领取的红包');
  }
  // What the killed process held is free once the database has noticed.
  await expect
    .poll(async () => {
      await Promise.all([runBatches(world.app), runBatches(world.app)]);
      return batchOf(id);
    })
    .toMatchObject({ state: RedBatchState.ready, made: 20_000, totalAmount: 880_000 });
  const { batchNo } = await batchOf(id);
  expect(await world.app.data(token, redCodeApi.proof, { batchNo })).toMatchObject({ ok: true, totalAmount: 880_000 });
  expect(await findFaults(world.app)).toEqual([]);
});

it('ends with its activity: codes are void, and all that was not received goes back to the pool', async () => {
  const { id, redActiveId, run } = await makeBatch(9);
  const [account] = await accountsOf(await people(1));
  await claim(run.serialFrom, account!);
  expect(await call(token, redActiveApi.update, { id: redActiveId, name: '改名' } as never)).toMatchObject({
    code: 62451,
  });
  await world.app.db
    .updateTable('redActive')
    .set({ endAt: '2026-01-02 00:00:00' })
    .where('id', '=', redActiveId)
    .execute();
  await noteAgain(world.app);
  await runRedActives(world.app);
  await expect(claim(run.serialFrom + 1, account!)).rejects.toThrow('该码没有可领取的红包');
  await runBatches(world.app);
  await world.work();
  expect(await batchOf(id)).toMatchObject({ state: RedBatchState.void, usedCnt: 1, voidCnt: 9 });
  const budget = await budgetOf(redActiveId);
  expect(budget).toMatchObject({ remain: 0, reserved: 0 });
  expect(budget.released + budget.paid).toBe(1_000_000);
  expect(await findFaults(world.app)).toEqual([]);
});

it('knows when a rule is broken', async () => {
  const { redActiveId, run } = await makeBatch(9);
  const [account] = await accountsOf(await people(1));
  await claim(run.serialFrom, account!);
  await sql`delete from code_use where seg = ${seg} and serial = ${run.serialFrom}`.execute(world.app.db);
  await sql`update activity_budget set remain = remain - 1, reserved = reserved + 1 where activity_id = ${redActiveId}`.execute(
    world.app.db,
  );
  const found = (await findFaults(world.app)).join();
  expect(found).toContain('已领取的红包码都有领取人');
  expect(found).toContain('红包活动的预占等于');
});
