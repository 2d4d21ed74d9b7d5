import { BillState, Delivery, PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeTeller } from '../../test/factories/fund.ts';
import { hear, makeKnown } from '../../test/factories/packets.ts';
import { makeFirm } from '../../test/factories/parties.ts';
import { makeRedActive, sendAsStaff } from '../../test/factories/red.ts';
import { asInsider, insiderOf } from '../../test/insider.ts';
import { noteReceivers } from '../payout/note-receiver.ts';
import { closePayout } from '../payout/payout-acts.ts';
import { requirePayer } from '../red/send/find-receivers.ts';
import { linesDigest } from '../red/send/note-send.ts';
import { reviewKey } from '../red/send/send-rules.ts';

/** What somebody with the database in his hands does to packets and their money, one thing a test, and what is said of it. */
let app: TestApp;
let firmId: number;
let staff: number;
beforeAll(async () => {
  app = await openTestApp();
});
beforeEach(async () => {
  firmId = await makeFirm(app);
  staff = await makeTeller(app, firmId);
});
afterAll(() => app.close());

const { broken, inOne } = insiderOf(() => ({ app, firmId }));

const unknownSource = '每笔发放的来由都是已知的，红包码与打款的有其预占';
const outcomes = '支出与释放的流水同其发放的结果';
const said = '说过转账成功的尝试都是成功的，每个事件都有其尝试';
const bills = '与账单核对过的尝试同账单相符，或列为差异';
const received = '已领取的发放恰有一次成功的尝试，金额相同';
const receivers = '收款人是该账号当时在该应用的OpenID';
const apps = '首次尝试使用其发放记录的应用';
const calls = '每次手工发放都有其操作日志，日志所记的都在';
const noted = '手工发放的各行同发放时记下的';
const reviewSums = '手工发放的复核金额同当时的设置，设置的更改都有其操作日志';
const shapes = '每行流水的类型与其金额的去向相符';

/** Packets sent by hand to two people, 5 yuan and 7 yuan; held above `reviewAbove`. */
const sent = async (reviewAbove = 100_000) => {
  const id = await makeRedActive(app, firmId);
  const payer = await inOne((db) => requirePayer(db, id));
  const uids = await makeKnown(app, { firmId, appId: payer.appId, count: 3 });
  const packets = [500, 700].map((amount, at) => ({
    openid: `o-${uids[at]}`,
    uid: uids[at]!,
    consumer: '',
    amount,
    remark: '',
  }));
  const order = { payer, packets, remark: '补发', fileName: null, idemKey: randomUUID(), reviewAbove };
  const send = await inOne((db) => sendAsStaff(db, order, staff));
  const rows = await app.db.selectFrom('redInfo').where('redActiveId', '=', id).orderBy('id').selectAll().execute();
  expect(await broken()).toEqual([]);
  return { id, uids, payer, order, send, one: rows[0]!, other: rows[1]! };
};

test.each([
  ['of no known source', PaySource.remit + 4, [unknownSource]],
  ['of a code that there is not', PaySource.code, ['已领取的红包码都有领取人、扫码占用与一笔发放', unknownSource]],
  [
    'of a remittance that there is not',
    PaySource.remit,
    ['微信打款的收款人是当时绑定的账号在该应用的OpenID', unknownSource],
  ],
  ['of a draw that there is not', PaySource.draw, ['抽奖的发放都有其抽奖']],
  ['of a box that nobody opened', PaySource.unpack, ['抽奖的发放都有其抽奖']],
  ['of a file that nobody sent', PaySource.upload, ['手工发放的收款人与金额同其所写，并各有一条预占']],
])('a payout %s', async (_what, source, rules) => {
  const { one } = await sent();
  await asInsider(
    app,
    'alter table red_info drop constraint if exists red_info_source_check',
    sql`insert into red_info (firm_id, source, source_id, uid, mch_conf_id, app_id, openid, amount, attempt_no)
      select firm_id, ${source}, 999999999, uid, mch_conf_id, app_id, openid, 199900, 1 from red_info where id = ${one.id}`,
    sql`insert into payout (firm_id, red_info_id, attempt_no, mch_conf_id, out_bill_no, openid, amount)
      select firm_id, id, 1, mch_conf_id, 'X' || id, openid, amount from red_info where source_id = 999999999 and firm_id = ${firmId}`,
  );
  const found = (await broken()).filter((name) => name !== '微信打款的预占等于未结的打款之和');
  await asInsider(app, sql`delete from red_info where source_id = 999999999`);
  expect(found.toSorted()).toEqual(rules.toSorted());
});

test('a hand send that is made up with all its lines, its packets and their money', async () => {
  const { one, payer } = await sent();
  await asInsider(
    app,
    sql`with made as (
        insert into red_send (firm_id, red_active_id, total_num, total_amount, remark, needs_review, idem_key, created_by, review_above)
        values (${firmId}, ${payer.id}, 1, 900, '补发', false, 'made up', ${staff}, 100000) returning id, firm_id)
      insert into red_send_line (firm_id, send_id, line_no, openid, uid, amount, is_held)
      select firm_id, id, 1, ${one.openid}, ${one.uid}, 900, false from made`,
    sql`insert into red_info (firm_id, source, source_id, uid, mch_conf_id, app_id, openid, amount, attempt_no, red_active_id, created_by)
      select r.firm_id, r.source, line.id, r.uid, r.mch_conf_id, r.app_id, r.openid, 900, 1, r.red_active_id, r.created_by
      from red_info r, red_send_line line where r.id = ${one.id} and line.amount = 900 and line.firm_id = r.firm_id`,
    sql`insert into payout (firm_id, red_info_id, attempt_no, mch_conf_id, out_bill_no, openid, amount)
      select firm_id, id, 1, mch_conf_id, 'X' || id, openid, amount from red_info where amount = 900 and firm_id = ${firmId}`,
    sql`insert into fund_ledger (firm_id, pool_id, activity_id, type, avail, reserved, ref_kind, ref_id, operator_id)
      select l.firm_id, l.pool_id, l.activity_id, l.type, -900, 900, l.ref_kind, r.source_id, l.operator_id
      from fund_ledger l, red_info r where l.ref_kind = 'redSend' and l.ref_id = ${one.sourceId} and r.amount = 900 and r.firm_id = l.firm_id`,
    sql`update activity_budget set remain = remain - 900, reserved = reserved + 900 where activity_id = ${payer.id}`,
  );
  expect(await broken()).toEqual([calls, noted]);
  await asInsider(
    app,
    sql`update red_send set created_at = now() - interval '200 days' where idem_key = 'made up' and firm_id = ${firmId}`,
  );
  expect(await broken()).toEqual([calls, noted]);
});

/** Takes a send out with its lines and, where asked, its packets, attempts and all its money. */
const takeOut = async (sendId: number, activityId: number, isWhole: boolean) => {
  const ofLines = sql`(select id from red_send_line where send_id = ${sendId})`;
  const ofPackets = sql`(select id from red_info where source = ${PaySource.hand} and source_id in ${ofLines})`;
  const packets = [
    sql`delete from payout_event where payout_id in (select id from payout where red_info_id in ${ofPackets})`,
    sql`delete from payout where red_info_id in ${ofPackets}`,
    sql`delete from red_info where source = ${PaySource.hand} and source_id in ${ofLines}`,
  ];
  const money = [
    sql`delete from fund_ledger where ref_kind = 'redSend' and ref_id in ${ofLines}`,
    sql`update activity_budget set remain = remain + reserved + paid, reserved = 0, paid = 0 where activity_id = ${activityId}`,
  ];
  const order = [
    sql`delete from red_send_line where send_id = ${sendId}`,
    sql`delete from red_send where id = ${sendId}`,
  ];
  await asInsider(app, ...packets, ...(isWhole ? money : []), ...order);
};

test('a hand send that is taken out with all its lines and packets while its money went out', async () => {
  const { send, id, one } = await sent();
  await hear(app, one, BillState.success);
  expect(await broken()).toEqual([]);
  await takeOut(send.id, id, false);
  expect((await broken()).toSorted()).toEqual(
    [
      outcomes,
      '手工发放的收款人与金额同其所写，并各有一条预占',
      '红包活动的预占等于未领取的红包码与未结的红包之和',
      calls,
      noted,
    ].toSorted(),
  );
});

test('a hand send that is taken out with all its money', async () => {
  const { send, id, one } = await sent();
  await hear(app, one, BillState.success);
  await takeOut(send.id, id, true);
  expect(await broken()).toEqual([calls, noted]);
});

test('attempts and packets that are taken out while what was heard of them is there', async () => {
  const { one } = await sent();
  const payoutId = await hear(app, one, BillState.success);
  await asInsider(app, sql`delete from payout where id = ${payoutId}`);
  expect(await broken()).toContain(said);
});

test('a sum for reviews that was another for the moment of a hand send', async () => {
  const { payer, order } = await sent();
  const set = (value: number) =>
    asInsider(
      app,
      sql`insert into config (name, title, form_id, value) values (${reviewKey}, '', 0, ${String(value)}) on conflict (name) do update set value = excluded.value`,
    );
  await set(500_000);
  const packets = [{ ...order.packets[0]!, amount: 20_000 }];
  const many = { payer, packets, remark: '补发', fileName: null, idemKey: randomUUID(), reviewAbove: 500_000 };
  await inOne((db) => sendAsStaff(db, many, staff));
  const forget = sql`delete from audit_log where oper_param like ${`%${reviewKey}%`}`;
  // The setting stays as it is: nobody saved it.
  await asInsider(app, forget);
  expect(await broken()).toEqual([reviewSums]);
  await set(100_000);
  expect(await broken()).toEqual([reviewSums]);
  await asInsider(app, sql`delete from config where name = ${reviewKey}`);
  expect(await broken()).toEqual([reviewSums]);
});

test('a sum for reviews that was saved, and saved back, breaks no rule', async () => {
  await sent();
  await sent(0);
  await sent();
});

test('a packet that was received and is said to have failed', async () => {
  const { one } = await sent();
  const payoutId = await hear(app, one, BillState.success);
  expect(await broken()).toEqual([]);
  const failed = [
    sql`update payout set state = ${BillState.fail}, err_code = 'ACCOUNT_FROZEN' where id = ${payoutId}`,
    sql`update red_info set status = ${Delivery.FAILED}, received_at = null, closed_at = now() where id = ${one.id}`,
    sql`insert into payout_event (firm_id, payout_id, from_state, to_state, source) values (${firmId}, ${payoutId}, ${BillState.wait}, ${BillState.fail}, 'QUERY')`,
    sql`update fund_ledger set type = ${LedgerType.release}, avail = outside, outside = 0 where ref_kind = 'redSend' and ref_id = ${one.sourceId} and type = ${LedgerType.pay}`,
    sql`update activity_budget set paid = paid - 500, remain = remain + 500 where activity_id = ${one.redActiveId}`,
  ];
  await asInsider(app, ...failed);
  expect(await broken()).toEqual([said]);
  // Said to have come too late, or to have been somebody else's.
  await asInsider(app, sql`update payout_event set level = 3 where payout_id = ${payoutId}`);
  expect(await broken()).toEqual([said]);
  await asInsider(
    app,
    sql`update payout_event set level = 3, from_state = ${BillState.fail} where payout_id = ${payoutId} and to_state = ${BillState.success}`,
  );
  expect(await broken()).toEqual([said]);
  await asInsider(
    app,
    sql`update payout_event set to_state = ${BillState.accepted}, level = 0 where payout_id = ${payoutId} and to_state = ${BillState.success}`,
  );
  expect(await broken()).toEqual([said]);
  // Nothing is left of what was heard; the bill of the day had it.
  await asInsider(
    app,
    sql`delete from payout_event where payout_id = ${payoutId} and raw ->> 'state' = 'SUCCESS'`,
    sql`update payout set billed_out = 500, judged_at = now() where id = ${payoutId}`,
  );
  expect(await broken()).toEqual([bills]);
});

test('money that is given back to the activity for a packet that was received', async () => {
  const { one } = await sent();
  await hear(app, one, BillState.success);
  await asInsider(
    app,
    sql`update fund_ledger set type = ${LedgerType.release}, avail = outside, outside = 0 where ref_kind = 'redSend' and ref_id = ${one.sourceId} and type = ${LedgerType.pay}`,
    sql`update activity_budget set paid = paid - 500, remain = remain + 500 where activity_id = ${one.redActiveId}`,
  );
  expect(await broken()).toEqual([outcomes]);
});

test('a packet that failed, is said to have come after all, or is given up breaks no rule', async () => {
  const { one, other } = await sent();
  await hear(app, one, BillState.fail, 'ACCOUNT_FROZEN');
  await hear(app, one, BillState.success);
  expect(await broken()).toEqual([]);
  await inOne((db) => closePayout(db, one.id));
  await hear(app, other, BillState.fail, 'OVERDUE_CLOSE');
  expect(await broken()).toEqual([]);
});

test('a packet that never came is said to have been received', async () => {
  const { one } = await sent();
  await hear(app, one, BillState.fail, 'ACCOUNT_FROZEN');
  await asInsider(
    app,
    sql`update red_info set status = ${Delivery.RECEIVED}, received_at = now() where id = ${one.id}`,
  );
  expect((await broken()).toSorted()).toEqual(
    [received, outcomes, '红包活动的预占等于未领取的红包码与未结的红包之和'].toSorted(),
  );
});

/** Sends what one person gets to another, in every row that names him. */
const redirect = async (id: number, openid: string) =>
  asInsider(
    app,
    sql`update red_info set openid = ${openid} where id = ${id}`,
    sql`update red_send_line set openid = ${openid} where id = (select source_id from red_info where id = ${id})`,
    sql`update payout set openid = ${openid} where red_info_id = ${id}`,
    sql`update send_note n set lines = ${linesDigest('s')} from red_send s
      where s.firm_id = n.firm_id and s.id = n.send_id and n.firm_id = ${firmId}`,
  );

test.each([
  ['taken away', sql`delete from account_open_id own`],
  ['dated later', sql`update account_open_id own set created_at = now() + interval '1 second'`],
  ['dated later than everything', sql`update account_open_id own set created_at = 'infinity'`],
  ['dated before everything', sql`update account_open_id own set created_at = '1970-01-02'`],
])('somebody else receives, and who the winner is known as is %s', async (_what, bend) => {
  const { one, uids } = await sent();
  const { accountId } = await app.db
    .selectFrom('member')
    .where('id', '=', uids[0]!)
    .select('accountId')
    .executeTakeFirstOrThrow();
  await asInsider(app, sql`${bend} where own.account_id = ${accountId}`);
  const isGone =
    (await app.db.selectFrom('accountOpenId').where('accountId', '=', accountId).select('openId').execute()).length ===
    0;
  expect(await broken()).toEqual(isGone ? [receivers] : []);
  await redirect(one.id, `o-${uids[2]}`);
  expect(await broken()).toEqual([receivers]);
  await asInsider(
    app,
    sql`update red_info set created_at = '1970-01-02' where id = ${one.id}`,
    sql`update payout set created_at = '1970-01-02' where red_info_id = ${one.id}`,
  );
  // Nobody of the staff was there at that time, and its order was not sent then.
  expect(await broken()).toEqual(['发放的申请人与复核人都是企业或平台的员工', receivers, calls]);
});

test('a receiver who is nobody, and one who is no member any more', async () => {
  const { one, uids } = await sent();
  await redirect(one.id, 'o-stranger');
  expect(await broken()).toEqual([receivers]);
  await redirect(one.id, `o-${uids[0]}`);
  await asInsider(app, sql`delete from member where id = ${uids[0]!}`);
  expect(await broken()).toContain(receivers);
});

test('a receiver whom WeChat named as another account is known breaks no rule', async () => {
  const { payer, one, uids } = await sent();
  await redirect(one.id, `o-${uids[2]}`);
  expect(await broken()).toEqual([receivers]);
  await inOne((db) => noteReceivers(db, payer.firmId, [one.id]));
  expect(await broken()).toEqual([]);
  await expect(sql`delete from receiver_note where firm_id = ${firmId}`.execute(app.db)).rejects.toThrow(
    'stays as it was',
  );
});

test('a packet over another app than its merchant’s', async () => {
  const { one, uids } = await sent();
  await asInsider(
    app,
    sql`insert into account_open_id (app_id, open_id, account_id) select 'wx-else', 'o-else', account_id from member where id = ${uids[0]!}`,
    sql`update red_info set app_id = 'wx-else' where id = ${one.id}`,
  );
  await redirect(one.id, 'o-else');
  expect(await broken()).toEqual([apps]);
  await asInsider(
    app,
    sql`update payout set state = ${BillState.posting}, posted_at = now(), body = json_build_object('appid', 'wx-third', 'openid', openid, 'transfer_amount', amount, 'out_bill_no', out_bill_no)::text where red_info_id = ${one.id}`,
  );
  expect(await broken()).toEqual([apps]);
});

test.each([
  ['of no type', sql`update fund_ledger set type = null`, 'alter table fund_ledger alter column type drop not null'],
  ['of another type', sql`update fund_ledger set type = ${LedgerType.pay}`, 'select'],
  ['that is said to be a fee', sql`update fund_ledger set type = ${LedgerType.fee}`, 'select'],
])('a line of the ledger %s', async (_what, bend, before) => {
  const { one } = await sent();
  await asInsider(
    app,
    before,
    'alter table fund_ledger drop constraint if exists fund_ledger_type_ck, drop constraint if exists fund_ledger_activity_ck',
  );
  await asInsider(app, sql`${bend} where ref_kind = 'redSend' and ref_id = ${one.sourceId}`);
  const found = await broken();
  await asInsider(
    app,
    sql`update fund_ledger set type = ${LedgerType.reserve} where ref_kind = 'redSend' and ref_id = ${one.sourceId}`,
  );
  await asInsider(app, 'alter table fund_ledger alter column type set not null');
  expect(found).toContain(shapes);
  expect(await broken()).toEqual([]);
});

test('a fee that nobody took', async () => {
  const { one } = await sent();
  await asInsider(
    app,
    sql`insert into fund_ledger (firm_id, pool_id, type, pool, outside, balance_after, ref_kind, ref_id)
      select l.firm_id, l.pool_id, ${LedgerType.fee}, -700, 700, pool.balance - 700, 'payout', ${one.id}
      from fund_ledger l join pool on pool.id = l.pool_id where l.ref_kind = 'redSend' and l.ref_id = ${one.sourceId}`,
    sql`update pool set balance = balance - 700 where firm_id = ${firmId} and id = (select pool_id from activity_budget where activity_id = ${one.redActiveId})`,
  );
  expect(await broken()).toEqual([shapes, '每行流水的用途是已知的，每个预算都有其活动或资金池']);
});
