import { ActivityStatus, EpochState } from '@zhuiyuan/contract/campaign/campaign-states';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { asInsider } from '../../test/insider.ts';
import {
  makeActivity,
  makeMembers,
  periodOf,
  ticketOf,
  type MadeActivity,
  type MadeTier,
} from '../../test/factories/lottery.ts';
import { makeFirm } from '../../test/factories/parties.ts';
import { runActivities } from '../campaign/activity/run-activities.ts';
import { drawTogether } from '../campaign/draw/draw-together.ts';
import { turnEpoch } from '../campaign/fair/epochs.ts';
import { findMoneyFaults, warnOfMoney } from './money-checks.ts';

/** What somebody with the database in his hands does to periods and activities, one thing a test, and what is said of it. */
let app: TestApp;
let firmId: number;
beforeAll(async () => {
  app = await openTestApp();
});
beforeEach(async () => {
  firmId = await makeFirm(app);
});
afterAll(() => app.close());

const bend = (...statements: string[]) => asInsider(app, ...statements);

/** What is said of a firm, or of all: the rule, the row. */
const faults = async (of: number | undefined = firmId) =>
  (await findMoneyFaults(app.db, app.config.masterKey, of)).map(({ name, detail }) => `${name}：${detail}`);
const allFaults = async () =>
  (await findMoneyFaults(app.db, app.config.masterKey)).map(
    (fault) => `${fault.firmId} ${fault.name}：${fault.detail}`,
  );

let nextSerial = 1;
// Every draw wins while there is stock.
const goods = (stock: number, more: Partial<MadeTier> = {}): MadeTier => ({ stock, weight: 1_000_000, ...more });

/** So many draws of an activity, of a person each, in the period that is open. */
const draw = async (activity: MadeActivity, count: number): Promise<number[]> => {
  const { seed, entries, ...epoch } = await periodOf(app, activity.id);
  const ids: number[] = [];
  for (const uid of count > 0 ? await makeMembers(app, activity.firmId, count) : []) {
    const ticket = ticketOf({ ...activity, epoch }, uid, { seg: 9_200_001, serial: (nextSerial += 1) });
    const [drawn] = await drawTogether(app.shopperDb, [{ ticket, clientSeed: '', seed, entries }]);
    if (!drawn || !('drawId' in drawn)) throw new Error(`not drawn: ${JSON.stringify(drawn)}`);
    ids.push(drawn.drawId);
  }
  return ids;
};

const made = async (count = 3, tiers: readonly MadeTier[] = [goods(50)], of = firmId) => {
  const activity = await makeActivity(app, { firmId: of }, tiers, { limitTotal: null, limitDay: null });
  return { activity, ids: await draw(activity, count) };
};

/** Ends the period that is open, and lets the clock seal and reveal it. */
const reveal = async ({ id, firmId: of, epoch }: MadeActivity) => {
  await app.db
    .transaction()
    .execute((db) => turnEpoch(db as never, app.config.masterKey, { firmId: of, activityId: id, weightVersion: 1 }));
  await sql`update seed_epoch set opened_at = now() - interval '3 days', closed_at = now() - interval '2 days'
    where id = ${epoch.id} and firm_id = ${of}`.execute(app.db);
  await runActivities(app);
};

/** An activity with a period that is public, and one that is open; each has draws. */
const twoPeriods = async () => {
  const { activity, ids } = await made();
  await reveal(activity);
  const later = await draw(activity, 2);
  expect(await faults()).toEqual([]);
  return { activity, ids, later };
};

const refers = '抽奖只引用本企业的活动、奖级、种子期与消费者';
const follows = '活动的种子期从第1期起连续，进行中的活动有进行中的种子期';
const states = '种子期的状态与其结束、封存、公开及后一期相符';
const seeds = '抽奖可由公布的种子重算';
const places = '种子期内的抽奖序号从1起连续，与其抽奖次数相同';
const points = '积分余额等于流水之和';
const tables = '表的约束、触发器与可见的行未被改动';

describe('what cannot be looked at keeps nothing else back', () => {
  test('a sum that no number holds', async () => {
    await made(1, [goods(9, { cash: 300, isManual: true })]);
    const [uid] = await makeMembers(app, firmId, 1);
    await bend(
      `update pool set balance = 9100000000000000 where firm_id = ${firmId}`,
      `update member set points = points + 1000 where id = ${uid}`,
    );
    const found = await faults();
    expect(found).toContainEqual(expect.stringMatching('^资金池余额等于流水之和：'));
    expect(found).toContain(`${points}：用户 ${uid}`);
  });

  test('odds that are gone, beside a draw that was bent', async () => {
    const [gone, other] = [await made(), await made()];
    await bend(
      `delete from weight_version where activity_id = ${gone.activity.id}`,
      `update draw set rand = (rand + 1) % 1000000 where id = ${other.ids[1]}`,
    );
    const found = await faults();
    expect(found.filter((fault) => fault.startsWith(seeds))).toEqual([
      `${seeds}：活动 ${gone.activity.id} 第1期 概率版本 1 不存在`,
      `${seeds}：活动 ${other.activity.id} 第1期 抽奖 ${other.ids[1]} 与种子不符`,
    ]);
    expect(found).toContain(`奖级的概率同最新一版公布的概率：奖级 ${gone.activity.tierIds[0]}`);
  });

  test('a time that is none, beside another draw of its period', async () => {
    const { ids } = await made();
    await bend(
      `update draw set drawn_at = 'infinity' where id = ${ids[0]}`,
      `update draw set rand = (rand + 1) % 1000000 where id = ${ids[1]}`,
    );
    const found = await faults();
    expect(found).toContainEqual(expect.stringMatching(`^${seeds}：.* 抽奖 ${ids[0]} 无法重算`));
    expect(found).toContainEqual(expect.stringMatching(`^${seeds}：.* 抽奖 ${ids[1]} 与种子不符`));
  });

  test('a row over which its rule stumbles', async () => {
    const other = await makeFirm(app);
    const { ids } = await made(1);
    const theirs = await made(1, [goods(9)], other);
    await bend(
      // The negative of it is no number of its kind.
      `insert into point_log (firm_id, uid, delta, balance, source, source_id)
        select firm_id, uid, -9223372036854775808, 0, 'draw', ticket_id::text from draw where id = ${ids[0]}`,
      `update draw set points = 7 where id = ${theirs.ids[0]}`,
    );
    const rule = '积分抽奖的扣减与发放各有一条流水';
    const found = await allFaults();
    expect(found).toContainEqual(expect.stringMatching(`^${firmId} ${rule}（无法核对）：`));
    expect(found).not.toContainEqual(expect.stringMatching(`^${other} ${rule}（无法核对）：`));
    expect(found).toContainEqual(expect.stringMatching(`^${other} 中奖与领取一一对应：抽奖 ${theirs.ids[0]}`));
    await bend(`delete from point_log where firm_id = ${firmId}`);
  });

  test('a table that is not there', async () => {
    const { ids } = await made();
    await bend(
      `alter table tier_cap rename to gone`,
      `update draw set rand = (rand + 1) % 1000000 where id = ${ids[0]}`,
    );
    const found = await allFaults();
    await bend(`alter table gone rename to tier_cap`);
    expect(found).toContainEqual(
      expect.stringMatching(`^${firmId} 限量内的发放数等于当日当时的抽奖记录数，且不超过限量（无法核对）：`),
    );
    expect(found).toContainEqual(expect.stringMatching(`^${firmId} ${seeds}：.* 抽奖 ${ids[0]} 与种子不符`));
  });

  test('junk of another firm', async () => {
    const junk = await makeFirm(app);
    const [uid] = await makeMembers(app, firmId, 1);
    await bend(
      `insert into member (id, firm_id, account_id, points) overriding system value
        select -${junk} * 1000 - i, ${junk}, -i, 500 from generate_series(1, 250) i`,
      `insert into member_account (member_id, firm_id, account_id) select id, firm_id, account_id from member where firm_id = ${junk}`,
      `update member set points = points + 1000 where id = ${uid}`,
    );
    const found = await allFaults();
    expect(found).toContain(`${firmId} ${points}：用户 ${uid}`);
    expect(found.filter((fault) => fault.startsWith(`${junk} `))).toHaveLength(200);
    await bend(`delete from member where firm_id = ${junk}`, `delete from member_account where firm_id = ${junk}`);
  });

  test('a warning that cannot be raised', async () => {
    const [silent, loud] = [await makeFirm(app), await makeFirm(app)];
    const [first] = await makeMembers(app, silent, 1);
    const [second] = await makeMembers(app, loud, 1);
    await bend(
      `alter table risk_event add constraint unheard check (firm_id <> ${silent})`,
      `update member set points = points + 1000 where id in (${first}, ${second})`,
    );
    await warnOfMoney(app);
    await bend(`alter table risk_event drop constraint unheard`);
    const warned = await app.db.selectFrom('riskEvent').where('firmId', '=', loud).select('title').execute();
    expect(warned.map(({ title }) => title)).toContain(`账目核对不一致：${points}`);
  });
});

describe('periods', () => {
  test('a draw in a period that does not exist', async () => {
    const { activity, ids } = await made();
    await bend(
      `update draw set epoch_id = 999999, place = 1, rand = 1 where id = ${ids[2]}`,
      `update seed_epoch set drawn = drawn - 1 where id = ${activity.epoch.id}`,
    );
    expect(await faults()).toEqual([`${refers}：抽奖 ${ids[2]}`]);
  });

  test('a period that is deleted whole, under its draws', async () => {
    const { activity, ids } = await twoPeriods();
    await bend(
      `delete from seed_epoch where id = ${activity.epoch.id}`,
      `delete from chain_head where epoch_id = ${activity.epoch.id}`,
      `update draw set client_seed = 'bent', rand = 1 where epoch_id = ${activity.epoch.id}`,
    );
    expect(await faults()).toEqual([...ids.map((id) => `${refers}：抽奖 ${id}`), `${follows}：活动 ${activity.id}`]);
  });

  test('the period of a running activity that is deleted before anybody drew', async () => {
    const { activity } = await made(0);
    await bend(`delete from seed_epoch where activity_id = ${activity.id}`);
    expect(await faults()).toEqual([`${follows}：活动 ${activity.id}`]);
  });

  test('an activity that ended with its period open', async () => {
    const { activity } = await made(0);
    await bend(`update activity set status = ${ActivityStatus.ended} where id = ${activity.id}`);
    expect(await faults()).toContain(`${follows}：活动 ${activity.id}`);
  });

  test('places that are taken away, and the count of them', async () => {
    const { activity, ids } = await made();
    await bend(
      `update draw set place = null where epoch_id = ${activity.epoch.id}`,
      `update seed_epoch set drawn = 0 where id = ${activity.epoch.id}`,
    );
    expect(await faults()).toEqual(ids.map((id) => `${places}：抽奖 ${id}`));
    await bend(`update seed_epoch set chain_version = 1 where id = ${activity.epoch.id}`);
    expect(await faults()).toEqual([]);
    // Who also makes it one of before is seen as soon as another period came first.
    const { activity: later } = await twoPeriods();
    await bend(`update seed_epoch set chain_version = 1 where activity_id = ${later.id} and epoch_no = 2`);
    expect(await faults()).toContain(`${places}：活动 ${later.id} 第2期`);
  });

  test.each([
    ['open', EpochState.open, ''],
    [
      'open, with nothing of its end',
      EpochState.open,
      ', closed_at = null, sealed_at = null, revealed_at = null, draw_cnt = null',
    ],
    ['closed', EpochState.closed, ', sealed_at = null, revealed_at = null, draw_cnt = null'],
    ['sealed', EpochState.sealed, ''],
    ['sealed, with nothing of what came later', EpochState.sealed, ', revealed_at = null, draw_cnt = null'],
  ])('a public period that is set back to %s', async (_name, state, more) => {
    const { activity } = await twoPeriods();
    await bend(
      `drop index seed_epoch_open_uq`,
      `update seed_epoch set state = ${state}, seed = null, chain_hash = null${more} where id = ${activity.epoch.id}`,
      `update draw set drawn_at = drawn_at + interval '1 minute' where epoch_id = ${activity.epoch.id} and place = 2`,
    );
    expect(await faults()).toContain(`${states}：活动 ${activity.id} 第1期`);
    await bend(
      `delete from seed_epoch where id = ${activity.epoch.id}`,
      `create unique index seed_epoch_open_uq on seed_epoch (activity_id) where state = ${EpochState.open}`,
    );
  });

  test('a public period that is marked as one whose seed cannot be published', async () => {
    const { activity } = await twoPeriods();
    await bend(
      `update seed_epoch set state = ${EpochState.broken}, seed = null where id = ${activity.epoch.id}`,
      `update draw set drawn_at = drawn_at + interval '1 minute' where epoch_id = ${activity.epoch.id} and place = 2`,
    );
    expect(await faults()).toEqual([
      `${states}：活动 ${activity.id} 第1期`,
      `${seeds}：活动 ${activity.id} 第1期 种子与承诺相符，却标为不能公开`,
      `${seeds}：活动 ${activity.id} 第1期 哈希链不符`,
    ]);
  });

  test('a head that is gone from between two, and one of a period that is not there', async () => {
    const { activity } = await made();
    for (const no of [1, 2, 3])
      await sql`insert into chain_head (epoch_id, head_no, firm_id, draw_cnt, last_draw_id, head)
        select id, ${no}, firm_id, 0, 0, encode(sha256(convert_to('v2|' || activity_id || '|1|' || seed_hash || '|' ||
          (select hash from weight_version w where w.activity_id = seed_epoch.activity_id and w.firm_id = seed_epoch.firm_id) || '|0', 'UTF8')), 'hex')
        from seed_epoch where id = ${activity.epoch.id} and firm_id = ${firmId}`.execute(app.db);
    await app.db.updateTable('seedEpoch').set({ heads: 3 }).where('id', '=', activity.epoch.id).execute();
    expect(await faults()).toEqual([]);
    await bend(
      `delete from chain_head where epoch_id = ${activity.epoch.id} and head_no = 2`,
      `update chain_head set epoch_id = 999998 where epoch_id = ${activity.epoch.id} and head_no = 1`,
    );
    const rule = '种子期的链头从第1个起连续，所含抽奖不减少';
    expect((await faults()).toSorted()).toEqual([
      `种子期的链头与公布时所计的个数相符：种子期 ${activity.epoch.id}`,
      `${rule}：种子期 ${activity.epoch.id} 链头 3`,
      `${rule}：种子期 999998 链头 1`,
    ]);
  });

  test('a draw on another day than its own, with all that counts it', async () => {
    const { ids } = await made();
    await bend(
      `update draw_counter c set period = 'D' || d.day - 100 from draw d
        where d.id = ${ids[0]} and c.activity_id = d.activity_id and c.uid = d.uid and c.period = 'D' || d.day`,
      `update draw_counter c set period = 'WD' || d.day - 100 from draw d
        where d.id = ${ids[0]} and c.activity_id = d.activity_id and c.uid = d.uid and c.period = 'WD' || d.day`,
      `update draw set day = day - 100 where id = ${ids[0]}`,
    );
    expect(await faults()).toEqual([
      expect.stringMatching(`^抽奖的日期是其凭据的日期，抽奖在其后十分钟内：抽奖 ${ids[0]} `),
    ]);
  });
});

describe('activities and claims', () => {
  test('an activity that is not published any more', async () => {
    const { activity } = await made(1, [goods(9)]);
    await bend(
      `alter table activity drop constraint activity_published_ck`,
      `update activity set published_at = null where id = ${activity.id}`,
      `update tier set stock_total = stock_total + 50, remain = remain + 50, user_cap = null where id = ${activity.tierIds[0]}`,
    );
    const found = await faults();
    await bend(
      `update activity set published_at = now() where id = ${activity.id}`,
      `alter table activity add constraint activity_published_ck
        check (status in (${ActivityStatus.draft}, ${ActivityStatus.recycled}) or (start_at is not null and end_at is not null and published_at is not null))`,
    );
    expect(found).toEqual([
      `${tables}：表 activity 的约束 activity_published_ck 缺少`,
      `奖级的库存变动合计等于总量与退回数：奖级 ${activity.tierIds[0]}`,
      `有抽奖、领取或进行中种子期的活动均已发布：活动 ${activity.id}`,
      `奖级的奖品、金额、积分与库存同其公布的条款：奖级 ${activity.tierIds[0]}`,
    ]);
  });

  test('a draft that was published, with nothing drawn', async () => {
    const { activity } = await made(0, [goods(9)]);
    await bend(
      `update activity set published_at = null, status = ${ActivityStatus.draft} where id = ${activity.id}`,
      `delete from seed_epoch where activity_id = ${activity.id}`,
    );
    expect(await faults()).toEqual([`奖级的库存变动合计等于总量与退回数：奖级 ${activity.tierIds[0]}`]);
  });

  test('a claim without its draw', async () => {
    const { activity } = await made(0, [goods(9)]);
    await bend(`insert into claim (draw_id, firm_id, activity_id, claim_no, tier_id, prize_id, prize_type, claim_mode, uid, expire_at)
      select 999999, firm_id, activity_id, 'C999999', id, prize_id, prize_type, claim_mode, 1, now() + interval '1 day'
      from tier where id = ${activity.tierIds[0]}`);
    expect(await faults()).toContain('中奖与领取一一对应：领取 C999999');
  });
});
