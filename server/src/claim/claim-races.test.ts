import { sql } from 'kysely';
import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { ClaimBusy, ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { claimApi } from '@zhuiyuan/contract/claim/claim-list';
import { publicRedeemApi } from '@zhuiyuan/contract/claim/public-redeem';
import { redemptionApi } from '@zhuiyuan/contract/claim/redemption';
import { RedemptionStatus } from '@zhuiyuan/contract/claim/redemption-states';
import { shopRedeemApi } from '@zhuiyuan/contract/redeem/shop-redeem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff } from '../../test/factories/access.ts';
import { bindPerson, type Person } from '../../test/factories/account.ts';
import { importRows } from '../../test/factories/jobs.ts';
import { findFaults, makeActivity, type MadeActivity } from '../../test/factories/lottery.ts';
import { makeAgent, makeFirm, makeShop } from '../../test/factories/parties.ts';
import { makeRedemption, makeRedemptions, receiving, winPosted } from '../../test/factories/posting.ts';
import { expireClaims } from '../campaign/draw/expire-claims.ts';
import { seedRegions } from '../seeds/first/seed-regions.ts';
import { dateClaims } from '../../test/factories/notes.ts';
import { daysAhead } from '../../test/days.ts';

let app: TestApp;
let firmId: number;
let staff: string;
let staffId: number;
let both: MadeActivity;
let shops: Person[];

beforeAll(async () => {
  app = await openTestApp({ poolSize: 16, work: true });
  await seedRegions(app.db);
  firmId = await makeFirm(app);
  both = await makeActivity(app, { firmId }, [{ stock: 10_000, weight: 1_000_000, post: 'also' }], {
    autoReturn: true,
  });
  const agentId = await makeAgent(app, firmId);
  shops = [];
  for (const name of ['玉林店', '武侯祠店']) {
    const id = await makeShop(app, firmId, agentId, name);
    shops.push(await bindPerson(app, { firmId, kind: RoleKind.shop, id }));
  }
  const permissions = ['receive:list', 'receive:update'].map((act) => `admin:lottery:${act}`);
  const imports = ['admin:identity:importTask:list', 'admin:identity:importTask:save'];
  ({ id: staffId, token: staff } = await makeStaff(app, { firmId, permissions: [...permissions, ...imports] }));
});
afterAll(() => app.close());

const claimOf = (drawId: number) =>
  app.db.selectFrom('claim').where('drawId', '=', drawId).selectAll().executeTakeFirstOrThrow();
const ordersOf = (drawId: number) =>
  app.db.selectFrom('redemption').where('drawId', '=', drawId).orderBy('id').selectAll().execute();
const verify = (shop: Person, verCode: string) => shop.call(shopRedeemApi.confirm, { verCode });
type Won = Awaited<ReturnType<typeof winPosted>>;
const file = ({ winner, claimNo }: Won) => winner.call(publicRedeemApi.redeem, { claimNo, ...receiving });
const rounds = 12;
/** Begins all of them at once, in another order each round. */
const atOnce = <T>(round: number, begin: (() => Promise<T>)[]): Promise<T[]> => {
  const order = round % 2 ? begin.toReversed() : begin;
  return Promise.all(order.map((one) => one())).then((done) => (round % 2 ? done.toReversed() : done));
};

test('two shops and a switch to post at once: one of the three has the prize', { timeout: 120_000 }, async () => {
  const ended = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    const won = await winPosted(app, both);
    const [one, two, posted] = await atOnce<{ code: number }>(round, [
      () => verify(shops[0]!, won.verCode),
      () => verify(shops[1]!, won.verCode),
      () => file(won),
    ]);
    const did = [one!, two!, posted!].filter(({ code }) => code === 200);
    expect(did).toHaveLength(1);
    const claim = await claimOf(won.drawId);
    const isPosted = posted!.code === 200;
    ended.add(isPosted ? 'post' : 'shop');
    expect([claim.status, claim.busy]).toEqual(
      isPosted ? [ClaimStatus.open, ClaimBusy.posting] : [ClaimStatus.claimed, ClaimBusy.free],
    );
    expect(
      [one!.code, two!.code].filter((code) => code !== 200).every((code) => code === (isPosted ? 62318 : 62306)),
    ).toBe(true);
    expect(await ordersOf(won.drawId)).toHaveLength(isPosted ? 1 : 0);
  }
  expect(ended.size).toBeGreaterThan(0);
  expect(await findFaults(app)).toEqual([]);
});

test('the same form sent many times at once is one order', async () => {
  const won = await winPosted(app, both);
  const done = await Promise.all(Array.from({ length: 12 }, () => file(won)));
  expect(new Set(done.map(({ code, data }) => `${code} ${data?.redeemNo}`)).size).toBe(1);
  expect(await ordersOf(won.drawId)).toHaveLength(1);
  const others = await winPosted(app, both);
  const torn = await Promise.all(
    ['甲', '乙', '丙', '丁'].map((receiver) =>
      others.winner.call(publicRedeemApi.redeem, { claimNo: others.claimNo, ...receiving, receiver }),
    ),
  );
  expect(torn.map(({ code }) => code).toSorted()).toEqual([200, 62331, 62331, 62331]);
  expect(await findFaults(app)).toEqual([]);
});

test('a winner who cancels while staff ship: one of them is first', { timeout: 120_000 }, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const order = await makeRedemption(app, both);
    await app.data(staff, redemptionApi.audit, { ids: [order.id], pass: true });
    const parcel = { shipCompany: '中通快递' as const, shipNo: `ZT00000${round}` };
    const [shipped, cancelled] = await atOnce<{ code: number }>(round, [
      () => app.call(staff, redemptionApi.ship, { id: order.id, ...parcel }),
      () => order.winner.call(publicRedeemApi.cancel, { redeemNo: order.redeemNo }),
    ]);
    expect([shipped!.code, cancelled!.code].filter((code) => code === 200)).toHaveLength(1);
    const [{ status, shipNo } = { status: -1, shipNo: '' }] = await ordersOf(order.drawId);
    expect([status, shipNo]).toEqual(
      shipped!.code === 200 ? [RedemptionStatus.passed, parcel.shipNo] : [RedemptionStatus.closed, ''],
    );
  }
  expect(await findFaults(app)).toEqual([]);
});

test('audited twice at once, passed and rejected: one holds', { timeout: 120_000 }, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const order = await makeRedemption(app, both);
    const [passed, rejected] = await atOnce(round, [
      () => app.data(staff, redemptionApi.audit, { ids: [order.id], pass: true }),
      () => app.data(staff, redemptionApi.audit, { ids: [order.id], pass: false, remark: '地址不完整' }),
    ]);
    expect(passed!.ok + rejected!.ok).toBe(1);
    expect((await claimOf(order.drawId)).busy).toBe(passed!.ok === 1 ? ClaimBusy.posting : ClaimBusy.free);
  }
  expect(await findFaults(app)).toEqual([]);
});

test('closed by staff, expired, handed out and posted at once: one of the four', { timeout: 120_000 }, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const won = await winPosted(app, both);
    const [closed, verified, posted] = await atOnce<{ code: number; data?: unknown }>(round, [
      () => app.call(staff, claimApi.close, { ids: [won.drawId], reason: '停办' }),
      () => verify(shops[round % 2]!, won.verCode),
      () => file(won),
    ]);
    const isClosed = (closed!.data as { ok: number }).ok === 1;
    expect([isClosed, verified!.code === 200, posted!.code === 200].filter(Boolean)).toHaveLength(1);
  }
  const due = await winPosted(app, both);
  await dateClaims(app, sql`draw_id = ${due.drawId}`, sql`'2026-01-01 00:00:00'`);
  const [late] = await Promise.all([file(due), expireClaims(app.background)]);
  expect(late.code).toBe(62302);
  // The job passes over a claim that somebody holds at that moment; its next run comes to it.
  await expireClaims(app.background);
  expect((await claimOf(due.drawId)).status).toBe(ClaimStatus.closed);
  expect(await findFaults(app)).toEqual([]);
});

test(
  'numbers of 1,001 parcels come in by a file; every bad row is told, and the same file twice changes nothing',
  { timeout: 120_000 },
  async () => {
    const posted = await makeActivity(app, { firmId }, [{ stock: 10_000, weight: 1_000_000, post: 'only' }]);
    const numbers = await makeRedemptions(app, posted, 1001);
    const passed = await app.db
      .updateTable('redemption')
      .set({ status: RedemptionStatus.passed, auditAt: daysAhead(-4), auditBy: staffId })
      .where('activityId', '=', posted.id)
      .where('redeemNo', '<>', numbers[1000]!)
      .returning('id')
      .execute();
    expect(passed).toHaveLength(1000);
    const foreign = await makeFirm(app);
    const theirs = await makeActivity(app, { firmId: foreign }, [{ stock: 10, weight: 1_000_000, post: 'only' }]);
    const [their] = await makeRedemptions(app, theirs, 1);
    const titles = ['兑换单号*', '物流公司*', '物流单号*'];
    const rows = numbers.map((redeemNo, at) => [redeemNo, '圆通速递', `YT${String(at).padStart(10, '0')}`]);
    const bad = [
      [numbers[0]!, '圆通速递', 'YT9999999999'],
      ['R2026010100099999', '圆通速递', 'YT9999999998'],
      [their!, '圆通速递', 'YT9999999997'],
    ];
    rows[1]![1] = '飞马快递';
    rows[2]![2] = '12';
    const ended = await importRows(app, staff, 'redeem_ship', [titles, ...rows, ...bad]);
    expect(ended).toMatchObject({ total: 1004, ok: 998, fail: 6 });
    expect(ended.errors.map(({ rowNo, field, errMsg }) => [rowNo, field, errMsg.slice(0, 26)])).toEqual([
      [3, '物流公司', expect.stringContaining('第3行：物流公司应为顺丰速运')],
      [4, '物流单号', '第4行：物流单号应为6-40位字母、数字或-'.slice(0, 26)],
      // One is not passed yet.
      [1002, expect.anything(), expect.stringContaining('兑换单状态已变化')],
      [1003, '兑换单号', expect.stringContaining('兑换单号重复')],
      [1004, '兑换单号', expect.stringContaining('兑换单号不存在')],
      [1005, '兑换单号', expect.stringContaining('兑换单号不存在')],
    ]);
    const sent = () =>
      app.db
        .selectFrom('redemption')
        .where('firmId', 'in', [firmId, foreign])
        .where('shipNo', 'like', 'YT%')
        .orderBy('id')
        .select(['redeemNo', 'shipNo', 'version'])
        .execute();
    const before = await sent();
    expect(before).toHaveLength(998);
    const again = await importRows(app, staff, 'redeem_ship', [titles, ...rows], { again: true });
    expect(again).toMatchObject({ ok: 0, skip: 998 });
    expect(await sent()).toEqual(before);
    expect(await findFaults(app)).toEqual([]);
  },
);
