import { Audience, ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { scoreDefaults } from '@zhuiyuan/contract/risk/risk-rule';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeTeller } from '../../test/factories/fund.ts';
import { makeActivity, makeMembers, periodOf, ticketOf } from '../../test/factories/lottery.ts';
import { dateClaims } from '../../test/factories/notes.ts';
import { makeAgent, makeFirm, makeShop } from '../../test/factories/parties.ts';
import { makeRedemption } from '../../test/factories/posting.ts';
import { makeRedActive } from '../../test/factories/red.ts';
import { winGoods } from '../../test/factories/redeem.ts';
import { verifyGoods } from '../../test/factories/settlement.ts';
import { insiderOf } from '../../test/insider.ts';
import { addStock, raiseWeights } from '../campaign/activity/change-tiers.ts';
import {
  addBudget,
  endActivity,
  pauseActivity,
  publishActivity,
  resumeActivity,
  withdrawActivity,
} from '../campaign/activity/publish-activity.ts';
import { drawTogether } from '../campaign/draw/draw-together.ts';
import { expireClaims } from '../campaign/draw/expire-claims.ts';
import { tellHead } from '../campaign/fair/chain-heads.ts';
import { extendByHand } from '../claim/claim-acts.ts';
import { closeRedemption } from '../claim/redemption-writes.ts';
import { clearShop } from '../parties/deductible/clear-shop.ts';
import { addRedBudget, endRedActive } from '../red/active/red-active-writes.ts';
import { reverseVerification } from '../redeem/reverse-verification.ts';
import { lockConfig } from '../risk/score-writes.ts';
import { noteConfig } from '../risk/note-config.ts';
import { seedRegions } from '../seeds/first/seed-regions.ts';

/** What somebody with the database in his hands does to how prizes are collected and what is asked for them, one thing a test, and what is said of it. */
let app: TestApp;
let firmId: number;
let staff: number;
beforeAll(async () => {
  app = await openTestApp();
  await seedRegions(app.db);
});
beforeEach(async () => {
  firmId = await makeFirm(app);
  staff = await makeTeller(app, firmId);
});
afterAll(() => app.close());

const { faults, broken, bend, inOne } = insiderOf(() => ({ app, firmId }));

const asNoted = '领取的期限与领奖码同最后记下的';
const onlyLater = '领取的期限只延后，领奖码只在邮寄未成后更换';
const sealed = '门店核销有核销时的封印';

const goods = (more: object = {}) => makeActivity(app, { firmId }, [{ stock: 50, weight: 1_000_000, ...more }]);
const counter = async () => makeShop(app, firmId, await makeAgent(app, firmId));

/** Notes of claims as they are now, as somebody writes them who bent them. */
const noteClaim = (drawId: number) =>
  sql`insert into claim_note (firm_id, draw_id, expire_at, code)
    select firm_id, draw_id, expire_at, digest_ver_code(claim) from claim where draw_id = ${drawId}`;

test('a claim that ends earlier, with a note of that as well', async () => {
  const [one] = await winGoods(app, await goods());
  await bend(sql`update claim set expire_at = now() + interval '1 minute' where draw_id = ${one!.drawId}`);
  expect(await faults()).toEqual([[asNoted, `领取 ${one!.claimNo}`, 1]]);
  await bend(noteClaim(one!.drawId));
  expect(await faults()).toEqual([[onlyLater, `领取 ${one!.drawId}`, 1]]);
});

test('a claim that lapsed before its end, which was put back', async () => {
  const activity = await goods();
  const [one, other] = await winGoods(app, activity, 2);
  await dateClaims(app, sql`draw_id = ${other!.drawId}`, sql`now() - interval '1 second'`);
  await bend(sql`update claim set expire_at = now() - interval '1 second' where draw_id = ${one!.drawId}`);
  expect(await expireClaims(app)).toBe(2);
  await bend(sql`update claim set expire_at = ${one!.expireAt} where draw_id = ${one!.drawId}`);
  expect(await faults()).toEqual([[onlyLater, `领取 ${one!.drawId}`, 1]]);
});

test('codes that are exchanged, with notes of that as well', async () => {
  const [one, other] = await winGoods(app, await goods(), 2);
  await bend(
    sql`update claim set ver_code = 'AAAAAAAAAAAA' where draw_id = ${one!.drawId}`,
    sql`update claim set ver_code = ${one!.verCode} where draw_id = ${other!.drawId}`,
    sql`update claim set ver_code = ${other!.verCode} where draw_id = ${one!.drawId}`,
  );
  expect(await faults()).toEqual([
    [asNoted, `领取 ${one!.claimNo}`, 1],
    [asNoted, `领取 ${other!.claimNo}`, 1],
  ]);
  await bend(noteClaim(one!.drawId), noteClaim(other!.drawId));
  expect(await faults()).toEqual([
    [onlyLater, `领取 ${one!.drawId}`, 1],
    [onlyLater, `领取 ${other!.drawId}`, 1],
  ]);
});

test('claims that are prolonged, handed out and taken back, or whose posting came to nothing are no fault; a note that is gone is', async () => {
  const activity = await goods({ post: 'also' });
  const [one] = await winGoods(app, activity);
  const until = addDays(shanghaiToday(), 90);
  expect((await inOne((db) => extendByHand(db, { ids: [one!.drawId], until }))).ok).toBe(1);
  const [given] = await verifyGoods(app, activity, await counter());
  const { id } = await app.db
    .selectFrom('prizeVer')
    .where('verNo', '=', given!.verNo)
    .select('id')
    .executeTakeFirstOrThrow();
  await inOne((db) => reverseVerification(db, { id, reason: '误点', operatorId: staff }));
  const posted = await makeRedemption(app, activity);
  await inOne((db) => closeRedemption(db, { id: posted.id, reason: '地址不对', operatorId: staff }));
  expect(await faults()).toEqual([]);
  await bend(sql`delete from claim_note where draw_id = ${one!.drawId}`);
  expect(await faults()).toEqual([[asNoted, `领取 ${one!.claimNo}`, 1]]);
});

test('a prize that nobody collected and is said to have been handed out, with all that is booked of it', async () => {
  const activity = await goods();
  const shopId = await counter();
  const [real] = await verifyGoods(app, activity, shopId);
  const [won] = await winGoods(app, activity);
  expect(await faults()).toEqual([]);
  const copied = (table: string, changed: object, where: object) =>
    sql`insert into ${sql.table(table)} overriding system value select (jsonb_populate_record(r, ${JSON.stringify(changed)}::jsonb)).*
      from ${sql.table(table)} r where ${where}`;
  const { id } = await app.db
    .selectFrom('prizeVer')
    .where('verNo', '=', real!.verNo)
    .select('id')
    .executeTakeFirstOrThrow();
  const { last } = await app.db
    .selectFrom('dedLog')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  const made = { id: id + 500_000, ver_no: `${real!.verNo}9`, draw_id: won!.drawId, uid: won!.uid };
  await bend(
    copied('prize_ver', made, sql`r.id = ${id}`),
    sql`update claim set status = ${ClaimStatus.claimed}, claimed_at = now() where draw_id = ${won!.drawId}`,
    copied(
      'ded_log',
      { id: last + 500_000, ref_id: made.id, balance_after: 5200 },
      sql`r.ref_kind = 'prize_ver' and r.ref_id = ${id}`,
    ),
    sql`update ded_account set balance = balance + 2600, total_in = total_in + 2600, qty_in = qty_in + 1 where owner_id = ${shopId} and firm_id = ${firmId}`,
  );
  expect(await faults()).toEqual([[sealed, `核销 ${made.ver_no}`, 2600]]);
  await bend(sql`update prize_ver set seal = null where id = ${made.id}`);
  expect(await faults()).toEqual([[sealed, `核销 ${made.ver_no}`, 2600]]);
  // What was handed out before there were seals has none.
  await bend(sql`update schema_migration set applied_at = applied_at + interval '1 day'`);
  expect(await faults()).toEqual([]);
  await bend(sql`update schema_migration set applied_at = applied_at - interval '1 day'`);
});

test('a shop that is cleared to its dealer by nobody', async () => {
  const activity = await goods();
  const shopId = await counter();
  await verifyGoods(app, activity, shopId);
  await inOne((db) => clearShop(db, { shopId, remark: '月结', voucher: '' }, staff));
  expect(await faults()).toEqual([]);
  await bend(sql`update ded_log set operator_id = null where firm_id = ${firmId} and ref_kind = 'shop_clear'`);
  expect((await broken()).toSorted()).toEqual(
    ['打款单与抵扣记录的经手人都是企业或平台的员工', '经销商为门店垫付的，各有门店的一次清零'].toSorted(),
  );
});

test('odds that nobody of the staff made', async () => {
  const activity = await goods();
  const strange = await makeTeller(app, await makeFirm(app));
  const rule = '每版概率都由企业或平台的员工公布';
  const said = [[rule, `活动 ${activity.id} 概率版本 1`, 1]];
  await bend(sql`update weight_version set created_by = null where activity_id = ${activity.id}`);
  expect(await faults()).toEqual(said);
  await bend(sql`update weight_version set created_by = ${strange} where activity_id = ${activity.id}`);
  expect(await faults()).toEqual(said);
});

test('the newest head of an open period that is deleted, and all of them', async () => {
  const activity = await goods();
  const [uid] = await makeMembers(app, firmId, 1);
  const period = { id: activity.epoch.id, activityId: activity.id };
  await tellHead(app.db, period);
  const asked = {
    ticket: ticketOf(activity, uid!, { seg: 9_900_001, serial: uid! }, { audience: Audience.consumer }),
    clientSeed: '',
    ...(await periodOf(app, activity.id)),
  };
  await drawTogether(app.shopperDb, [asked]);
  await Promise.all([tellHead(app.db, period), tellHead(app.db, period)]);
  expect(await faults()).toEqual([]);
  const { heads } = await app.db
    .selectFrom('seedEpoch')
    .where('id', '=', period.id)
    .select('heads')
    .executeTakeFirstOrThrow();
  expect(heads).toBeGreaterThan(1);
  const rule = '种子期的链头与公布时所计的个数相符';
  await bend(sql`delete from chain_head where epoch_id = ${period.id} and head_no = ${heads}`);
  expect(await faults()).toEqual([[rule, `种子期 ${period.id}`, 1]]);
  await bend(sql`delete from chain_head where epoch_id = ${period.id}`);
  expect(await faults()).toEqual([[rule, `种子期 ${period.id}`, heads]]);
});

const terms = '活动的时间、限制、范围、预算与兜底奖级同最后记下的';

test('what an activity asks for that is changed: its end, limits, place, budget, fallback, products and hours', async () => {
  const { id } = await makeActivity(app, { firmId }, [
    { stock: 50, weight: 100_000, cash: 300 },
    { stock: 50, weight: 100_000 },
  ]);
  const [first] = await app.db.selectFrom('tier').where('activityId', '=', id).orderBy('tierNo').select('id').execute();
  const row = (set: string) => sql.raw(`update activity set ${set} where id = ${id}`);
  for (const [there, back] of [
    [row(`end_at = end_at + interval '30 days'`), row(`end_at = end_at - interval '30 days'`)],
    [row('geo_required = not geo_required'), row('geo_required = not geo_required')],
    [row('limit_day = 99'), row('limit_day = null')],
    [row('budget_amount = budget_amount + 1'), row('budget_amount = budget_amount - 1')],
    [row('claim_days = claim_days + 1'), row('claim_days = claim_days - 1')],
    [
      sql`update tier set is_fallback = true where id = ${first!.id}`,
      sql`update tier set is_fallback = false where id = ${first!.id}`,
    ],
    [
      sql`update activity_target set target_id = target_id + 1 where activity_id = ${id}`,
      sql`update activity_target set target_id = target_id - 1 where activity_id = ${id}`,
    ],
    [
      sql`insert into activity_window (activity_id, place, firm_id, weekdays, hour_from, hour_to) values (${id}, 1, ${firmId}, 1, 0, 1)`,
      sql`delete from activity_window where activity_id = ${id}`,
    ],
  ] as const) {
    await bend(there);
    expect(await broken()).toContain(terms);
    await bend(back);
  }
  expect(await faults()).toEqual([]);
  await bend(
    row('limit_day = 99'),
    sql`insert into activity_note (firm_id, activity_id, digest) select firm_id, id, digest_activity(activity) from activity where id = ${id}`,
  );
  expect(await faults()).toEqual([['活动公布与更改的人都是企业或平台的员工', `活动 ${id}`, 1]]);
});

test('an activity that is given more, raised, stopped, goes on and ends, or is taken back and published anew, is no fault', async () => {
  const { masterKey } = app.config;
  const one = await makeActivity(app, { firmId }, [{ stock: 50, weight: 100_000, cash: 300 }]);
  await inOne((db) => addBudget(db, { id: one.id, amount: 700 }, staff));
  await inOne((db) => addStock(db, { tierId: one.tierIds[0]!, qty: 5 }, staff));
  const entries = [{ tierId: one.tierIds[0]!, weight: 200_000 }];
  await inOne((db) => raiseWeights(db, masterKey, { id: one.id, version: 1, entries, reason: '加码' }, staff));
  await inOne((db) => pauseActivity(db, one.id));
  await inOne((db) => resumeActivity(db, masterKey, one.id));
  expect(await faults()).toEqual([]);
  await inOne((db) => endActivity(db, one.id, { reason: 'MANUAL' }, staff));
  const from = addDays(shanghaiToday(), 1);
  const other = await makeActivity(app, { firmId }, [{ stock: 50, weight: 100_000 }], {
    startAt: `${from} 00:00:00`,
    endAt: `${from} 23:59:59`,
  });
  await inOne((db) => withdrawActivity(db, other.id, staff));
  await app.db.updateTable('activity').set({ limitDay: 3 }).where('id', '=', other.id).execute();
  expect(await faults()).toEqual([]);
  await inOne((db) => publishActivity(db, masterKey, other.id, staff));
  expect(await faults()).toEqual([]);
  const notes = await app.db.selectFrom('activityNote').where('firmId', '=', firmId).select('activityId').execute();
  expect(notes.map(({ activityId }) => activityId)).toEqual([one.id, one.id, other.id, other.id]);
});

test('the terms of red packets that are changed, and by nobody; what staff give them is no fault', async () => {
  const id = await makeRedActive(app, firmId);
  await inOne((db) => addRedBudget(db, { id, amount: 500 }, staff));
  expect(await faults()).toEqual([]);
  const rule = '红包活动的商户、金额、预算、限制与时间同最后记下的';
  for (const [there, back] of [
    ['limit_user_day = 9', 'limit_user_day = 10'],
    ['amount_max = amount_max + 1', 'amount_max = amount_max - 1'],
    [`end_at = end_at - interval '1 year'`, `end_at = end_at + interval '1 year'`],
  ]) {
    await bend(`update red_active set ${there} where id = ${id}`);
    expect(await faults()).toEqual([[rule, `红包活动 ${id}`, 1]]);
    await bend(`update red_active set ${back} where id = ${id}`);
  }
  await inOne((db) => endRedActive(db, { firmId, id }, null));
  expect(await faults()).toEqual([]);
  await bend(
    `update red_active set limit_user_day = 9 where id = ${id}`,
    sql`insert into red_active_note (firm_id, red_active_id, digest) select firm_id, id, digest_red_active(red_active) from red_active where id = ${id}`,
  );
  expect(await faults()).toEqual([['红包活动建立与更改的人都是企业或平台的员工', `红包活动 ${id}`, 1]]);
});

test('what a firm asks of its consumers that is changed, begun or taken away', async () => {
  const rule = '企业对消费者的风险分、次数、定位、手机与积分有效期的设置同最后记下的';
  const said = [[rule, `企业 ${firmId}`, 1]];
  await inOne((db) => lockConfig(db, firmId));
  expect(await faults()).toEqual([]);
  await bend(`update consumer_config set score_block = 101 where firm_id = ${firmId}`);
  expect(await faults()).toEqual(said);
  await bend(
    `update consumer_config set score_block = ${scoreDefaults.scoreBlock}, draw_limit = 5 where firm_id = ${firmId}`,
  );
  await inOne((db) => noteConfig(db, { firmId, operatorId: staff }));
  expect(await faults()).toEqual([]);
  await bend(`update consumer_config set draw_limit = null where firm_id = ${firmId}`);
  expect(await faults()).toEqual(said);
  await bend(`delete from consumer_config where firm_id = ${firmId}`);
  expect(await faults()).toEqual(said);
});
