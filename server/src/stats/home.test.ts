import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { moveDays } from '../codes/state/custody/move-days.ts';
import { DeliverStatus, DiffAct, DiffKind, DiffState } from '@zhuiyuan/contract/movement/move-enums';
import { ApplyStatus } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { Review } from '@zhuiyuan/contract/kit/review';
import { RecallState, QcState } from '@zhuiyuan/contract/trace/lot/lot-states';
import { RiskLevel, RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import { Holder, OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { policeEventApi } from '@zhuiyuan/contract/police/police-event';
import { homeApi } from '@zhuiyuan/contract/stats/home';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { rollUpScanDays } from './scan-days.ts';
import { stopClock } from '../../test/clock.ts';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { openTestDatabase } from '../../test/database.ts';
import { makeDocument } from '../../test/factories/documents.ts';
import { makeStaff } from '../../test/factories/access.ts';
import { makeAgent, makeFirm } from '../../test/factories/parties.ts';

let app: TestApp;
let firmId: number;
let otherId: number;
let staff: string;
let platform: string;
let tea: number;
const permissions = ['admin:statistics:home:index', 'admin:statistics:home:trace', 'admin:identity:firm:list'];

const day = stopClock();
const ago = (text: string) => sql<string>`${day}::timestamptz + interval '9 hours' - ${sql.lit(text)}::interval`;

const makeTask = (firm: number, itemCount: number, at: string, phase = 4) =>
  app.db
    .insertInto('task')
    .values({
      firmId: firm,
      taskNo: `T${Math.random()}`.slice(0, 20),
      name: '任务',
      fmt: 'X16',
      itemCount,
      phase,
      idemKey: `${Math.random()}`,
      reqHash: '-',
      createdAt: ago(at),
    })
    .execute();

const makeOp = (firm: number, ok: number, at: string, change: object = {}) =>
  app.db
    .insertInto('codeOp')
    .values({
      firmId: firm,
      opNo: `O${Math.random()}`.slice(0, 20),
      opType: OpType.activate,
      idemKey: `${Math.random()}`,
      reqHash: '-',
      okCnt: ok + 5,
      result: JSON.stringify({ ok, repeat: 5 }),
      createdAt: ago(at),
      ...change,
    })
    .execute();

const makeScan = (firm: number, device: string, verdict: string, at: string, change: object = {}) =>
  app.db
    .insertInto('scanLog')
    .values({
      firmId: firm,
      codeText: 'A',
      device,
      verdict,
      at: ago(at),
      isCounted: ['FIRST', 'REPEAT', 'OVER'].includes(verdict),
      ...change,
    })
    .execute();

/** A warning that was raised on a day, about what was met first two days before. */
const makeWarning = async (firm: number, at: string) => {
  const key = `${Math.random()}`.slice(0, 18);
  const { id: ruleId } = await app.db
    .insertInto('policeRule')
    .values({ firmId: firm, name: key, policeType: RiskType.diversion, level: RiskLevel.usual, params: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto('policeEvent')
    .values({
      firmId: firm,
      ruleId,
      eventNo: key,
      policeType: RiskType.diversion,
      level: RiskLevel.usual,
      dedupeKey: key,
      title: '窜货',
      createdAt: ago(at),
      firstAt: ago('9 days'),
      lastAt: ago('0 days'),
    })
    .execute();
};

beforeAll(async () => {
  app = await openTestApp();
  [firmId, otherId] = [await makeFirm(app, '青岚山茶业'), await makeFirm(app)];
  staff = (await makeStaff(app, { firmId, permissions })).token;
  platform = (await makeStaff(app, { permissions })).token;
});
afterAll(async () => {
  vi.useRealTimers();
  await app.close();
});

it('shows zeros and empty lists before anything happened', async () => {
  const fresh = await openTestApp({ database: await openTestDatabase('fresh') });
  try {
    const firm = await makeFirm(fresh);
    const own = (await makeStaff(fresh, { firmId: firm, permissions })).token;
    const all = (await makeStaff(fresh, { permissions })).token;
    const numbers = await fresh.data(own, homeApi.trace, {});
    expect(Object.values(numbers).every((value) => value === 0)).toBe(true);
    expect(Object.keys(numbers)).toHaveLength(14);
    expect(await fresh.data(all, homeApi.productRank, {})).toEqual([]);
    expect((await fresh.data(own, homeApi.scanTrend, {})).current).toEqual(Array.from({ length: 30 }, () => 0));
    expect(await fresh.data(own, homeApi.firmMonths, { id: firm })).toHaveLength(12);
  } finally {
    await fresh.close();
  }
});

describe('with codes and scans', () => {
  beforeAll(async () => {
    const product = (firm: number, storeName: string) =>
      app.db
        .insertInto('product')
        .values({ firmId: firm, storeName, productNo: storeName, unit: '盒' })
        .returning('id')
        .executeTakeFirstOrThrow();
    tea = (await product(firmId, '龙井')).id;
    const wine = (await product(otherId, '米酒')).id;
    const moved = { productId: tea, fromKind: Holder.firm, holderKind: Holder.agent, holderId: 1 };
    await moveDays(app.db, firmId, [
      { ...moved, day: shanghaiToday(), ship: 12 },
      { ...moved, day: addDays(shanghaiToday(), -1), ship: 5 },
      { ...moved, day: addDays(shanghaiToday(), -2), ship: 9 },
    ]);
    await makeTask(firmId, 1000, '0 days');
    await makeTask(firmId, 70, '0 days', 6);
    await makeTask(firmId, 300, '1 day');
    await makeTask(firmId, 9, '2 days');
    // Later yesterday than it is now: no part of what today is held against.
    await makeTask(firmId, 77, '10 hours');
    await makeOp(firmId, 7, '10 hours');
    await makeScan(firmId, 'late', 'FIRST', '10 hours', { productId: tea });
    await makeTask(otherId, 5, '0 days');
    await makeOp(firmId, 200, '0 days');
    await makeOp(firmId, 33, '0 days', { reversedBy: 1 });
    await makeOp(firmId, 40, '1 day');
    await makeScan(firmId, 'a', 'FIRST', '0 days', { productId: tea });
    await makeScan(firmId, 'a', 'REPEAT', '0 days', { productId: tea });
    await makeScan(firmId, 'b', 'OVER', '0 days', { productId: tea });
    await makeScan(firmId, 'b', 'OVER', '0 days', { productId: tea, isCounted: false });
    await makeScan(firmId, 'c', 'FIRST', '1 day', { productId: tea });
    await makeScan(firmId, 'c', 'FIRST', '40 days', { productId: tea });
    await makeScan(otherId, 'a', 'FIRST', '0 days', { productId: wine });
    await makeScan(0, 'd', 'INVALID', '0 days');
    for (const [firm, at] of [
      [firmId, '0 days'],
      [firmId, '1 day'],
      [firmId, '1 day'],
      [firmId, '2 days'],
      [otherId, '0 days'],
    ] as const)
      await makeWarning(firm, at);
    // What a query of a code gave rise to is no warning of a rule.
    await app.db
      .insertInto('riskEvent')
      .values({ firmId, type: RiskType.oddCode, level: RiskLevel.usual, dedupeKey: 'odd', title: '单码异常' })
      .execute();
  });

  it('counts a firm’s own', async () => {
    expect(await app.data(staff, homeApi.trace, {})).toEqual({
      codeNum: 1000,
      yesterdayCodeNum: 300,
      activeNum: 200,
      yesterdayActiveNum: 40,
      shipNum: 12,
      yesterdayShipNum: 5,
      scanNum: 3,
      yesterdayScanNum: 1,
      firstNum: 1,
      yesterdayFirstNum: 1,
      scanUser: 2,
      yesterdayScanUser: 1,
      policeNum: 1,
      yesterdayPoliceNum: 2,
    });
    const trend = await app.data(staff, homeApi.scanTrend, { period: 'lately30' });
    expect(trend.current.slice(-2)).toEqual([2, 3]);
    expect(trend.previous.reduce<number>((sum, value) => sum + (value ?? 0), 0)).toBe(1);
    expect(await app.data(staff, homeApi.productRank, {})).toEqual([{ id: tea, name: '龙井', value: 5, previous: 1 }]);
    const months = await app.data(staff, homeApi.firmMonths, { id: firmId });
    expect(months.reduce((sum, row) => sum + row.codeNum, 0)).toBe(1386);
    expect(months.reduce((sum, row) => sum + row.activeNum, 0)).toBe(247);
    expect(months.reduce((sum, row) => sum + row.scanNum, 0)).toBe(6);
  });

  it('counts the warnings that their list shows of the day', async () => {
    const { token } = await makeStaff(app, { firmId, permissions: [policeEventApi.list.may] });
    const { total, list } = await app.data(token, policeEventApi.list, { raisedLimit: 'today' });
    expect(total).toBe((await app.data(staff, homeApi.trace, {})).policeNum);
    expect(list).toHaveLength(1);
    expect((await app.data(token, policeEventApi.list, { dateLimit: 'today' })).total).toBe(4);
  });

  it('counts the same after the scans were added to their days, however often', async () => {
    const read = () =>
      Promise.all([
        app.data(staff, homeApi.scanTrend, { period: 'lately30' }),
        app.data(platform, homeApi.scanTrend, { period: 'year' }),
        app.data(platform, homeApi.productRank, {}),
        app.data(staff, homeApi.firmMonths, { id: firmId }),
      ]);
    const before = await read();
    await Promise.all([rollUpScanDays(app.db), rollUpScanDays(app.db)]);
    expect(await app.db.selectFrom('scanDay').select('scans').execute()).not.toHaveLength(0);
    expect(await read()).toEqual(before);
    await app.db
      .updateTable('scanLog')
      .set({ at: sql<string>`now()` })
      .where('verdict', '=', 'INVALID')
      .execute();
    await rollUpScanDays(app.db);
    expect(await read()).toEqual(before);
  });

  it('counts every firm’s for the platform, and what no code answers', async () => {
    expect(await app.data(platform, homeApi.trace, {})).toMatchObject({
      codeNum: 1005,
      scanNum: 4,
      scanUser: 2,
      policeNum: 2,
    });
    expect(await app.data(platform, homeApi.productRank, {})).toHaveLength(2);
    expect((await app.data(platform, homeApi.scanTrend, { period: 'year' })).labels).toHaveLength(12);
  });

  it('introduces the firm, or the platform', async () => {
    await app.db
      .updateTable('firm')
      .set({ phone: '13812344570', codeUsed: 10, codeQuota: 100 })
      .where('id', '=', firmId)
      .execute();
    expect(await app.data(staff, homeApi.merchant, {})).toMatchObject({
      name: '青岚山茶业',
      phone: '138****4570',
      codeUsed: 10,
      codeQuota: 100,
      firmNum: null,
      productNum: 1,
    });
    expect(await app.data(platform, homeApi.merchant, {})).toMatchObject({
      name: '一物一码管理平台',
      firmNum: 2,
      productNum: 2,
      codeQuota: null,
    });
  });

  it('names what waits for this person only', async () => {
    const lot = { productId: tea, firmId, produceDate: '2026-01-01' };
    const gone = await app.db
      .insertInto('product')
      .values({ firmId, storeName: '停产', productNo: 'GONE', unit: '盒', isDel: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.db
      .insertInto('lot')
      .values([
        { ...lot, lotNo: 'A', expireDate: sql<string>`current_date + 10` },
        // No list shows it.
        { ...lot, productId: gone.id, lotNo: 'Z', expireDate: sql<string>`current_date + 10` },
        {
          ...lot,
          lotNo: 'B',
          qcState: QcState.passed,
          recallState: RecallState.recalled,
          recallText: '召回',
          expireDate: sql<string>`current_date + 60`,
        },
      ])
      .execute();
    await app.db.updateTable('firm').set({ codeUsed: 95, codeQuota: 100 }).where('id', '=', firmId).execute();
    await makeTask(firmId, 1, '2 years', 0);
    await makeTask(otherId, 1, '2 years', 5);
    const sent = async (of: number, days: number, status: number = DeliverStatus.shipped) => {
      const { id } = await makeDocument(app, { firmId: of, toId: 1 }, [], {
        shipAt: sql<string>`now() - make_interval(days => ${days})`,
        status,
      });
      return id;
    };
    const late = await sent(firmId, 8);
    await sent(firmId, 6);
    await sent(firmId, 30, DeliverStatus.signed);
    await sent(otherId, 9);
    const short = { firmId, deliverId: late, kind: DiffKind.missing, code: 'X' };
    await app.db
      .insertInto('deliverDiff')
      .values([short, { ...short, state: DiffState.handled, act: DiffAct.noted }])
      .execute();
    expect(await app.data(staff, homeApi.todo, {})).toEqual({});
    const shop = { shopType: 1, name: '门店' };
    await app.db
      .insertInto('shop')
      .values([
        { ...shop, firmId, shopNo: 'S1', phone: '13800000001' },
        { ...shop, firmId, shopNo: 'S2', phone: '13800000002', audit: Review.passed },
        { ...shop, firmId: otherId, shopNo: 'S1', phone: '13800000001' },
      ])
      .execute();
    const apply = { agentId: await makeAgent(app, firmId), firmId };
    await app.db
      .insertInto('needApply')
      .values([
        { ...apply, applyNo: 'SQ1', status: ApplyStatus.waiting },
        { ...apply, applyNo: 'SQ2', status: ApplyStatus.waiting, isDel: 1 },
        { ...apply, applyNo: 'SQ3' },
      ])
      .execute();
    const acts = [
      'firm:audit',
      'shop:audit',
      'firm:quota',
      'task:save',
      'task:audit',
      'task:retry',
      'lot:qc',
      'lot:list',
      'deliver:sign',
      'needApply:audit',
    ].map((act) => `admin:identity:${act}`);
    const own = (await makeStaff(app, { firmId, permissions: [...permissions, ...acts] })).token;
    const all = (await makeStaff(app, { permissions: [...permissions, ...acts] })).token;
    expect(await app.data(own, homeApi.todo, {})).toEqual({
      ownQuotaNum: 1,
      auditShopNum: 1,
      auditTaskNum: 1,
      failedTaskNum: 0,
      qcLotNum: 1,
      expireLotNum: 1,
      recallLotNum: 1,
      lateDeliverNum: 1,
      deliverDiffNum: 1,
      needApplyNum: 1,
    });
    expect(await app.data(all, homeApi.todo, {})).toEqual({
      auditFirmNum: 0,
      quotaFirmNum: 1,
      auditShopNum: 2,
      auditTaskNum: 1,
      failedTaskNum: 1,
      qcLotNum: 1,
      expireLotNum: 1,
      recallLotNum: 1,
      lateDeliverNum: 2,
      deliverDiffNum: 1,
      needApplyNum: 1,
    });
  });
});

it('keeps another firm’s months to itself', async () => {
  expect((await app.call(staff, homeApi.firmMonths, { id: otherId })).code).toBe(404);
});

it('asks for a token, for the permission, and for a known period', async () => {
  const { token } = await makeStaff(app, { firmId });
  for (const endpoint of Object.values(homeApi)) {
    expect((await app.call('', endpoint, {} as never)).code, endpoint.path).toBe(401);
    expect((await app.call(token, endpoint, {} as never)).code, endpoint.path).toBe(403);
  }
  expect((await app.call(staff, homeApi.scanTrend, { period: 'century' })).code).toBe(400);
});
