import { ActScene, Audience, ClaimStatus, LotteryType, PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { consumerApi } from '@zhuiyuan/contract/consumer/consumer';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { RedemptionStatus } from '@zhuiyuan/contract/claim/redemption-states';
import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import { Delivery, PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff } from '../../test/factories/access.ts';
import { makePool, makeTeller } from '../../test/factories/fund.ts';
import {
  makeActivity,
  makeMembers,
  periodOf,
  ticketOf,
  type MadeActivity,
  type MadeTier,
} from '../../test/factories/lottery.ts';
import { makeAgent, makeFirm, makeShop } from '../../test/factories/parties.ts';
import { openPlayer } from '../../test/factories/player.ts';
import { makeRedemption } from '../../test/factories/posting.ts';
import { winGoods } from '../../test/factories/redeem.ts';
import { verifyGoods } from '../../test/factories/settlement.ts';
import { makeRedActive } from '../../test/factories/red.ts';
import { insiderOf } from '../../test/insider.ts';
import { publishActivity, withdrawActivity } from '../campaign/activity/publish-activity.ts';
import { auditRedemption, closeRedemption, finishRedemption, shipRedemption } from '../claim/redemption-writes.ts';
import { allocateBudget } from '../fund/budget.ts';
import { drawTogether } from '../campaign/draw/draw-together.ts';
import { guardChecks } from './money-guards.ts';
import { seedRegions } from '../seeds/first/seed-regions.ts';

/** What somebody with the database in his hands does to what drew, what was given for it, and when, one thing a test, and what is said of it. */
let app: TestApp;
let firmId: number;
beforeAll(async () => {
  app = await openTestApp();
  await seedRegions(app.db);
});
beforeEach(async () => {
  firmId = await makeFirm(app);
});
afterAll(() => app.close());

const { faults, broken, found, bend, inOne } = insiderOf(() => ({ app, firmId }));

/** A statement that lets a column be null, which no key and no rule keeps from it afterwards. */
const mayBeNull = (table: string, column: string) => `alter table ${table} alter ${column} drop not null`;

const goods = (more: Partial<MadeTier> = {}, draft: Parameters<typeof makeActivity>[3] = {}) =>
  makeActivity(app, { firmId }, [{ stock: 50, weight: 1_000_000, ...more }], draft);

/** An activity that points pay, and where everybody wins. */
const game = (tiers: readonly Partial<MadeTier>[], more: Parameters<typeof makeActivity>[3] = {}) =>
  makeActivity(
    app,
    { firmId },
    tiers.map((tier) => ({ stock: 50, weight: 1_000_000 / tiers.length, ...tier })),
    { lotteryType: LotteryType.points, pointsCost: 5, ...more },
  );

/** Somebody with points who drew that often. */
const player = async (activity: MadeActivity, draws: number) => {
  const person = await openPlayer(app, activity, { points: 100 });
  for (let nth = 0; nth < draws; nth += 1) {
    const { code } = await person.draw((await person.ticket()).data.ticket);
    expect(code).toBe(200);
  }
  const rows = await app.db.selectFrom('draw').where('uid', '=', person.uid).orderBy('id').select('id').execute();
  expect(await faults()).toEqual([]);
  return { ...person, ids: rows.map(({ id }) => id) };
};

const keys = '抽奖的凭证号是其码，没有码的是其人的次数';
const once = '每个码每类对象、每人每次各至多一次抽奖';
const uses = '每个码每类对象最多抽奖一次，且与抽奖记录一致';

test.each([
  ['another serial', sql`serial = serial + 500000`],
  ['another segment', sql`seg = seg + 1`],
  ['the other audience', sql`audience = ${Audience.shop}`],
])('a code that drew is moved to %s, with its use, so that it draws again', async (_what, moved) => {
  const [won] = await winGoods(app, await goods());
  expect(await faults()).toEqual([]);
  await bend(
    sql`update draw set ${moved} where id = ${won!.drawId}`,
    sql`update code_use set ${moved} where draw_id = ${won!.drawId}`,
  );
  expect(await faults()).toEqual([[keys, `抽奖 ${won!.drawId}`, 1]]);
});

test('a draw of a code that is made to look as if no code had drawn, and one of a turn with a code', async () => {
  const [won] = await winGoods(app, await goods());
  const { ids } = await player(await game([{ points: 2 }]), 1);
  await bend(
    sql`update draw set seg = null, serial = null where id = ${won!.drawId}`,
    sql`delete from code_use where draw_id = ${won!.drawId}`,
    sql`update draw set seg = 9100009, serial = 1 where id = ${ids[0]!}`,
    sql`insert into code_use (seg, serial, audience, firm_id, activity_id, draw_id, uid)
      select seg, serial, audience, firm_id, activity_id, id, uid from draw where id = ${ids[0]!}`,
  );
  expect((await found(keys)).toSorted()).toEqual([won!.drawId, ids[0]!].map((id) => [`抽奖 ${id}`, 1]).toSorted());
});

test('the use of a code that names another code, another activity or no draw, and a draw without one', async () => {
  const activity = await goods();
  const won = (await winGoods(app, activity, 4)).map(({ drawId }) => drawId);
  expect(await faults()).toEqual([]);
  await bend(
    sql`update code_use set serial = serial + 600000 where draw_id = ${won[0]!}`,
    sql`update code_use set activity_id = activity_id + 1 where draw_id = ${won[1]!}`,
    sql`delete from code_use where draw_id = ${won[2]!}`,
    sql`update code_use set draw_id = null where draw_id = ${won[3]!}`,
  );
  expect((await found(uses)).map(([detail]) => detail.split(' ')[0]).toSorted()).toEqual(['抽奖', '抽奖', '码', '码']);
  expect(await broken()).toEqual([uses, '已领取的红包码都有领取人、扫码占用与一笔发放']);
});

test('a code that draws twice, and a turn that does', async () => {
  const [one, other] = await winGoods(app, await goods(), 2);
  const { ids, uid } = await player(await game([{ points: 2 }]), 2);
  await bend(
    sql`update draw set seg = o.seg, serial = o.serial, key = o.key from draw o where draw.id = ${other!.drawId} and o.id = ${one!.drawId}`,
    sql`update draw set key = o.key from draw o where draw.id = ${ids[1]!} and o.id = ${ids[0]!}`,
  );
  expect(await found(once)).toEqual([
    [expect.stringMatching(/^码 9700001-\d+$/), 1],
    [`用户 ${uid} P1`, 1],
  ]);
});

const given = '一份奖品至多兑现一次：邮寄完成、门店核销或红包领取';
const posted = '邮寄领取与完成的兑换单一一对应';
const same = '兑换单与其领取同属一家企业、一个奖品与一位消费者';
const verified = '有效核销与到店领取一一对应';

/** A prize that came by post, at the second try. */
const received = async () => {
  const activity = await goods({ post: 'also' });
  const first = await makeRedemption(app, activity);
  const operatorId = await makeTeller(app, firmId);
  await inOne((db) => closeRedemption(db, { id: first.id, reason: '地址不对', operatorId }));
  const again = await makeRedemption(app, activity);
  await inOne((db) => auditRedemption(db, { id: again.id, pass: true, remark: '', operatorId }));
  await inOne((db) => shipRedemption(db, { id: again.id, shipCompany: '顺丰', shipNo: 'SF1', operatorId }));
  await inOne((db) => finishRedemption(db, again.id));
  expect(await faults()).toEqual([]);
  return { ...again, activity };
};

/** The rest of a table's columns, so that a row is copied but for some. */
const copyOf = (table: string, id: number, changed: Record<string, unknown>) =>
  sql`insert into ${sql.table(table)} overriding system value select (jsonb_populate_record(r, ${JSON.stringify(changed)}::jsonb)).* from ${sql.table(table)} r where id = ${id}`;

test('a prize that is sent twice', async () => {
  const { id, drawId } = await received();
  await bend(
    'drop index if exists redemption_live_uq',
    copyOf('redemption', id, { id: id + 900_000_000, redeem_no: 'R2' }),
    sql`insert into redemption_place (redemption_id, firm_id, digest) select r.id, firm_id, digest_place(r) from redemption r where id = ${id + 900_000_000}`,
  );
  expect((await faults()).toSorted()).toEqual(
    [
      [given, `抽奖 ${drawId}`, 1],
      [posted, expect.stringMatching(/^领取 C/), 1],
    ].toSorted(),
  );
});

test('a prize that came by post and is handed out in a shop as well', async () => {
  const { drawId, activity } = await received();
  const shopId = await makeShop(app, firmId, await makeAgent(app, firmId));
  const [other] = await verifyGoods(app, activity, shopId);
  expect(await faults()).toEqual([]);
  // It takes the place of one that nobody came for any more.
  await bend(
    sql`update prize_ver v set draw_id = c.draw_id, uid = c.uid from claim c where c.draw_id = ${drawId} and v.ver_no = ${other!.verNo}`,
  );
  expect(await found(given)).toEqual([[`抽奖 ${drawId}`, 2600]]);
  expect((await found(verified)).map(([detail]) => detail).toSorted()).toEqual([
    `核销 ${other!.verNo}`,
    expect.stringMatching(/^领取 C/),
  ]);
});

test('a prize that is handed out twice at counters', async () => {
  const shopId = await makeShop(app, firmId, await makeAgent(app, firmId));
  const activity = await goods();
  const [one, other] = await verifyGoods(app, activity, shopId, 2);
  expect(await faults()).toEqual([]);
  await bend(
    'drop index if exists prize_ver_claim_uq',
    sql`update prize_ver v set draw_id = o.draw_id, uid = o.uid from prize_ver o where v.ver_no = ${other!.verNo} and o.ver_no = ${one!.verNo}`,
  );
  expect((await found(given)).map(([, difference]) => difference)).toEqual([2600]);
});

test('a prize that came by post and is paid out as well', async () => {
  const { drawId, uid } = await received();
  await bend(sql`insert into red_info (firm_id, source, source_id, uid, mch_conf_id, app_id, openid, amount, attempt_no, status, received_at)
    values (${firmId}, ${PaySource.draw}, ${drawId}, ${uid}, 1, 'wx', 'o', 8800, 1, ${Delivery.RECEIVED}, now())`);
  expect(await found(given)).toEqual([[`抽奖 ${drawId}`, 8800]]);
});

test('an order that is finished whose claim is still open, or gone', async () => {
  const { id, drawId, redeemNo } = await received();
  await bend(sql`update claim set status = ${ClaimStatus.open}, claimed_at = null where draw_id = ${drawId}`);
  expect(await found(posted)).toEqual([[`兑换单 ${redeemNo}`, 1]]);
  await bend(sql`delete from claim where draw_id = ${drawId}`);
  expect(await found(posted)).toEqual([[`兑换单 ${redeemNo}`, 1]]);
  expect(await found(same)).toEqual([[`兑换单 ${redeemNo}`, 1]]);
  await bend(sql`update redemption set status = ${RedemptionStatus.passed}, finished_at = null where id = ${id}`);
  expect(await found('邮寄中的领取各有一张进行中的兑换单')).toEqual([[`兑换单 ${redeemNo}`, 1]]);
});

test('a verification of a prize that is not there', async () => {
  const shopId = await makeShop(app, firmId, await makeAgent(app, firmId));
  const [one] = await verifyGoods(app, await goods(), shopId);
  await bend(sql`delete from claim where draw_id = (select draw_id from prize_ver where ver_no = ${one!.verNo})`);
  expect(await found(verified)).toEqual([[`核销 ${one!.verNo}`, 2600]]);
});

test.each([
  ['redemption', same],
  ['claim', '中奖与领取一一对应'],
  ['draw', '中奖与领取一一对应'],
])('a prize of somebody else, and of nobody, from its %s on', async (table, rule) => {
  const { drawId } = await received();
  const [other] = await makeMembers(app, firmId, 1);
  const where = table === 'draw' ? sql`id` : sql`draw_id`;
  await bend(sql`update ${sql.table(table)} set uid = ${other!} where ${where} = ${drawId}`);
  expect((await found(rule)).length).toBeGreaterThan(0);
  await bend(mayBeNull(table, 'uid'), sql`update ${sql.table(table)} set uid = null where ${where} = ${drawId}`);
  expect((await found(rule)).length).toBeGreaterThan(0);
});

/** Cash on its way to winners whom the paying app knows: their draws. */
const paid = async (count: number) => {
  const activity = await makeActivity(app, { firmId }, [{ stock: 50, weight: 1_000_000, cash: 300 }]);
  const uids = await makeMembers(app, firmId, count);
  await sql`insert into account_open_id (app_id, open_id, account_id) select distinct merchant.appid, 'o-' || member.id, account_id
    from member join merchant on merchant.firm_id = member.firm_id where member.id = any(${uids}::bigint[])`.execute(
    app.db,
  );
  const odds = await periodOf(app, activity.id);
  const asked = uids.map((uid) => ({
    ticket: ticketOf(activity, uid, { seg: 9_800_001, serial: uid }),
    clientSeed: '',
    ...odds,
  }));
  await drawTogether(app.shopperDb, asked);
  expect(await faults()).toEqual([]);
  return app.db
    .selectFrom('claim')
    .where('activityId', '=', activity.id)
    .orderBy('drawId')
    .select(['drawId', 'claimNo'])
    .execute();
};

test.each(['uid', 'activity_id'])('a packet of a winner that names no %s', async (column) => {
  const [won] = await paid(1);
  await bend(
    sql`update red_info set ${sql.ref(column)} = null where source_id = ${won!.drawId} and firm_id = ${firmId}`,
  );
  expect(await found('现金中奖的领取与其发放一致')).toEqual([[`领取 ${won!.claimNo}`, 300]]);
});

test('a claim without an end, and a verification that names nobody', async () => {
  const activity = await goods();
  const [open] = await winGoods(app, activity);
  const [one] = await verifyGoods(app, activity, await makeShop(app, firmId, await makeAgent(app, firmId)));
  await bend(
    mayBeNull('claim', 'expire_at'),
    mayBeNull('prize_ver', 'uid'),
    sql`update claim set expire_at = null where draw_id = ${open!.drawId}`,
    sql`update prize_ver set uid = null where ver_no = ${one!.verNo}`,
  );
  expect(await faults()).toEqual([
    ['过了期限一天的领取已关闭', `领取 ${open!.claimNo}`, 1],
    ['领取的期限不超过中奖后365天', `领取 ${open!.claimNo}`, 1],
    ['领取的期限与领奖码同最后记下的', `领取 ${open!.claimNo}`, 1],
    [verified, `核销 ${one!.verNo}`, 0],
    ['门店核销有核销时的封印', `核销 ${one!.verNo}`, 2600],
  ]);
});

test('what a draw cost, and what a balance was, that is not said', async () => {
  const { ids } = await player(await game([{ points: 2 }]), 1);
  await verifyGoods(app, await goods(), await makeShop(app, firmId, await makeAgent(app, firmId)));
  await bend(
    mayBeNull('draw', 'points_cost'),
    mayBeNull('ded_log', 'balance_after'),
    sql`update draw set points_cost = null where id = ${ids[0]!}`,
    sql`update ded_log set balance_after = null where firm_id = ${firmId}`,
  );
  expect(await found(drawTerms)).toEqual([[`抽奖 ${ids[0]}`, 1]]);
  expect(await found('每条抵扣记录的余额等于到它为止之和')).toEqual([
    [expect.stringMatching(/^抵扣记录 \d+$/), expect.any(Number)],
  ]);
});

test.each(['payee_id', 'kind', 'type', 'audience'])('a column of money that may be null: %s', async (column) => {
  const table = { payee_id: 'remit', kind: 'stock_move', type: 'fund_ledger', audience: 'draw' }[column]!;
  const said = async () => (await guardChecks[0]!.find(app.db)).map(({ detail }) => detail);
  await bend(mayBeNull(table, column));
  expect(await said()).toContain(`表 ${table} 的列 ${column} 可以为空`);
  await bend(`alter table ${table} alter ${column} set not null`);
  expect(await said()).not.toContain(`表 ${table} 的列 ${column} 可以为空`);
});

const ofDays = '积分流水依次记下，时间不早于之前的，抽奖的同其抽奖与领取';

/** An entry of points by hand without a call in its log, at a time. */
const gift = (uid: number, at: ReturnType<typeof sql>, operatorId: number, id?: number) => [
  sql`update member set points = points + 1000 where id = ${uid}`,
  sql`insert into point_log (id, firm_id, uid, delta, balance, source, source_id, operator_id, created_at) overriding system value
    select coalesce(${id ?? null}::bigint, nextval(pg_get_serial_sequence('point_log', 'id'))), firm_id, id, 1000, points, 'system',
      ${randomUUID()}, ${operatorId}, ${at} from member where id = ${uid}`,
];

test('points by hand dated before the log of calls reaches back', async () => {
  const [uid] = (await makeMembers(app, firmId, 1)) as [number];
  const { token, id: staff } = await makeStaff(app, { firmId, permissions: ['admin:lottery:customer:update'] });
  await app.data(token, consumerApi.points, { id: uid, points: 30, balance: 0, reason: '补偿' });
  expect(await faults()).toEqual([]);
  await bend(...gift(uid, sql`now() - interval '200 days'`, staff));
  expect(await faults()).toEqual([[ofDays, expect.stringMatching(/^积分流水 \d+$/), 1000]]);
});

test('points by hand before every number, and after every time', async () => {
  const [uid, other] = (await makeMembers(app, firmId, 2)) as [number, number];
  const { id: staff } = await makeStaff(app, { firmId, permissions: [] });
  await bend(...gift(uid, sql`now() - interval '200 days'`, staff, -firmId));
  expect(await faults()).toEqual([[ofDays, `积分流水 ${-firmId}`, 1000]]);
  await bend(...gift(other, sql`now() + interval '2 hours'`, staff));
  expect((await found(ofDays)).length).toBe(2);
});

test('points of a draw that are dated so that they last longer, and those of its price', async () => {
  const { ids, uid } = await player(await game([{ points: 2 }]), 1);
  await bend(
    sql`update point_log set created_at = created_at - interval '2 hours' where uid = ${uid} and source = 'draw' and delta > 0`,
  );
  expect((await faults()).map(([name, , difference]) => [name, difference])).toEqual([[ofDays, 2]]);
  await bend(
    sql`update point_log set created_at = created_at - interval '2 hours' where uid = ${uid} and source = 'draw' and delta < 0`,
  );
  expect((await found(ofDays)).map(([, difference]) => difference).toSorted()).toEqual([-5, 2]);
  expect(ids).toHaveLength(1);
});

test('lines of money, of what shops are owed and of attempts that are dated back', async () => {
  const poolId = await makePool(app, firmId, 10_000);
  const staff = await makeTeller(app, firmId);
  const activityId = await makeRedActive(app, firmId, { poolId, budgetAmount: 3000, amountMax: 3000 });
  await inOne((db) => allocateBudget(db, { firmId, poolId, activityId, amount: 3000 }, staff));
  await paid(2);
  await verifyGoods(app, await goods(), await makeShop(app, firmId, await makeAgent(app, firmId)), 2);
  const last = (table: string, column: string, more = sql`true`) =>
    sql`${sql.table(table)}.id = (select max(id) from ${sql.table(table)} x where x.firm_id = ${firmId} and ${more}) and ${sql.ref(column)} is not null`;
  await bend(
    sql`insert into payout_event (firm_id, payout_id, from_state, to_state, source) select firm_id, id, state, state, 'QUERY' from payout where firm_id = ${firmId}`,
    sql`insert into payout_event (firm_id, payout_id, from_state, to_state, source) select firm_id, id, state, state, 'QUERY' from payout where firm_id = ${firmId}`,
  );
  expect(await faults()).toEqual([]);
  const back = sql`at - interval '61 minutes'`;
  await bend(
    sql`update fund_ledger set at = ${back} where ${last('fund_ledger', 'pool_id', sql`pool_id = ${poolId}`)}`,
    sql`update fund_ledger set at = ${back} where ${last('fund_ledger', 'pool_id', sql`type = ${LedgerType.reserve}`)}`,
    sql`update ded_log set at = ${back} where ${last('ded_log', 'firm_id')}`,
    sql`update payout_event set at = ${back} where ${last('payout_event', 'firm_id')}`,
  );
  expect((await faults()).map(([name, , difference]) => [name, difference])).toEqual([
    // Nobody of the staff was there an hour ago.
    ['每次划拨都由企业或平台的员工作出', 3000],
    ['流水依次记下，时间不早于之前的', 3000],
    ['流水依次记下，时间不早于之前的', 300],
    ['尝试的事件依次记下，时间不早于之前的', 1],
    ['抵扣记录依次记下，时间不早于之前的', 2600],
    ['核销的时间同其单号、入账、领取与抽奖', 2600],
  ]);
});

const people = '用户一直属于其首次到来的账号';

test('two people whose accounts are exchanged, one who is given to another account, and one whose note is gone', async () => {
  const [one, other, third, fourth] = (await makeMembers(app, firmId, 4)) as [number, number, number, number];
  await openPlayer(app, await game([{ points: 2 }]));
  expect(await faults()).toEqual([]);
  const accounts = await app.db
    .selectFrom('member')
    .where('id', 'in', [one, other])
    .orderBy('id')
    .select('accountId')
    .execute();
  await bend(
    sql`update member set account_id = -${one}::bigint where id = ${one}`,
    sql`update member set account_id = ${accounts[0]!.accountId} where id = ${other}`,
    sql`update member set account_id = ${accounts[1]!.accountId} where id = ${one}`,
  );
  expect((await found(people)).toSorted()).toEqual([one, other].map((id) => [`用户 ${id}`, 1]).toSorted());
  await bend(
    sql`update member set account_id = -${third}::bigint where id = ${third}`,
    sql`delete from member_account where member_id = ${fourth}`,
  );
  expect((await found(people)).toSorted()).toEqual(
    [one, other, third, fourth].map((id) => [`用户 ${id}`, 1]).toSorted(),
  );
});

const drawTerms = '抽奖所得的奖品类型、金额与积分、所付的积分同其公布的条款';
const changed = '奖级公布的条款只在撤回后、无人抽奖时改变';

test('cash beyond what its tier promised, wherever it is written', async () => {
  const activity = await makeActivity(app, { firmId }, [
    { stock: 50, weight: 1_000_000, cash: [30, 888], isManual: true },
  ]);
  const [one, other] = await winGoods(app, activity, 2);
  await bend(
    sql`update draw set amount = 900 where id = ${one!.drawId}`,
    sql`update draw set amount = 20 where id = ${other!.drawId}`,
  );
  expect((await found(drawTerms)).toSorted()).toEqual([
    [`抽奖 ${one!.drawId}`, 12],
    [`抽奖 ${other!.drawId}`, 10],
  ]);
});

test('a draw that is made another kind of prize than its tier has', async () => {
  const [won] = await winGoods(app, await goods());
  await bend(
    sql`update draw set prize_type = ${PrizeType.points}, points = 500 where id = ${won!.drawId}`,
    sql`update claim set prize_type = ${PrizeType.points}, points = 500 where draw_id = ${won!.drawId}`,
  );
  expect(await found(drawTerms)).toEqual([[`抽奖 ${won!.drawId}`, 500]]);
});

/** Notes what a tier promises anew, with more points, and the tier with it. */
const promise = (tierId: number, points: number) => [
  sql`insert into tier_terms overriding system value select (jsonb_populate_record(l, jsonb_build_object('id', nextval(pg_get_serial_sequence('tier_terms', 'id')),
      'points', ${points}::int, 'at', clock_timestamp()))).* from tier_terms l where tier_id = ${tierId} order by l.id desc limit 1`,
  sql`update tier set points = ${points} where id = ${tierId}`,
];

test('a tier that is raised with a note of its own while it draws, and put back', async () => {
  const activity = await game([{ points: 40 }]);
  await player(activity, 1);
  await bend(...promise(activity.tierIds[0]!, 100_000), ...promise(activity.tierIds[0]!, 40));
  expect(await faults()).toEqual([
    [changed, `奖级 ${activity.tierIds[0]}`, 99_960],
    [changed, `奖级 ${activity.tierIds[0]}`, 99_960],
  ]);
});

test('an activity that is taken back and promises something else is no fault, one that was not is', async () => {
  const from = addDays(shanghaiToday(), 1);
  const later = { startAt: `${from} 00:00:00`, endAt: `${from} 23:59:59` };
  const one = await game([{ points: 40 }], later);
  const other = await game([{ points: 40 }], {
    ...later,
    actScene: ActScene.interact,
    playMode: PlayMode.scratch,
    targets: [],
  });
  const operatorId = await makeTeller(app, firmId);
  await inOne((db) => withdrawActivity(db, one.id, operatorId));
  await app.db
    .updateTable('prize')
    .set({ points: 60 })
    .where('id', '=', app.db.selectFrom('tier').where('id', '=', one.tierIds[0]!).select('prizeId'))
    .execute();
  await inOne((db) => publishActivity(db, app.config.masterKey, one.id, operatorId));
  expect(
    await app.db.selectFrom('tierTerms').where('tierId', '=', one.tierIds[0]!).orderBy('id').select('points').execute(),
  ).toEqual([{ points: 40 }, { points: 60 }]);
  expect(await faults()).toEqual([]);
  await bend(...promise(other.tierIds[0]!, 41));
  expect(await faults()).toEqual([[changed, `奖级 ${other.tierIds[0]}`, 1]]);
});
