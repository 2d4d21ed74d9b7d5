import { fundRefusals } from '@zhuiyuan/contract/fund/fund-refusals';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { LedgerType, RequestStatus } from '@zhuiyuan/contract/fund/ledger-enums';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { book, findFaults, makePool, makeTeller } from '../../test/factories/fund.ts';
import { makeFirm } from '../../test/factories/parties.ts';
import type { Db } from '../kit/db/database.ts';
import { retried } from '../kit/http/serve.ts';
import { allocateBudget, returnBudget } from './budget.ts';
import { fundChecks } from './check-fund.ts';
import { releaseReserved, settleReserved } from './end-reservation.ts';
import { requestFund, reviewRequest } from './pool/fund-request.ts';
import { reserveWins, type Win } from './reserve-wins.ts';

let app: TestApp;
let firmId: number;

let tellerId: number;
beforeAll(async () => {
  app = await openTestApp();
  firmId = await makeFirm(app);
  tellerId = await makeTeller(app, firmId);
});
afterAll(() => app.close());

const inOne = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
  retried(() => app.db.transaction().execute((db) => work(db as Db)));

let numbers = 1000;
const next = () => (numbers += 1);

const refKind = 'draw';
const allocate = (of: { poolId: number; activityId: number; amount: number; isPublishing?: boolean }) =>
  inOne((db) => allocateBudget(db, { firmId, ...of }, tellerId));
const giveBack = (of: { activityId: number; amount?: number; closes?: boolean }) =>
  inOne((db) => returnBudget(db, { firmId, ...of }, null));
const reserve = (activityId: number, wins: Win[]) =>
  inOne((db) => reserveWins(db, { firmId, activityId, refKind, wins }));
const settle = (...refIds: number[]) => inOne((db) => settleReserved(db, { firmId, refKind, refIds }));
const release = (...refIds: number[]) => inOne((db) => releaseReserved(db, { firmId, refKind, refIds }));

const budgetOf = (activityId: number) =>
  app.db
    .selectFrom('activityBudget')
    .select(['budget', 'remain', 'reserved', 'paid', 'released'])
    .where('activityId', '=', activityId)
    .executeTakeFirstOrThrow();
const balanceOf = async (id: number) =>
  (await app.db.selectFrom('pool').select('balance').where('id', '=', id).executeTakeFirstOrThrow()).balance;
const wins = (count: number, amount: number): Win[] => Array.from({ length: count }, () => ({ refId: next(), amount }));

/** A pool of 10,000.00 yuan whose activity was given a part of it. */
const makeActivity = async (amount: number) => {
  const poolId = await makePool(app, firmId, 1_000_000);
  const activityId = next();
  await allocate({ poolId, activityId, amount });
  return { poolId, activityId };
};

describe('money on its way', () => {
  it('goes from the pool to the activity, to who won it, and out or back', async () => {
    const { poolId, activityId } = await makeActivity(5000);
    expect(await balanceOf(poolId)).toBe(995_000);
    const [a, b, c] = wins(3, 1000) as [Win, Win, Win];
    expect([...(await reserve(activityId, [a, b, c]))]).toEqual([a.refId, b.refId, c.refId]);
    expect(await settle(a.refId)).toEqual([{ refId: a.refId, activityId, amount: 1000 }]);
    expect(await release(b.refId)).toEqual([{ refId: b.refId, activityId, amount: 1000 }]);
    expect(await budgetOf(activityId)).toEqual({ budget: 5000, remain: 3000, reserved: 1000, paid: 1000, released: 0 });
    expect(await giveBack({ activityId, amount: 500 })).toEqual({ returned: 500 });
    expect(await giveBack({ activityId, closes: true })).toEqual({ returned: 2500 });
    expect(await balanceOf(poolId)).toBe(998_000);
    // After the end it goes to the pool.
    await release(c.refId);
    expect(await budgetOf(activityId)).toEqual({ budget: 5000, remain: 0, reserved: 0, paid: 1000, released: 4000 });
    expect(await balanceOf(poolId)).toBe(999_000);
    const rows = await app.db
      .selectFrom('fundLedger')
      .select(['type', 'pool', 'avail', 'reserved', 'outside', 'balanceAfter'])
      .where('activityId', '=', activityId)
      .where('type', 'in', [LedgerType.release, LedgerType.reclaim])
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    expect(rows).toEqual([
      { type: LedgerType.reclaim, pool: 1000, avail: -1000, reserved: 0, outside: 0, balanceAfter: 999_000 },
      { type: LedgerType.release, pool: 0, avail: 1000, reserved: -1000, outside: 0, balanceAfter: null },
    ]);
    expect(await findFaults(app, firmId)).toEqual([]);
  });

  it('is won in order: what does not fit is left out, a smaller one after it may fit', async () => {
    const { activityId } = await makeActivity(1000);
    const [a, b, c, d] = [600, 500, 400, 1].map((amount) => ({ refId: next(), amount })) as [Win, Win, Win, Win];
    expect([...(await reserve(activityId, [a, b, c, d]))]).toEqual([a.refId, c.refId]);
    expect((await budgetOf(activityId)).remain).toBe(0);
    expect((await reserve(next(), [{ refId: next(), amount: 1 }])).size).toBe(0);
  });

  it('is not won of an activity that ended, and given to none', async () => {
    const { poolId, activityId } = await makeActivity(1000);
    await giveBack({ activityId, closes: true });
    expect((await reserve(activityId, wins(1, 1))).size).toBe(0);
    await expect(allocate({ poolId, activityId, amount: 1 })).rejects.toThrow(fundRefusals.budgetClosed[1]);
    expect(await giveBack({ activityId, closes: true })).toEqual({ returned: 0 });
  });

  it('ends once: who received it does not give it back, and the other way round', async () => {
    const { activityId } = await makeActivity(1000);
    const [a, b] = wins(2, 100) as [Win, Win];
    await reserve(activityId, [a, b]);
    await settle(a.refId);
    expect(await release(a.refId)).toEqual([]);
    expect(await settle(a.refId)).toEqual([]);
    await release(b.refId);
    expect(await settle(b.refId, next())).toEqual([]);
    expect(await budgetOf(activityId)).toMatchObject({ remain: 900, reserved: 0, paid: 100 });
    const both = wins(1, 50);
    await reserve(activityId, both);
    const ended = await Promise.all([settle(both[0]!.refId), release(both[0]!.refId), settle(both[0]!.refId)]);
    expect(ended.flat()).toHaveLength(1);
    expect(await findFaults(app, firmId)).toEqual([]);
  });

  it('is refused with the words for it', async () => {
    const { poolId, activityId } = await makeActivity(1000);
    const short = { poolId, activityId, amount: 10_000_000 };
    await expect(allocate(short)).rejects.toMatchObject({ code: 62405, message: '资金池余额不足' });
    await expect(allocate({ ...short, isPublishing: true })).rejects.toMatchObject({ code: 62108 });
    await expect(allocate({ ...short, amount: 1, poolId: await makePool(app, firmId, 5) })).rejects.toThrow(
      '活动已使用其他资金池',
    );
    await expect(giveBack({ activityId, amount: 1001 })).rejects.toThrow('回收金额不能大于活动剩余预算10.00元');
    await app.db.updateTable('pool').set({ status: Enabled.off }).where('id', '=', poolId).execute();
    await expect(allocate({ ...short, amount: 1 })).rejects.toMatchObject({ code: 62412 });
  });
});

describe('together', () => {
  it('fifty draws never overdraw a budget', async () => {
    const { activityId } = await makeActivity(3000);
    const asked = Array.from({ length: 50 }, () => wins(3, 70));
    const fitted = (await Promise.all(asked.map((some) => reserve(activityId, some)))).map(({ size }) => size);
    expect(fitted.reduce((sum, count) => sum + count, 0)).toBe(42);
    expect(await budgetOf(activityId)).toMatchObject({ remain: 60, reserved: 2940 });
    expect(await findFaults(app, firmId)).toEqual([]);
  });

  it('twenty activities never overdraw a pool', async () => {
    const poolId = await makePool(app, firmId, 1000);
    const given = await Promise.allSettled(
      Array.from({ length: 20 }, () => allocate({ poolId, activityId: next(), amount: 90 })),
    );
    expect(given.filter(({ status }) => status === 'fulfilled')).toHaveLength(11);
    expect(await balanceOf(poolId)).toBe(10);
    expect(await findFaults(app, firmId)).toEqual([]);
  });

  it('two approve a recharge once', async () => {
    const poolId = await makePool(app, firmId);
    const { id } = await requestFund(
      app.db,
      { poolId, kind: LedgerType.recharge, amount: 700, vouchers: ['/a.png'], remark: '' },
      tellerId,
    );
    const others = await Promise.all(Array.from({ length: 5 }, () => makeTeller(app, firmId)));
    const answers = await Promise.allSettled(
      others.slice(1).map((who, at) => inOne((db) => reviewRequest(db, { id, pass: at % 2 === 0, remark: '' }, who))),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { status } = await app.db
      .selectFrom('fundRequest')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(await balanceOf(poolId)).toBe(status === RequestStatus.passed ? 700 : 0);
    await expect(inOne((db) => reviewRequest(db, { id, pass: true, remark: '' }, others[0]!))).rejects.toThrow(
      fundRefusals.reviewed[1],
    );
    expect(await findFaults(app, firmId)).toEqual([]);
  });

  it('many kinds of movements at random keep every rule, and no fen is lost', async () => {
    const pools = [await makePool(app, firmId, 50_000), await makePool(app, firmId, 20_000)];
    const activities = [0, 1, 2, 3].map((place) => ({ activityId: next(), poolId: pools[place % 2]! }));
    const open: number[] = [];
    let state = 20_261_126;
    const random = (below: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * below);
    };
    const some = <T>(list: readonly T[]): T => list[random(list.length)]!;
    const takeOpen = () => open.splice(random(open.length), 1 + random(3));
    const steps: (() => Promise<unknown>)[] = [
      () => allocate({ ...some(activities), amount: 1 + random(4000) }),
      () => giveBack({ activityId: some(activities).activityId, ...(random(2) && { amount: 1 + random(500) }) }),
      () => giveBack({ activityId: some(activities).activityId, closes: random(8) === 0 }),
      async () => {
        const won = Array.from({ length: 1 + random(5) }, () => ({ refId: next(), amount: 1 + random(300) }));
        open.push(...(await reserve(some(activities).activityId, won)));
      },
      async () => {
        const won = wins(1 + random(4), 1 + random(200));
        open.push(...(await reserve(some(activities).activityId, won)));
      },
      () => settle(...takeOpen()),
      () => release(...takeOpen()),
      () => book(app, some(pools), random(2) ? 1 + random(900) : -1 - random(900)),
    ];
    const refusals: string[] = [];
    for (let round = 0; round < 30; round += 1) {
      const done = await Promise.allSettled(Array.from({ length: 6 }, () => some(steps)()));
      for (const one of done) if (one.status === 'rejected') refusals.push((one.reason as Error).message);
      if (round % 10 === 9) expect(await findFaults(app, firmId)).toEqual([]);
    }
    const known = /余额不足|不能大于活动剩余预算|活动已结束/;
    expect(refusals.filter((said) => !known.test(said))).toEqual([]);
    const { total } = await app.db
      .selectFrom('fundLedger')
      .select(sql<number>`sum(pool + avail + reserved + outside)::bigint`.as('total'))
      .where('poolId', 'in', pools)
      .executeTakeFirstOrThrow();
    expect(total).toBe(0);
    expect(await findFaults(app)).toEqual([]);
  }, 60_000);
});

describe('the ledger', () => {
  it('is never changed or deleted, and takes no row that does not add to 0', async () => {
    const poolId = await makePool(app, firmId, 100);
    const rows = app.db.updateTable('fundLedger').set({ remark: '改' }).where('poolId', '=', poolId);
    await expect(rows.execute()).rejects.toThrow('never changed');
    await expect(app.db.deleteFrom('fundLedger').where('poolId', '=', poolId).execute()).rejects.toThrow(
      'never changed',
    );
    await expect(sql`truncate fund_ledger`.execute(app.db)).rejects.toThrow('never changed');
    const row = {
      firmId,
      poolId,
      type: LedgerType.fee,
      pool: -5,
      outside: 4,
      balanceAfter: 95,
      refKind: 'bill',
      refId: 1,
    };
    await expect(app.db.insertInto('fundLedger').values(row).execute()).rejects.toThrow('fund_ledger_');
  });

  it('is looked through: each rule tells what breaks it', async () => {
    const own = await makeFirm(app);
    const poolId = await makePool(app, own, 1000);
    const elsewhere = await makePool(app, firmId);
    const activityId = next();
    const by = await makeTeller(app, own);
    await inOne((db) => allocateBudget(db, { firmId: own, poolId, activityId, amount: 500 }, by));
    expect(await findFaults(app, own)).toEqual([]);
    const broken = await app.db
      .transaction()
      .execute(async (db) => {
        await db.updateTable('pool').set({ balance: 499 }).where('id', '=', poolId).execute();
        await db
          .updateTable('activityBudget')
          .set({ remain: 400, paid: 100 })
          .where('activityId', '=', activityId)
          .execute();
        const row = { firmId: own, poolId, activityId, refKind: 'x', refId: next() };
        await db
          .insertInto('fundLedger')
          .values({ ...row, refId: next(), type: LedgerType.allocate, pool: -7, avail: 7, balanceAfter: 493 })
          .execute();
        await db
          .insertInto('fundLedger')
          .values({ ...row, type: LedgerType.pay, reserved: -7, outside: 7 })
          .execute();
        await db
          .insertInto('fundLedger')
          .values({ ...row, refId: next(), type: LedgerType.pay, reserved: -7, outside: 7, partOf: 999_999_999 })
          .execute();
        await db
          .insertInto('fundLedger')
          .values({
            firmId: own,
            poolId,
            type: LedgerType.recharge,
            pool: 9,
            outside: -9,
            balanceAfter: 9,
            refKind: 'x',
            refId: next(),
          })
          .execute();
        await db
          .insertInto('fundLedger')
          .values({
            firmId: own,
            poolId: elsewhere,
            type: LedgerType.fee,
            pool: -1,
            outside: 1,
            balanceAfter: 9,
            refKind: 'x',
            refId: next(),
            at: '2099-01-01 00:00:00',
          })
          .execute();
        const found: string[] = [];
        for (const { name, find } of fundChecks) if ((await find(db as Db, own)).length > 0) found.push(name);
        throw Object.assign(new Error('undone'), { found });
      })
      .catch((error: { found?: string[] }) => error.found);
    // One of them is kept by the table itself.
    expect(broken).toEqual(fundChecks.map(({ name }) => name).filter((name) => !name.startsWith('每行流水')));
  });
});
