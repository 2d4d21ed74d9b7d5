import { ActivityStatus, Fallback } from '@zhuiyuan/contract/campaign/campaign-states';
import { ClaimMode, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { asInsider as bendAsInsider } from '../../test/insider.ts';
import {
  makeActivity,
  makeMembers,
  periodOf,
  ticketOf,
  type MadeActivity,
  type MadeTier,
} from '../../test/factories/lottery.ts';
import { makeFirm } from '../../test/factories/parties.ts';
import { makeStaff } from '../../test/factories/access.ts';
import { addStock, switchTier } from '../campaign/activity/change-tiers.ts';
import { drawTogether } from '../campaign/draw/draw-together.ts';
import { expireClaims } from '../campaign/draw/expire-claims.ts';
import { drawNumber, tierAt } from '../campaign/fair/numbers.ts';
import { findMoneyFaults } from './money-checks.ts';

/** What somebody with the database in his hands does, one thing a test, and what is said of it. */
let app: TestApp;
let firmId: number;
beforeAll(async () => {
  app = await openTestApp();
});
beforeEach(async () => {
  firmId = await makeFirm(app);
});
afterAll(() => app.close());

const asInsider = (...statements: Parameters<typeof bendAsInsider>[1][]) => bendAsInsider(app, ...statements);

/** What is said of the firm: the rule, the row, the difference. */
const faults = async () =>
  (await findMoneyFaults(app.db, app.config.masterKey, firmId)).map(
    ({ name, detail, difference }) => [name, detail, difference] as const,
  );

const found = async (name: string) => (await faults()).filter(([rule]) => rule === name).map(([, ...rest]) => rest);

let nextSerial = 1;

const oddsOf = async ({ id }: MadeActivity) => {
  const { seed, entries } = await periodOf(app, id);
  return { seed, entries };
};

/** Lets a person draw until his number hits the tier that is wanted, which is told by the seed; answers that draw. */
const drawOf = async (activity: MadeActivity, uid: number, wanted = 0): Promise<number> => {
  const odds = await oddsOf(activity);
  for (;;) {
    const ticket = ticketOf(activity, uid, { seg: 9_100_001, serial: (nextSerial += 1) });
    const key = { activityId: activity.id, epochNo: activity.epoch.epochNo, key: ticket.key, uid, clientSeed: '' };
    if (tierAt(odds.entries, drawNumber(odds.seed, key)) !== activity.tierIds[wanted]) continue;
    const [drawn] = await drawTogether(app.shopperDb, [{ ticket, clientSeed: '', ...odds }]);
    if (!drawn || !('drawId' in drawn)) throw new Error(`not drawn: ${JSON.stringify(drawn)}`);
    return drawn.drawId;
  }
};

/** An activity and draws of one person each, that all hit the tier at the place that is asked for. */
const drawn = async (
  tiers: readonly MadeTier[],
  wanted: readonly number[],
  more: Parameters<typeof makeActivity>[3] = {},
) => {
  const activity = await makeActivity(app, { firmId }, tiers, { limitTotal: null, limitDay: null, ...more });
  const uids = await makeMembers(app, firmId, wanted.length);
  const ids: number[] = [];
  for (const [at, tier] of wanted.entries()) ids.push(await drawOf(activity, uids[at]!, tier));
  expect(await faults()).toEqual([]);
  return { activity, uids, ids };
};

/** Takes the prize of a draw away as if it had been a loss: everything that counts prizes agrees. */
const makeLoss = async (
  activity: MadeActivity,
  drawId: number,
  fallback: string,
  tierId = activity.tierIds.at(-1)!,
) => {
  const {
    tierId: hit,
    uid,
    day,
  } = await app.db
    .selectFrom('draw')
    .where('id', '=', drawId)
    .select(['tierId', 'uid', sql<string>`day::text`.as('day')])
    .executeTakeFirstOrThrow();
  await asInsider(
    sql`delete from claim where draw_id = ${drawId}`,
    sql`update draw set tier_id = ${tierId}, prize_type = ${PrizeType.none}, amount = 0, points = 0, fallback = ${fallback} where id = ${drawId}`,
    sql`update tier set issued = issued - 1, remain = remain + 1 where id = ${hit}`,
    sql`update tier set issued = issued + 1 where id = ${tierId}`,
    sql`update tier_cap set issued = issued - 1 where tier_id = ${hit}`,
    sql`delete from draw_counter where activity_id = ${activity.id} and uid = ${uid} and period in ('WT', ${`WD${day}`}, ${`K${hit}`})`,
    sql`update activity_budget set remain = remain + l.reserved, reserved = activity_budget.reserved - l.reserved
      from fund_ledger l where l.ref_kind = 'draw' and l.ref_id = ${drawId} and l.activity_id = activity_budget.activity_id`,
    sql`delete from fund_ledger where ref_kind = 'draw' and ref_id = ${drawId}`,
  );
};

const gates = '没有发放所中奖级的，当时确实不能发放';
const goods = (stock: number, more: Partial<MadeTier> = {}): MadeTier => ({ stock, weight: 500_000, ...more });

test('a loss for want of stock that was there', async () => {
  const { activity, ids } = await drawn([goods(2), goods(5)], [0, 0, 0]);
  // The third found nothing left, the second is made to look so.
  await makeLoss(activity, ids[1]!, Fallback.soldOut);
  expect(await faults()).toEqual([
    // The one before the last prize, and the one that could have had it then.
    [gates, `抽奖 ${ids[1]} 写为“奖品已发完”，当时奖级 ${activity.tierIds[0]} 并非如此`, 1],
    [gates, `抽奖 ${ids[2]} 写为“奖品已发完”，当时奖级 ${activity.tierIds[0]} 并非如此`, 1],
  ]);
});

test('a loss for want of stock that was there until later, and one after stock came back', async () => {
  const { activity, ids, uids } = await drawn([goods(1), goods(50)], [0, 0]);
  const staff = await makeStaff(app, { firmId });
  await app.db.transaction().execute((db) => addStock(db as never, { tierId: activity.tierIds[0]!, qty: 2 }, staff.id));
  const won = await drawOf(activity, uids[0]!);
  const last = await drawOf(activity, uids[1]!);
  const late = await drawOf(activity, uids[1]!);
  expect(await faults()).toEqual([]);
  await makeLoss(activity, last, Fallback.soldOut);
  expect((await found(gates)).map(([detail]) => detail)).toEqual([
    expect.stringContaining(`抽奖 ${last} `),
    expect.stringContaining(`抽奖 ${late} `),
  ]);
  expect(ids).not.toContain(won);
});

test('a loss of cash for want of a budget that was there', async () => {
  const { activity, ids } = await drawn(
    [{ stock: 100, weight: 500_000, cash: 300, isManual: true }, goods(5)],
    [0, 0, 0],
    { budgetMode: 1, budgetAmount: 700 },
  );
  await makeLoss(activity, ids[0]!, Fallback.budget);
  expect(await faults()).toEqual([
    [gates, `抽奖 ${ids[0]} 写为“预算已用完”，当时奖级 ${activity.tierIds[0]} 并非如此`, 300],
    [gates, `抽奖 ${ids[2]} 写为“预算已用完”，当时奖级 ${activity.tierIds[0]} 并非如此`, 300],
  ]);
});

test('a loss of a random amount is judged by the amount that its seed brings', async () => {
  const { activity, ids } = await drawn(
    [{ stock: 1000, weight: 500_000, cash: [30, 888], isManual: true }, goods(500)],
    Array.from({ length: 12 }, () => 0),
    { budgetMode: 1, budgetAmount: 2_000 },
  );
  const { amount } = await app.db
    .selectFrom('draw')
    .where('id', '=', ids[0]!)
    .select('amount')
    .executeTakeFirstOrThrow();
  await makeLoss(activity, ids[0]!, Fallback.budget);
  expect(await found(gates)).toContainEqual([
    `抽奖 ${ids[0]} 写为“预算已用完”，当时奖级 ${activity.tierIds[0]} 并非如此`,
    amount,
  ]);
});

test.each([
  [Fallback.dayCap, '已达每日限量', { dayCap: 3 }, 3],
  [Fallback.hourCap, '已达每小时限量', { hourCap: 3 }, 3],
  [Fallback.userWins, '已达个人中奖上限', { userCap: 2 }, 1],
  [Fallback.tierOff, '奖级已暂停发放', {}, 1],
] as const)('a loss for a gate that was open: %s', async (fallback, label, more, others) => {
  const { activity, ids } = await drawn(
    [goods(50, more), goods(50)],
    Array.from({ length: others }, () => 0),
  );
  await makeLoss(activity, ids[0]!, fallback);
  // Draws in the first minute of an hour may count for the hour before, and are not judged.
  await asInsider(
    sql`update draw set drawn_at = date_trunc('hour', drawn_at) + interval '1 minute' where activity_id = ${activity.id} and drawn_at < date_trunc('hour', drawn_at) + interval '1 minute'`,
    sql`update tier_limit set at = at - interval '1 hour' where activity_id = ${activity.id}`,
  );
  expect(await found(gates)).toEqual([[`抽奖 ${ids[0]} 写为“${label}”，当时奖级 ${activity.tierIds[0]} 并非如此`, 1]]);
});

test('caps that were widened since are judged as they were, and a tier that was off as off', async () => {
  const { activity, uids } = await drawn([goods(50, { dayCap: 1 }), goods(50)], [0, 0]);
  await app.db.transaction().execute(async (db) => {
    await db.updateTable('tier').set({ dayCap: 40 }).where('id', '=', activity.tierIds[0]!).execute();
    await sql`insert into tier_limit (firm_id, activity_id, tier_id, is_on, day_cap)
      values (${firmId}, ${activity.id}, ${activity.tierIds[0]!}, true, 40)`.execute(db);
  });
  await drawOf(activity, uids[0]!);
  await app.db.updateTable('activity').set({ status: ActivityStatus.paused }).where('id', '=', activity.id).execute();
  await app.db.transaction().execute((db) => switchTier(db as never, { tierId: activity.tierIds[0]!, isOn: false }));
  await app.db.updateTable('activity').set({ status: ActivityStatus.running }).where('id', '=', activity.id).execute();
  await drawOf(activity, uids[1]!);
  expect(await faults()).toEqual([]);
  // Who changes a cap without a note is found by that.
  await app.db.updateTable('tier').set({ dayCap: 2 }).where('id', '=', activity.tierIds[0]!).execute();
  expect(await found('奖级的限量与最后记下的相同')).toEqual([[`奖级 ${activity.tierIds[0]}`, 1]]);
});

test('thanks for taking part although the fallback tier was there', async () => {
  const { activity, ids } = await drawn([goods(1), { ...goods(50), weight: 400_000, isFallback: true }], [0, 0]);
  await makeLoss(activity, ids[1]!, Fallback.soldOut);
  expect(await faults()).toEqual([
    [gates, `抽奖 ${ids[1]} 当时兜底奖级 ${activity.tierIds[1]} 可以发放，却没有发放`, 1],
  ]);
});

test('a fallback to a tier that is neither the fallback tier nor thanks for taking part', async () => {
  const { activity, ids } = await drawn([goods(1), goods(50), { stock: 9, weight: 0, isFallback: true }], [0, 0]);
  await asInsider(sql`update draw set tier_id = ${activity.tierIds[1]!} where id = ${ids[1]!}`);
  expect(await found('没有发放所中奖级的，只发放兜底奖级或谢谢参与')).toEqual([
    [`抽奖 ${ids[1]} 奖级 ${activity.tierIds[1]}`, 1],
  ]);
});

test('a reason nobody knows, and one without need', async () => {
  const { ids } = await drawn([goods(1), goods(50)], [0, 0, 1]);
  await asInsider(
    sql`update draw set fallback = 'BAD_LUCK' where id = ${ids[1]!}`,
    sql`update draw set fallback = 'SOLD_OUT' where id = ${ids[2]!}`,
  );
  expect(await found('没有发放所中奖级的原因都是已知的，且只在未发放时写明')).toEqual([
    [`抽奖 ${ids[1]} BAD_LUCK`, 1],
    [`抽奖 ${ids[2]} SOLD_OUT`, 1],
  ]);
});

test.each([
  [1, 'in the middle of its period'],
  [2, 'at the end of it'],
])('a draw that is taken out with all that counts it: %i, %s', async (at) => {
  const { activity, ids, uids } = await drawn([goods(50), goods(50)], [0, 0, 0]);
  await asInsider(
    sql`delete from claim where draw_id = ${ids[at]!}`,
    sql`delete from code_use where draw_id = ${ids[at]!}`,
    sql`delete from draw_counter where activity_id = ${activity.id} and uid = ${uids[at]!}`,
    sql`update tier set issued = issued - 1, remain = remain + 1 where id = ${activity.tierIds[0]!}`,
    sql`delete from draw where id = ${ids[at]!}`,
  );
  const rule = '种子期内的抽奖序号从1起连续，与其抽奖次数相同';
  expect(await faults()).toEqual([[rule, `活动 ${activity.id} 第1期`, 1]]);
  if (at === 2) return;
  await asInsider(sql`update seed_epoch set drawn = drawn - 1 where id = ${activity.epoch.id}`);
  expect(await faults()).toEqual([[rule, `活动 ${activity.id} 第1期`, 1]]);
});

test('places of draws that failed leave no gap', async () => {
  const { activity, uids } = await drawn([goods(3), goods(3)], [0]);
  const odds = await oddsOf(activity);
  const ticket = ticketOf(activity, uids[0]!, { seg: 9_100_002, serial: (nextSerial += 1) });
  await expect(
    app.shopperDb.transaction().execute(async (db) => {
      // A draw whose transaction comes to nothing after it was written.
      const inner = { transaction: () => ({ execute: (act: (of: typeof db) => Promise<unknown>) => act(db) }) };
      await drawTogether(inner as never, [{ ticket, clientSeed: '', ...odds }]);
      throw new Error('gone');
    }),
  ).rejects.toThrow('gone');
  await drawOf(activity, uids[0]!);
  const rows = await app.db
    .selectFrom('draw')
    .where('activityId', '=', activity.id)
    .orderBy('id')
    .select('place')
    .execute();
  expect(rows.map(({ place }) => place)).toEqual([1, 2]);
  expect(await faults()).toEqual([]);
});

test('counters and caps that are missing', async () => {
  const { activity, uids } = await drawn([goods(50, { dayCap: 9, hourCap: 9 }), goods(50)], [0]);
  const [uid] = uids;
  const kept = await app.db
    .selectFrom('drawCounter')
    .where('uid', '=', uid!)
    .orderBy('period')
    .select('period')
    .execute();
  expect(kept).toHaveLength(5);
  await asInsider(
    sql`delete from draw_counter where activity_id = ${activity.id}`,
    sql`delete from tier_cap where tier_id = ${activity.tierIds[0]!}`,
  );
  expect((await found('个人计数等于抽奖记录数，且不超过上限')).toSorted()).toEqual(
    kept.map(({ period }) => [`活动 ${activity.id} 用户 ${uid} ${period}`, -1]).toSorted(),
  );
  expect(await found('限量内的发放数等于当日当时的抽奖记录数，且不超过限量')).toEqual([
    [expect.stringMatching(`^奖级 ${activity.tierIds[0]} \\d{4}-`), -1],
    [`奖级 ${activity.tierIds[0]} 各小时`, -1],
  ]);
});

test('a cap that is lifted during a day is no fault', async () => {
  const { activity, uids } = await drawn([goods(50, { dayCap: 2 }), goods(50)], [0]);
  await app.db.updateTable('tier').set({ dayCap: null }).where('id', '=', activity.tierIds[0]!).execute();
  await sql`insert into tier_limit (firm_id, activity_id, tier_id, is_on) values (${firmId}, ${activity.id}, ${activity.tierIds[0]!}, true)`.execute(
    app.db,
  );
  await drawOf(activity, uids[0]!);
  expect(await faults()).toEqual([]);
});

test('claims that are open after their end, or for longer than a year', async () => {
  const { ids } = await drawn([{ stock: 9, weight: 500_000, cash: 300, isManual: true }, goods(50)], [0, 0, 1]);
  const no = async (drawId: number) =>
    (await app.db.selectFrom('claim').where('drawId', '=', drawId).select('claimNo').executeTakeFirstOrThrow()).claimNo;
  await asInsider(
    sql`update claim set expire_at = now() - interval '2 days' where draw_id = ${ids[0]!}`,
    sql`update claim set expire_at = now() + interval '367 days' where draw_id = ${ids[1]!}`,
    // Opened again near its end.
    sql`update claim set expire_at = now() + interval '6 days' where draw_id = ${ids[2]!}`,
    sql`update draw set drawn_at = now() - interval '364 days' where id = ${ids[2]!}`,
  );
  expect(await found('过了期限一天的领取已关闭')).toEqual([[`领取 ${await no(ids[0]!)}`, 300]]);
  expect(await found('领取的期限不超过中奖后365天')).toEqual([[`领取 ${await no(ids[1]!)}`, 300]]);
  await expireClaims({ db: app.db, log: app.log });
  expect(await found('过了期限一天的领取已关闭')).toEqual([]);
});

test('a prize to claim that is worth more to its shop, or another one, than its tier has', async () => {
  const { ids } = await drawn([goods(9)], [0, 0]);
  const rule = '领取的奖品、兑奖方式与门店抵扣同其奖级';
  await asInsider(sql`update claim set deduct_amount = deduct_amount + 700 where draw_id = ${ids[0]!}`);
  expect(await found(rule)).toEqual([[expect.stringMatching(/^领取 C/), 700]]);
  await asInsider(sql`update claim set claim_mode = ${ClaimMode.post} where draw_id = ${ids[1]!}`);
  expect(await found(rule)).toHaveLength(2);
});

const lines = '每条积分流水都有其来由：抽奖、首次扫码、操作人或到期，且属同一位消费者';

test.each([
  ['draw', '999999999'],
  ['draw', '00000000-0000-4000-8000-000000000000'],
  ['order', '77'],
  ['scan', '12345678901'],
  ['system', 'gift'],
  ['expire', 'gone'],
  ['draw', 'nonsense'],
])('points without anything behind them: %s %s', async (source, sourceId) => {
  const [uid] = await makeMembers(app, firmId, 1, 100);
  expect(await faults()).toEqual([]);
  const delta = source === 'expire' ? -60 : 60;
  await asInsider(
    sql`insert into point_log (firm_id, uid, delta, balance, source, source_id) values (${firmId}, ${uid!}, ${delta}, ${100 + delta}, ${source}, ${sourceId})`,
    sql`update member set points = points + ${delta} where id = ${uid!}`,
  );
  expect((await found(lines)).map(([, difference]) => difference)).toEqual([delta]);
});

test('points of a draw that went to somebody else', async () => {
  const { ids, uids } = await drawn([{ stock: 9, weight: 500_000, points: 40 }, goods(50)], [0, 1]);
  await asInsider(
    sql`update point_log set uid = ${uids[1]!} where source = 'draw' and source_id = ${String(ids[0])}`,
    sql`update member set points = case id when ${uids[1]!} then 40 else 0 end where id in (${uids[0]!}, ${uids[1]!})`,
  );
  expect((await found(lines)).map(([, difference]) => difference)).toEqual([40]);
});

/** A cash prize on its way to a winner whom the paying app knows. */
const paid = async () => {
  const activity = await makeActivity(app, { firmId }, [{ stock: 9, weight: 500_000, cash: 300 }, goods(50)], {
    limitTotal: null,
  });
  const uids = await makeMembers(app, firmId, 2);
  const { appid } = await app.db
    .selectFrom('merchant')
    .where('firmId', '=', firmId)
    .select('appid')
    .executeTakeFirstOrThrow();
  const openIdOf = (uid: number) => `o-${uid}`;
  for (const uid of uids)
    await sql`insert into account_open_id (app_id, open_id, account_id) select ${appid}, ${openIdOf(uid)}, account_id from member where id = ${uid}`.execute(
      app.db,
    );
  const drawId = await drawOf(activity, uids[0]!);
  const { id, billNo } = await app.db
    .selectFrom('redInfo')
    .where('sourceId', '=', drawId)
    .where('firmId', '=', firmId)
    .select(['id', 'billNo'])
    .executeTakeFirstOrThrow();
  expect(await faults()).toEqual([]);
  return { uids, openIdOf, id, billNo };
};
const receivers = '收款人是该账号当时在该应用的OpenID';

test('a payout to somebody else than the winner is known as', async () => {
  const { uids, openIdOf, id, billNo } = await paid();
  await asInsider(
    sql`update red_info set openid = ${openIdOf(uids[1]!)} where id = ${id}`,
    sql`update payout set openid = ${openIdOf(uids[1]!)} where red_info_id = ${id}`,
  );
  expect(await faults()).toEqual([[receivers, `发放 ${billNo}`, 300]]);
});

test('an attempt to pay somebody else than its record says', async () => {
  const { uids, openIdOf, id } = await paid();
  await asInsider(sql`update payout set openid = ${openIdOf(uids[1]!)} where red_info_id = ${id}`);
  expect((await found('每次尝试都发给其发放记录的收款人')).map(([, difference]) => difference)).toEqual([300]);
});

test('an account that is made to be known at the app otherwise, and since, than when it received', async () => {
  const { uids, billNo } = await paid();
  await asInsider(
    sql`update account_open_id set open_id = 'o-new', created_at = now() + interval '1 second' where account_id = (select account_id from member where id = ${uids[0]!})`,
  );
  expect(await faults()).toEqual([[receivers, `发放 ${billNo}`, 300]]);
});

test('a payout to somebody nobody is known as', async () => {
  const { uids, id, billNo } = await paid();
  await asInsider(
    sql`delete from account_open_id where account_id = (select account_id from member where id = ${uids[0]!})`,
    sql`update red_info set openid = 'o-stranger' where id = ${id}`,
    sql`update payout set openid = 'o-stranger' where red_info_id = ${id}`,
  );
  expect(await found(receivers)).toEqual([[`发放 ${billNo}`, 300]]);
});

test('a payout without its draw', async () => {
  const { id, billNo } = await paid();
  await asInsider(sql`update red_info set source_id = 999999999 where id = ${id}`);
  expect(await found('抽奖的发放都有其抽奖')).toEqual([[`发放 ${billNo}`, 300]]);
});

/** By how much the rules differ that a deleted line breaks, each once. */
const differences = async () => [...new Set((await faults()).map(([, , difference]) => Math.abs(difference)))];

test.each([
  [LedgerType.reserve, 300],
  [LedgerType.allocate, 10_000_000],
])('a line of type %i that is deleted from the ledger of money: the difference is its amount', async (type, amount) => {
  const { activity } = await drawn([{ stock: 9, weight: 500_000, cash: 300, isManual: true }, goods(50)], [0]);
  await asInsider(sql`delete from fund_ledger where activity_id = ${activity.id} and type = ${type}`);
  expect(await found('活动预算等于流水之和')).toEqual([[`活动 ${activity.id}`, amount]]);
  expect(await differences()).toEqual([amount]);
});

test('a recharge that is deleted from the ledger of money', async () => {
  await drawn([{ stock: 9, weight: 500_000, cash: 300, isManual: true }, goods(50)], [0]);
  const { pool } = await app.db
    .selectFrom('fundLedger')
    .where('firmId', '=', firmId)
    .where('type', '=', LedgerType.recharge)
    .select('pool')
    .executeTakeFirstOrThrow();
  await asInsider(sql`delete from fund_ledger where firm_id = ${firmId} and type = ${LedgerType.recharge}`);
  expect(await differences()).toEqual([pool]);
});

test('a line that is deleted from the ledger of points, and one from that of stock', async () => {
  const { activity, uids } = await drawn([{ stock: 9, weight: 500_000, points: 40 }, goods(50)], [0]);
  await asInsider(sql`delete from point_log where uid = ${uids[0]!}`);
  expect(await differences()).toEqual([40]);
  await asInsider(
    sql`insert into point_log (firm_id, uid, delta, balance, source, source_id) select firm_id, uid, 40, 40, 'draw', id::text from draw where activity_id = ${activity.id}`,
    sql`delete from stock_move where tier_id = ${activity.tierIds[1]!}`,
  );
  expect(await faults()).toEqual([['奖级的库存变动合计等于总量与退回数', `奖级 ${activity.tierIds[1]}`, 50]]);
});

test('the amount of cash that is reserved for a draw that is not there', async () => {
  const { activity } = await drawn([{ stock: 9, weight: 500_000, cash: 300, isManual: true }, goods(50)], [0]);
  await asInsider(
    sql`update fund_ledger set ref_id = 999999999 where activity_id = ${activity.id} and type = ${LedgerType.reserve}`,
  );
  expect((await found('每笔现金中奖各有一条预占')).map(([, difference]) => difference)).toEqual([300, 300]);
});
