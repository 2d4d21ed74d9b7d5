import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import { assetsApi } from '@zhuiyuan/contract/fund/pool/assets';
import { BillState, PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { poolApi } from '@zhuiyuan/contract/fund/pool/pool';
import { homeApi } from '@zhuiyuan/contract/stats/home';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { firmWorld, makeFirmStaff, makeStaff } from '../../../test/factories/access.ts';
import { findFaults, makeMerchant, makePool, makeTeller } from '../../../test/factories/fund.ts';
import { downloadSheet } from '../../../test/sheets.ts';
import type { Db } from '../../kit/db/database.ts';
import { allocateBudget } from '../budget.ts';
import { releaseReserved, settleReserved } from '../end-reservation.ts';
import { reserveWins } from '../reserve-wins.ts';

const every = ['list', 'save', 'update', 'delete', 'recharge', 'adjust', 'audit', 'export'].map(
  (act) => `admin:lottery:redBag:${act}`,
);
const withHome = [...every, 'admin:statistics:home:trace'];
let app: TestApp;
let firmId: number;
let staffId: number;
let token: string;
let other: string;

beforeAll(async () => {
  ({ app, firmId, staffId, token } = await firmWorld(every));
  other = (await makeStaff(app, { firmId, permissions: every, isAdminRole: true })).token;
});
afterAll(() => app.close());

let numbers = 5000;
const next = () => (numbers += 1);
const recharge = (id: number, amount: number, more: object = {}) =>
  app.call(token, poolApi.recharge, { id, amount, vouchers: ['/v.png'], remark: '银行转入', ...more } as never);
const balanceOf = async (id: number) => (await app.data(token, poolApi.info, { id })).balance;

describe('a pool', () => {
  it('is made for a merchant that has none, changed and deleted while it is unused', async () => {
    const mchConfId = await makeMerchant(app, firmId);
    const draft = { name: '主商户资金池', mchConfId, warnAmount: 500_000, notifyIds: [staffId], userDayMax: 5 };
    const { id, version } = await app.data(token, poolApi.save, draft as never);
    expect(await app.call(token, poolApi.save, { ...draft, name: '第二个' } as never)).toMatchObject({
      code: 62411,
      message: '该商户已有资金池',
      data: { fields: [{ field: 'mchConfId' }] },
    });
    expect(await app.data(token, poolApi.info, { id })).toMatchObject({
      balance: 0,
      allocated: 0,
      isLow: true,
      notifyIds: [staffId],
      notifyNames: ['测试'],
    });
    await app.data(token, poolApi.update, { id, version, name: '改名' } as never);
    expect((await app.call(token, poolApi.update, { id, version, name: '再改' } as never)).code).toBe(409);
    const { staffId: stranger } = await makeFirmStaff(app);
    expect(await app.call(token, poolApi.update, { id, notifyIds: [stranger] } as never)).toMatchObject({
      message: '请选择本企业的管理员',
    });
    expect((await app.data(token, poolApi.list, { name: '改' })).list).toMatchObject([{ id, mchConfId }]);
    expect(await app.data(token, poolApi.staff, {})).toContainEqual({ id: staffId, name: '测试', firmId });
    await app.data(token, poolApi.remove, { id });
    expect((await app.call(token, poolApi.info, { id })).code).toBe(404);
  });

  it('with money moved keeps its merchant and is not deleted', async () => {
    const id = await makePool(app, firmId, 100);
    expect(await app.call(token, poolApi.remove, { id })).toMatchObject({ code: 62431 });
    const mchConfId = await makeMerchant(app, firmId);
    expect((await app.call(token, poolApi.update, { id, mchConfId } as never)).message).toBe(
      '已有资金往来，不能更换商户',
    );
  });

  it('of another firm is neither seen nor changed', async () => {
    const id = await makePool(app, firmId, 100);
    const { token: stranger } = await makeFirmStaff(app, every);
    expect((await app.call(stranger, poolApi.info, { id })).code).toBe(404);
    expect((await app.data(stranger, poolApi.list, {})).total).toBe(0);
    expect((await app.data(stranger, poolApi.ledger, { poolId: id })).total).toBe(0);
    const asked = { id, amount: 100, vouchers: ['/v.png'] };
    expect((await app.call(stranger, poolApi.recharge, asked as never)).code).toBe(404);
    const { id: request } = (await recharge(id, 5)).data;
    expect((await app.call(stranger, poolApi.audit, { id: request, pass: true } as never)).code).toBe(404);
    expect(await balanceOf(id)).toBe(100);
  });
});

describe('a recharge', () => {
  it('counts when another person has approved it', async () => {
    const id = await makePool(app, firmId);
    expect((await recharge(id, 0)).message).toBe('充值金额须大于0');
    expect((await recharge(id, 500, { vouchers: [] })).message).toBe('请上传充值凭证');
    // What shows nothing to who approves it is no voucher.
    expect((await recharge(id, 500, { vouchers: [' '] })).message).toBe('请上传充值凭证');
    for (const voucher of ['已转账', 'javascript:alert(1)', '//evil.example/v.png'])
      expect((await recharge(id, 500, { vouchers: [voucher] })).message).toBe('文件地址不正确');
    const { id: request } = (await recharge(id, 50_000)).data;
    expect(await balanceOf(id)).toBe(0);
    expect((await app.data(token, poolApi.info, { id })).waitingCount).toBe(1);
    expect(await app.call(token, poolApi.audit, { id: request, pass: true } as never)).toMatchObject({
      code: 62419,
      message: '须由另一人复核',
    });
    await app.data(other, poolApi.audit, { id: request, pass: true } as never);
    expect((await app.call(other, poolApi.audit, { id: request, pass: true } as never)).code).toBe(62433);
    expect(await balanceOf(id)).toBe(50_000);
    const page = await app.data(token, poolApi.ledger, { poolId: id });
    expect(page.list).toMatchObject([
      { type: LedgerType.recharge, pool: 50_000, outside: -50_000, balanceAfter: 50_000, voucherCount: 1 },
    ]);
    expect(page.list[0]).toMatchObject({ operatorName: '测试', reviewerName: '测试', remark: '银行转入' });
    expect(await findFaults(app, firmId)).toEqual([]);
  });

  it('that is rejected moves nothing, and says why', async () => {
    const id = await makePool(app, firmId);
    const { id: request } = (await recharge(id, 700)).data;
    await app.data(other, poolApi.audit, { id: request, pass: false, remark: '凭证不清' } as never);
    expect(await balanceOf(id)).toBe(0);
    expect((await app.data(token, poolApi.requests, { poolId: id })).list).toMatchObject([
      { id: request, status: 2, reviewRemark: '凭证不清', amount: 700, vouchers: ['/v.png'] },
    ]);
  });

  it('that is sent twice under one key is one', async () => {
    const id = await makePool(app, firmId);
    const sent = await Promise.all([1, 2, 3].map(() => recharge(id, 700, { idemKey: 'once' })));
    expect(new Set(sent.map(({ data }) => data.id)).size).toBe(1);
  });

  it('is approved once by many at the same time', async () => {
    const id = await makePool(app, firmId);
    const { id: request } = (await recharge(id, 900)).data;
    const people = await Promise.all([1, 2, 3].map(() => makeStaff(app, { firmId, permissions: every })));
    const answers = await Promise.all(
      people.map((person) => app.call(person.token, poolApi.audit, { id: request, pass: true } as never)),
    );
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 62433, 62433]);
    expect(await balanceOf(id)).toBe(900);
  });
});

describe('an adjustment', () => {
  it('is for administrators, signed, with a reason, and of the balance that was seen', async () => {
    const id = await makePool(app, firmId, 1000);
    const adjust = (input: object, by = other) =>
      app.call(by, poolApi.adjust, { id, remark: '对账差异', ...input } as never);
    expect((await adjust({ amount: -1 }, token)).code).toBe(403);
    expect((await adjust({ amount: 0 })).message).toBe('调账金额不能为0');
    expect((await adjust({ amount: -1, remark: '' })).message).toBe('请输入调账原因');
    expect(await adjust({ amount: -1, balance: 999 })).toMatchObject({ code: 409, message: '余额已变化，请刷新' });
    const short = { code: 62405, message: '资金池余额不足' };
    expect(await adjust({ amount: -1001, balance: 1000 })).toMatchObject(short);
    expect((await adjust({ amount: 0.5 })).message).toBe('调账金额最多两位小数');
    // Enough when it was asked for, no longer when it is approved.
    const { id: tooMuch } = (await adjust({ amount: -700 })).data;
    const { id: request } = (await adjust({ amount: -400 })).data;
    await app.data(token, poolApi.audit, { id: request, pass: true } as never);
    expect(await app.call(token, poolApi.audit, { id: tooMuch, pass: true } as never)).toMatchObject(short);
    expect(await balanceOf(id)).toBe(600);
    expect(await findFaults(app, firmId)).toEqual([]);
  });
});

it('tells those it names when a pool is low, and others what waits for them', async () => {
  const { firmId: own, staffId: named, token: asker } = await makeFirmStaff(app, withHome);
  const { token: second } = await makeStaff(app, { firmId: own, permissions: withHome });
  const id = await makePool(app, own, 1000);
  await app.data(asker, poolApi.update, { id, warnAmount: 1001, notifyIds: [named] } as never);
  await app.data(asker, poolApi.recharge, { id, amount: 5, vouchers: ['/v.png'] });
  expect(await app.data(asker, homeApi.todo, {})).toMatchObject({ lowPoolNum: 1, fundRequestNum: 0 });
  expect(await app.data(second, homeApi.todo, {})).toMatchObject({ lowPoolNum: 0, fundRequestNum: 1 });
});

describe('the ledger', () => {
  it('sums a day by type and pool, and the check agrees with it', async () => {
    const { firmId: own, token: staff } = await makeFirmStaff(app, every);
    const poolId = await makePool(app, own, 10_000);
    const [one, two] = [next(), next()];
    const refs = [next(), next(), next(), next()];
    const by = await makeTeller(app, own);
    await app.db.transaction().execute(async (db) => {
      const of = { firmId: own, refKind: 'draw' };
      for (const activityId of [one, two])
        await allocateBudget(db as Db, { firmId: own, activityId, poolId, amount: 2000 }, by);
      const won = (activityId: number, from: number) =>
        reserveWins(db as Db, {
          ...of,
          activityId,
          wins: refs.slice(from, from + 2).map((refId) => ({ refId, amount: 30 })),
        });
      await won(one, 0);
      await won(two, 2);
      await settleReserved(db as Db, { ...of, refIds: [refs[0]!, refs[2]!] });
      await releaseReserved(db as Db, { ...of, refIds: [refs[1]!] });
    });
    const page = await app.data(staff, poolApi.ledger, { groupBy: 'day' });
    expect(
      page.list.map(({ type, count, activityCount, pool, avail, reserved, outside }) => [
        type,
        count,
        activityCount,
        pool,
        avail,
        reserved,
        outside,
      ]),
    ).toEqual([
      [LedgerType.reserve, 4, 2, 0, -120, 120, 0],
      [LedgerType.allocate, 2, 2, -4000, 4000, 0, 0],
      [LedgerType.pay, 2, 2, 0, 0, -60, 60],
      [LedgerType.recharge, 1, 0, 10_000, 0, 0, -10_000],
      [LedgerType.release, 1, 1, 0, 30, -30, 0],
    ]);
    expect(page.list[4]).toMatchObject({ activityId: one, operatorName: '系统' });
    expect(page.sum).toEqual({ count: 10, pool: 6000, avail: 3910, reserved: 30, outside: -9940 });
    expect(await app.data(staff, poolApi.check, {})).toMatchObject({
      recharged: 10_000,
      adjusted: 0,
      balance: 6000,
      allocated: 3940,
      paid: 60,
      fee: 0,
      difference: 0,
    });
    expect((await app.data(staff, poolApi.list, {})).list).toMatchObject([
      { balance: 6000, allocated: 3940, reserved: 30, paidTotal: 60 },
    ]);
    const singles = await app.data(staff, poolApi.ledger, { type: LedgerType.pay, activityId: one });
    expect(singles).toMatchObject({ total: 1, sum: null });
    expect(singles.list[0]).toMatchObject({ outside: 30, balanceAfter: null });
    expect(await app.data(staff, poolApi.faults, {})).toEqual([]);
    const { fileName } = await app.data(staff, poolApi.ledgerExport, { poolId });
    const [head, ...rows] = (await downloadSheet(app, fileName!)).rows;
    expect(rows).toHaveLength(10);
    const sumOf = (title: string) => rows.reduce((sum, row) => sum + Number(row[head!.indexOf(title)]), 0);
    expect(sumOf('资金池可用（元）')).toBe(60);
    const long = { groupBy: 'day' as const, dateLimit: '2026-01-01,2026-12-31' };
    expect(await app.call(staff, poolApi.ledger, long)).toMatchObject({ code: 62011 });
  });

  it('says what is wrong where somebody meddled with a balance', async () => {
    const { firmId: own, token: staff } = await makeFirmStaff(app, every);
    const poolId = await makePool(app, own, 500);
    await app.db.updateTable('pool').set({ balance: 450 }).where('id', '=', poolId).execute();
    expect((await app.data(staff, poolApi.check, {})).difference).toBe(50);
    expect(await app.data(staff, poolApi.faults, {})).toMatchObject([
      { rule: '资金池余额等于流水之和', difference: -50 },
      { rule: '累计充值与调账等于余额、已划拨、累计支出与手续费之和', difference: 50 },
    ]);
    expect(await app.data(token, poolApi.faults, {})).toEqual([]);
  });
});

describe('the figures of all pools', () => {
  it('say how fast money goes and how long it lasts', async () => {
    const { firmId: own, token: staff } = await makeFirmStaff(app, [...every, 'admin:lottery:assets:index']);
    const poolId = await makePool(app, own, 100_000);
    expect(await app.data(staff, assetsApi.overview, {})).toMatchObject({ paidDaily: 0, daysLeft: null, low: [] });
    const activityId = next();
    const wins = Array.from({ length: 8 }, () => ({ refId: next(), amount: 700 }));
    const refIds = wins.map(({ refId }) => refId);
    await app.db.transaction().execute(async (db) => {
      await allocateBudget(db as Db, { firmId: own, activityId, poolId, amount: 10_000 }, 1);
      await reserveWins(db as Db, { firmId: own, activityId, refKind: 'draw', wins });
      await settleReserved(db as Db, { firmId: own, refKind: 'draw', refIds: refIds.slice(0, 3) });
      await releaseReserved(db as Db, { firmId: own, refKind: 'draw', refIds: refIds.slice(3, 4) });
    });
    // Yesterday and a day that is too long ago.
    const paid = (daysAgo: number, amount: number) =>
      app.db
        .insertInto('fundLedger')
        .values({
          firmId: own,
          poolId,
          activityId,
          type: LedgerType.pay,
          reserved: -amount,
          outside: amount,
          refKind: 'test',
          refId: next(),
          at: sql<string>`now() - make_interval(days => ${daysAgo}::int)`,
        })
        .execute();
    await paid(1, 7000);
    await paid(8, 50_000);
    const { mchConfId } = await app.db
      .selectFrom('pool')
      .where('id', '=', poolId)
      .select('mchConfId')
      .executeTakeFirstOrThrow();
    const sent = { firmId: own, mchConfId, openid: 'somebody', attemptNo: 1 };
    const back = async (amount: number, state: number, errCode: string, postedAt: string | null) => {
      const { id } = await app.db
        .insertInto('redInfo')
        .values({ ...sent, source: PaySource.hand, sourceId: next(), appId: 'wx', amount, status: 'FAILED' })
        .returning('id')
        .executeTakeFirstOrThrow();
      await app.db
        .insertInto('payout')
        .values({
          ...sent,
          redInfoId: id,
          outBillNo: `T${id}`,
          amount,
          state,
          errCode,
          postedAt,
          body: '{}',
          finishedAt: sql<string>`now()`,
        })
        .execute();
    };
    const now = new Date().toISOString();
    await back(100, BillState.fail, 'OVERDUE_CLOSE', now);
    await back(200, BillState.cancelled, '', now);
    // Never reached anybody, or never left.
    await back(4000, BillState.fail, 'ACCOUNT_NOT_EXIST', now);
    await back(8000, BillState.cancelled, '', null);
    await app.data(staff, poolApi.update, { id: poolId, warnAmount: 90_001 } as never);
    expect(await app.data(staff, assetsApi.overview, {})).toMatchObject({
      poolCount: 1,
      balance: 90_000,
      allocated: 7900,
      activityCount: 1,
      reserved: 2800,
      paidTotal: 2100,
      paidToday: 2100,
      paidYesterday: 7000,
      returnedToday: 300,
      returnedYesterday: 0,
      paidDaily: 1000,
      daysLeft: 90,
      low: [{ id: poolId, balance: 90_000, warnAmount: 90_001, daysLeft: 90 }],
    });
    const trend = await app.data(staff, assetsApi.trend, {});
    expect(trend).toHaveLength(30);
    expect(trend.at(-1)).toMatchObject({ paid: 2100, returned: 300 });
    expect(trend.at(-9)).toMatchObject({ paid: 50_000 });
    const recent = await app.data(staff, assetsApi.recent, {});
    expect(recent).toHaveLength(16);
    expect(recent.map(({ id }) => id)).toEqual(recent.map(({ id }) => id).toSorted((a, b) => b - a));
  });
});
