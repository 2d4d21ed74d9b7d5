import {
  ActScene,
  ClaimStatus,
  LotteryType,
  PlayMode,
  StockMoveKind,
} from '@zhuiyuan/contract/campaign/campaign-states';
import { consumerApi } from '@zhuiyuan/contract/consumer/consumer';
import { consumerConfigApi } from '@zhuiyuan/contract/consumer/consumer-config';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff } from '../../test/factories/access.ts';
import { makeActivity, makeMembers, type MadeActivity, type MadeTier } from '../../test/factories/lottery.ts';
import { makeFirm } from '../../test/factories/parties.ts';
import { openPlayer } from '../../test/factories/player.ts';
import { makeRedemptions } from '../../test/factories/posting.ts';
import { winGoods } from '../../test/factories/redeem.ts';
import { insiderOf } from '../../test/insider.ts';
import { addStock } from '../campaign/activity/change-tiers.ts';
import { withdrawActivity } from '../campaign/activity/publish-activity.ts';
import { expireClaims } from '../campaign/draw/expire-claims.ts';
import type { Db } from '../kit/db/database.ts';
import { dateClaims } from '../../test/factories/notes.ts';

/** What somebody with the database in his hands does to terms, points and prizes, one thing a test, and what is said of it. */
let app: TestApp;
let firmId: number;
beforeAll(async () => {
  app = await openTestApp();
});
beforeEach(async () => {
  firmId = await makeFirm(app);
});
afterAll(() => app.close());

const { faults, found, bend } = insiderOf(() => ({ app, firmId }));

/** An activity that points or free turns pay, and where everybody wins. */
const game = (tiers: readonly Partial<MadeTier>[], more: Parameters<typeof makeActivity>[3] = {}) =>
  makeActivity(
    app,
    { firmId },
    tiers.map((tier) => ({ stock: 50, weight: 1_000_000 / tiers.length, ...tier })),
    { lotteryType: LotteryType.points, pointsCost: 5, ...more },
  );

/** Somebody with points who drew that often. */
const player = async (activity: MadeActivity, draws: number, points = 100) => {
  const person = await openPlayer(app, activity, { points });
  for (let nth = 0; nth < draws; nth += 1) {
    const { code } = await person.draw((await person.ticket()).data.ticket);
    expect(code).toBe(200);
  }
  const rows = await app.db
    .selectFrom('draw')
    .where('uid', '=', person.uid)
    .orderBy('id')
    .select(['id', 'ticketId'])
    .execute();
  return { ...person, ids: rows.map(({ id }) => id), tickets: rows.map(({ ticketId }) => ticketId) };
};

const tierTerms = '奖级的奖品、金额、积分与库存同其公布的条款';
const activityTerms = '活动的抽奖积分、免费次数与分享次数同其公布的条款';
const drawTerms = '抽奖所得的奖品类型、金额与积分、所付的积分同其公布的条款';

test.each([
  ['points', sql`update tier set points = 1000000`, 999_960, { points: 40 }],
  ['a fixed amount', sql`update tier set amount_min = 199900, amount_max = 199900`, 199_600, { cash: 300 }],
  ['the range of an amount', sql`update tier set amount_max = amount_max + 500`, 500, { cash: [30, 888] }],
  ['what a shop is owed', sql`update tier set deduct_amount = deduct_amount * 100`, 257_400, {}],
  ['its worth and name', sql`update tier set prize_name = '汽车', face_value = 20000000, cost_price = 20000000`, 1, {}],
  [
    'another prize',
    sql`update tier set prize_id = (select max(id) from prize p where p.firm_id = tier.firm_id)`,
    1,
    {},
  ],
  ['how it is claimed', sql`update tier set also_post = not also_post`, 1, {}],
  ['more stock', sql`update tier set stock_total = stock_total + 7, remain = remain + 7`, 7, {}],
] satisfies [string, ReturnType<typeof sql>, number, Partial<MadeTier>][])(
  'a tier that promises another than it was published with: %s',
  async (_what, change, difference, tier) => {
    const { tierIds } = await game([tier, { points: 1 }]);
    const staff = await makeStaff(app, { firmId });
    expect(await faults()).toEqual([]);
    await bend(
      sql`${change} where id = ${tierIds[0]!}`,
      // Of more stock a move tells as well.
      sql`insert into stock_move (firm_id, activity_id, tier_id, kind, delta, operator_id)
        select t.firm_id, t.activity_id, t.id, ${StockMoveKind.add}, t.stock_total - l.stock_total, ${staff.id} from tier t join tier_terms l on l.tier_id = t.id
        where t.id = ${tierIds[0]!} and t.stock_total > l.stock_total`,
    );
    expect(await faults()).toEqual([[tierTerms, `奖级 ${tierIds[0]}`, difference]]);
  },
);

test('an empty range of cash', async () => {
  const { tierIds } = await game([{ cash: [30, 888] }, {}]);
  await bend(
    sql`alter table tier drop constraint if exists tier_check1`,
    sql`update tier set amount_max = amount_min - 1 where id = ${tierIds[0]!}`,
  );
  expect(await faults()).toEqual([[tierTerms, `奖级 ${tierIds[0]}`, 859]]);
});

test('stock and caps of an activity that is said not to be published, and a tier without notes', async () => {
  const { id, tierIds } = await game([{ points: 2 }, {}]);
  await bend(
    sql`alter table activity drop constraint if exists activity_published_ck`,
    sql`update activity set published_at = null where id = ${id}`,
    sql`update tier set stock_total = stock_total + 50, remain = remain + 50 where id = ${tierIds[0]!}`,
    sql`delete from tier_terms where tier_id = ${tierIds[1]!}`,
  );
  expect((await found(tierTerms)).toSorted()).toEqual([
    [`奖级 ${tierIds[0]}`, 50],
    [`奖级 ${tierIds[1]}`, 1],
  ]);
});

test('more stock that staff added is no fault, nor what an activity that was taken back is changed to', async () => {
  const from = addDays(shanghaiToday(), 1);
  const { id, tierIds } = await game([{ points: 2 }, {}], { startAt: `${from} 00:00:00`, endAt: `${from} 23:59:59` });
  const staff = await makeStaff(app, { firmId });
  await app.db.transaction().execute((db) => addStock(db as Db, { tierId: tierIds[0]!, qty: 9 }, staff.id));
  expect(await faults()).toEqual([]);
  await app.db.transaction().execute((db) => withdrawActivity(db as Db, id, staff.id));
  await bend(
    sql`update activity set points_cost = 77 where id = ${id}`,
    sql`delete from tier where id = ${tierIds[1]!}`,
  );
  expect(await faults()).toEqual([]);
});

test.each([
  ['points_cost', 1],
  ['free_per_day', 9],
  ['share_reward', 5],
  ['auto_return', true],
] as const)('an activity that asks or gives otherwise than it was published with: %s', async (column, value) => {
  const { id } = await game([{ points: 2 }], { actScene: ActScene.interact, playMode: PlayMode.scratch, targets: [] });
  await bend(sql`update activity set ${sql.ref(column)} = ${value} where id = ${id}`);
  expect(await faults()).toEqual([[activityTerms, `活动 ${id}`, 1]]);
});

test('a tier whose odds are others than were published', async () => {
  const { tierIds } = await game([{ points: 2 }, {}]);
  await bend(sql`update tier set weight = weight + 3 where id = ${tierIds[1]!}`);
  expect(await faults()).toEqual([['奖级的概率同最新一版公布的概率', `奖级 ${tierIds[1]}`, 3]]);
});

test('points that a draw brought or cost otherwise than its activity says, wherever they are written', async () => {
  const activity = await game([{ points: 40 }]);
  const {
    uid,
    ids: [won, cheap],
    tickets,
  } = await player(activity, 2);
  expect(await faults()).toEqual([]);
  await bend(
    sql`update draw set points = 100000 where id = ${won!}`,
    sql`update claim set points = 100000 where draw_id = ${won!}`,
    sql`update point_log set delta = 100000 where source = 'draw' and source_id = ${String(won)}`,
    sql`update draw set points_cost = 1 where id = ${cheap!}`,
    sql`update point_log set delta = -1 where source = 'draw' and source_id = ${tickets[1]!}`,
    sql`update member set points = points + 99960 + 4 where id = ${uid}`,
  );
  expect((await found(drawTerms)).toSorted()).toEqual([
    [`抽奖 ${won}`, 99_960],
    [`抽奖 ${cheap}`, 4],
  ]);
});

const sources = '每条积分流水都有其来由：抽奖、首次扫码、操作人或到期，且属同一位消费者';
const rules = '扫码与分享的积分同企业当时的设置';
const chain = '每人积分流水的余额前后相接';
const shares = '分享属于本企业的互动活动与两位消费者';

/** Says what the firm gives for a first scan and a share. */
const sayPoints = async (firstPoints: number, sharePoints: number): Promise<void> => {
  const { token } = await makeStaff(app, { firmId, permissions: ['admin:lottery:customerConfig:update'] });
  await app.data(token, consumerConfigApi.update, { firstPoints, sharePoints } as never);
};

/** An entry of points, as it is written with the balance that its person has by now. */
const entry = (uid: number, delta: number, source: string, sourceId: string, operatorId: number | null = null) => [
  sql`update member set points = points + ${delta} where id = ${uid}`,
  sql`insert into point_log (firm_id, uid, delta, balance, source, source_id, operator_id)
    select firm_id, id, ${delta}, points, ${source}, ${sourceId}, ${operatorId}::bigint from member where id = ${uid}`,
];

/** The number of a code whose first scan somebody made. */
const scanned = async (uid: number): Promise<number> => {
  const serial = (nextSerial += 1);
  await app.db
    .insertInto('scanLog')
    .values({ firmId, uid, seg: 9_200_001, serial, codeText: `s${serial}`, verdict: 'FIRST' } as never)
    .execute();
  return 9_200_001 * 2 ** 28 + serial;
};
let nextSerial = 0;

test('points that a firm gives for scans, and what anybody writes beside them', async () => {
  const [uid, other] = (await makeMembers(app, firmId, 2)) as [number, number];
  await sayPoints(20, 0);
  const [code, second, third] = [await scanned(uid), await scanned(uid), await scanned(other)];
  await bend(...entry(uid, 20, 'scan', String(code)));
  expect(await faults()).toEqual([]);
  // Once more under another spelling, and more than it brings.
  await bend(...entry(uid, 20, 'scan', `0${code}`), ...entry(uid, 500, 'scan', String(second)));
  expect((await found(sources)).map(([, difference]) => difference)).toEqual([20]);
  expect((await found(rules)).map(([, difference]) => difference)).toEqual([500]);
  await sayPoints(30, 0);
  // An hour ago it was so, and what came before that stays right.
  await bend(
    sql`update point_log set created_at = now() - interval '2 hours' where firm_id = ${firmId}`,
    sql`update point_rule set at = now() - interval '3 hours' + (first_points - 20) * interval '12 minutes' where firm_id = ${firmId}`,
    ...entry(other, 20, 'scan', String(third)),
  );
  expect((await found(rules)).map(([, difference]) => difference)).toEqual([500, 20]);
});

test('points for scans of a firm that never gave any, and more than can be set before it said so', async () => {
  const [uid] = (await makeMembers(app, firmId, 1)) as [number];
  await bend(...entry(uid, 20, 'scan', String(await scanned(uid))));
  expect((await found(rules)).map(([, difference]) => difference)).toEqual([20]);
  // As of a database that noted nothing yet when they were given.
  await sayPoints(5, 5);
  await bend(sql`update point_log set created_at = now() - interval '1 day' where firm_id = ${firmId}`);
  expect(await faults()).toEqual([]);
  await bend(
    sql`insert into point_log (firm_id, uid, delta, balance, source, source_id, created_at)
      values (${firmId}, ${uid}, 1001, 1021, 'scan', ${String(await scanned(uid))}, now() - interval '1 day')`,
    sql`update member set points = 1021 where id = ${uid}`,
    sql`update consumer_config set share_points = 1000 where firm_id = ${firmId}`,
  );
  expect((await faults()).map(([name, , difference]) => [name, difference])).toEqual([
    [rules, 1001],
    ['企业设置的首扫与分享积分同最后记下的相同', 995],
  ]);
});

test('one source that moved points twice, where nothing in the database keeps that from happening', async () => {
  const [uid] = (await makeMembers(app, firmId, 1)) as [number];
  await sayPoints(20, 0);
  const code = String(await scanned(uid));
  await bend(
    sql`alter table point_log drop constraint if exists point_log_source_uq`,
    ...entry(uid, 20, 'scan', code),
    ...entry(uid, 20, 'scan', code),
  );
  expect((await found('每个来由至多一条积分流水')).map(([, difference]) => difference)).toEqual([20]);
});

test('a second entry for a win, under another spelling of its draw or its ticket', async () => {
  const { uid, ids, tickets } = await player(await game([{ points: 40 }]), 1);
  await bend(...entry(uid, 1000, 'draw', `0${ids[0]}`), ...entry(uid, -1, 'draw', tickets[0]!.toUpperCase()));
  expect((await found(sources)).map(([, difference]) => difference).toSorted()).toEqual([-1, 1000]);
});

test('points that staff gave, without their call in its log or with another than there', async () => {
  const [uid] = (await makeMembers(app, firmId, 1, 100)) as [number];
  const { token, id: staff } = await makeStaff(app, { firmId, permissions: ['admin:lottery:customer:update'] });
  expect(await app.data(token, consumerApi.points, { id: uid, points: -30, balance: 100, reason: '补偿' })).toEqual({
    balance: 70,
  });
  expect(await faults()).toEqual([]);
  const rule = '人工增减的每笔积分都有其操作日志';
  await bend(...entry(uid, 100_000, 'system', randomUUID(), staff));
  expect((await faults()).map(([name, , difference]) => [name, difference])).toEqual([[rule, 100_000]]);
  await bend(
    sql`delete from point_log where uid = ${uid} and delta = 100000`,
    sql`update point_log set delta = -3, balance = 97 where uid = ${uid} and delta = -30`,
    sql`update member set points = 97 where id = ${uid}`,
    ...entry(uid, 50, 'system', 'x1', staff),
  );
  expect((await found(rule)).map(([, difference]) => difference)).toEqual([-3, 50]);
  expect((await found(sources)).map(([, difference]) => difference)).toEqual([50]);
});

test('points for a share that came of nothing, and more than a share brings', async () => {
  await sayPoints(0, 5);
  const party = { actScene: ActScene.interact, playMode: PlayMode.scratch, targets: [], freePerDay: 1, shareReward: 5 };
  const activity = await game([{ points: 2 }], party);
  const giver = await openPlayer(app, activity);
  const guest = await openPlayer(app, activity, { from: (await giver.turns()).from });
  expect(await giver.points()).toBe(5);
  expect(await faults()).toEqual([]);
  await bend(
    sql`update point_log set delta = 900, balance = 900 where uid = ${giver.uid} and source = 'share'`,
    sql`update member set points = 900 where id = ${giver.uid}`,
  );
  expect((await faults()).map(([name, , difference]) => [name, difference])).toEqual([[rules, 900]]);
  await bend(
    sql`update point_log set delta = 5, balance = 5 where uid = ${giver.uid}`,
    sql`update member set points = 5 where id = ${giver.uid}`,
    sql`insert into share (firm_id, activity_id, from_uid, to_uid, depth, is_new, is_rewarded, day, at)
      values (${firmId}, 987654, ${giver.uid}, ${guest.uid}, 1, true, true, current_date + 1, now()),
        (${firmId}, ${activity.id}, ${giver.uid}, 99999999, 1, true, true, current_date + 1, now())`,
    sql`insert into draw_counter (activity_id, uid, period, firm_id, cnt)
      values (987654, ${giver.uid}, 'G' || (current_date + 1), ${firmId}, 1), (${activity.id}, ${giver.uid}, 'G' || (current_date + 1), ${firmId}, 1)`,
    sql`update member set points = 15 where id = ${giver.uid}`,
    sql`insert into point_log (firm_id, uid, delta, balance, source, source_id)
      values (${firmId}, ${giver.uid}, 5, 10, 'share', ${`${giver.uid} ${guest.uid} `} || (current_date + 1)),
        (${firmId}, ${giver.uid}, 5, 15, 'share', ${`${giver.uid} 99999999 `} || (current_date + 1))`,
  );
  expect(await found(shares)).toEqual([
    [expect.stringMatching(/^分享 \d+$/), 1],
    [expect.stringMatching(/^分享 \d+$/), 1],
  ]);
});

test('a draw that was paid and is made free, its entry deleted', async () => {
  const party = { actScene: ActScene.interact, playMode: PlayMode.scratch, targets: [], freePerDay: 1 };
  const activity = await game([{ points: 2 }], party);
  const { uid, ids } = await player(activity, 4);
  expect(await faults()).toEqual([]);
  await bend(
    sql`delete from point_log using draw where draw.id = ${ids[2]!} and point_log.source_id = draw.ticket_id::text`,
    sql`update draw set points_cost = 0 where id = ${ids[2]!}`,
    sql`update member set points = points + 5 where id = ${uid}`,
    sql`update draw_counter set cnt = cnt + 1 where uid = ${uid} and period like 'F%'`,
    sql`update activity set free_per_day = 9 where id = ${activity.id}`,
  );
  expect((await faults()).map(([name, , difference]) => [name, difference])).toEqual([
    [activityTerms, 1],
    [chain, -5],
  ]);
});

/** Prizes at a counter that some won and nobody came for in time. */
const overdue = async (count: number, more: Parameters<typeof makeActivity>[3] = {}) => {
  const activity = await makeActivity(app, { firmId }, [{ stock: 50, weight: 1_000_000 }], more);
  const won = (await winGoods(app, activity, count)).map(({ drawId }) => drawId);
  await dateClaims(app, sql`draw_id = any(${won}::bigint[])`, sql`now() - interval '1 minute'`);
  await expireClaims(app);
  expect(await faults()).toEqual([]);
  return { activity, won, tierId: activity.tierIds[0]! };
};
const comeBack = ({ id }: MadeActivity, tierId: number, count: number) => [
  sql`update tier set remain = remain + ${count}::int, returned = returned + ${count}::int where id = ${tierId}`,
  sql`insert into stock_move (firm_id, activity_id, tier_id, kind, delta) values (${firmId}, ${id}, ${tierId}, ${StockMoveKind.back}, ${count})`,
];

test.each([
  [false, 1],
  [true, 2],
])('prizes that came back although no claim on them ended so (taken back by itself: %s)', async (autoReturn, count) => {
  const { activity, tierId } = await overdue(3, { autoReturn });
  await winGoods(app, activity, 2);
  await bend(...comeBack(activity, tierId, count));
  expect(await faults()).toEqual([['退回的库存不超过关闭的领取', `奖级 ${tierId}`, count]]);
});

test('what came back before it was noted whether it does is judged by all claims that ended', async () => {
  const { activity, tierId } = await overdue(2);
  await winGoods(app, activity, 1);
  await bend(
    ...comeBack(activity, tierId, 2),
    sql`update tier_terms set at = now() + interval '1 hour' where tier_id = ${tierId}`,
  );
  expect(await faults()).toEqual([]);
  await bend(...comeBack(activity, tierId, 1));
  expect(await faults()).toEqual([['退回的库存不超过关闭的领取', `奖级 ${tierId}`, 1]]);
});

test('stock that nobody added, and stock that was published twice', async () => {
  const { id, tierIds } = await game([{}, {}]);
  const grow = (tierId: number, kind: number, operatorId: number | null) => [
    sql`update tier set stock_total = stock_total + 10, remain = remain + 10 where id = ${tierId}`,
    sql`update tier_terms set stock_total = stock_total + 10 where tier_id = ${tierId}`,
    sql`insert into stock_move (firm_id, activity_id, tier_id, kind, delta, operator_id)
      values (${firmId}, ${id}, ${tierId}, ${kind}, 10, ${operatorId}::bigint)`,
  ];
  const staff = await makeStaff(app, { firmId });
  await bend(...grow(tierIds[0]!, StockMoveKind.add, null), ...grow(tierIds[1]!, StockMoveKind.publish, staff.id));
  const rule = '库存由操作人发布与追加，未撤回的只发布一次';
  expect(await faults()).toEqual([
    [rule, `奖级 ${tierIds[0]}`, 10],
    [rule, `奖级 ${tierIds[1]}`, 50],
  ]);
});

test('a claim that was closed and is opened again, and one that is said to be closed', async () => {
  const { activity, won } = await overdue(1);
  const [open] = await winGoods(app, activity, 1);
  await bend(
    sql`update claim set status = ${ClaimStatus.open}, closed_at = null, close_reason = '' where draw_id = ${won[0]!}`,
    sql`update claim set status = ${ClaimStatus.closed}, closed_at = now(), close_reason = 'CLOSED' where draw_id = ${open!.drawId}`,
  );
  expect(await faults()).toEqual([
    ['关闭的领取一直是关闭的', expect.stringMatching(/^领取 C/), 1],
    ['关闭的领取一直是关闭的', expect.stringMatching(/^领取 C/), 1],
  ]);
});

test('a prize that is sent to somebody else, or somewhere else, than its winner said', async () => {
  const activity = await makeActivity(app, { firmId }, [{ stock: 50, weight: 1_000_000, post: 'only' }]);
  const [first, second, third] = await makeRedemptions(app, activity, 3);
  expect(await faults()).toEqual([]);
  await bend(
    sql`update redemption set receiver = '王五', phone = '13900000000', address = '别处' where redeem_no = ${first!}`,
    sql`update redemption set region_code = '110101' where redeem_no = ${second!}`,
    sql`delete from redemption_place using redemption r where r.id = redemption_id and r.redeem_no = ${third!}`,
  );
  expect((await found('兑换单的收货人与地址同申请时')).toSorted()).toEqual(
    [first, second, third].map((no) => [`兑换单 ${no}`, 1]).toSorted(),
  );
});
