import { BoxState, CodeSource, Holder, Level, OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { BizType, DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { Review } from '@zhuiyuan/contract/kit/review';
import { Delivery, PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { Opinion } from '@zhuiyuan/contract/parties/inspector/inspector';
import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import { RecallState } from '@zhuiyuan/contract/trace/lot/lot-states';
import { isPartlyDone, JobKind, JobStatus } from '@zhuiyuan/contract/jobs/job-enums';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { ActivityStatus, ActScene } from '@zhuiyuan/contract/campaign/campaign-states';
import { findFaults } from '../../../test/factories/lottery.ts';
import { changedSegments } from '../../codes/upkeep/changed-segments.ts';
import { checkCounters } from '../../codes/upkeep/check-counters.ts';
import { SpanKind } from '../../codes/state/code-states.ts';
import { findMerchants } from '../../payout/find-merchant.ts';
import { openMerchants } from '../../payout/pay-merchants.ts';
import { payOnce } from '../../payout/run-payouts.ts';
import { rollUpScans } from '../../scan/log/roll-up-scans.ts';
import { rollUpScanDays } from '../../stats/scan-days.ts';
import { layDemo } from '../lay-demo.ts';
import { seedFirst } from '../seed.ts';

type Log = Parameters<typeof payOnce>[0]['log'];

const reviewed = `${Review.passed}, ${Review.done}`;

/** What a careful reader of the demonstration would hold against it: each question finds the rows that contradict another. */
const contradictions: Record<string, string> = {
  'an operation is named after another day': `select op_no from code_op
    where to_char(created_at at time zone 'Asia/Shanghai', 'YYMMDD') <> substr(op_no, 3, 6)`,
  'a difference is told at another time than its document is signed for, or handled before': `select f.id from deliver_diff f
    join deliver d on d.id = f.deliver_id where f.created_at > d.sign_at + interval '1 hour' or f.handled_at < f.created_at`,
  'a code was moved at another time than its operation says': `select op_id from code_op_item
    where abs(extract(epoch from occurred_at - at)) > 3600`,
  'an operation ends before it begins': 'select op_no from code_op where finished_at < created_at',
  'an operation is older than its codes': `select i.op_id from code_op_item i join segment s on s.seg = i.seg where i.at < s.created_at`,
  'a code is activated before its task ended': `select b.seg from code_span b join segment s on s.seg = b.seg
    join task t on t.id = s.task_id where b.kind = ${SpanKind.bind} and b.at < t.finished_at`,
  'a code is asked about as genuine before it was activated': `select l.code_text from scan_log l
    where l.verdict in ('FIRST', 'REPEAT', 'OVER') and not exists (select 1 from code_span b
      where b.seg = l.seg and b.kind = ${SpanKind.bind} and b.span @> l.serial and b.at <= l.at)`,
  'something is in the future': `select 1 from scan_log where at > now() union all select 1 from inspect where at > now()
    union all select 1 from code_op where created_at > now() union all select 1 from task where created_at > now()`,
  'a draw is older than the query of its code': `select d.id from draw d join scan_log l on l.id = d.scan_id and l.seg = d.seg
    and l.serial = d.serial where d.drawn_at <= l.at`,
  'a draw lies outside of its activity or its period': `select d.id from draw d join activity a on a.id = d.activity_id
    join seed_epoch e on e.id = d.epoch_id where d.drawn_at not between a.start_at and a.end_at or d.drawn_at < e.opened_at
    or d.drawn_at > e.closed_at`,
  'a rule was hit by nobody who drew then, or by a browser that is no tool': `select h.id from risk_hit h where not exists (
    select from draw d join scan_log l on l.id = d.scan_id and l.seg = d.seg and l.serial = d.serial
    where d.firm_id = h.firm_id and d.uid = h.uid and d.seg = h.seg and d.serial = h.serial and d.drawn_at > h.last_at
      and l.at < h.created_at and l.user_agent like '%HeadlessChrome%' and d.risk -> 0 ->> 'code' = h.code)`,
  'a query that was followed by a draw does not say who asked, or another activity': `select d.id from draw d
    join scan_log l on l.id = d.scan_id and l.firm_id = d.firm_id where (l.uid, l.activity_id) is distinct from (d.uid, d.activity_id)`,
  'a running activity has met no rule': `select id from activity where status = ${ActivityStatus.running}
    and act_scene = ${ActScene.scan} and not exists (select from risk_hit h where h.activity_id = activity.id and h.firm_id = activity.firm_id)`,
  'a prize is held of somebody who was not on the list': `select d.id from draw d where d.hold and not exists (
    select from blacklist b where b.firm_id = d.firm_id and b.value = d.device and b.created_at < d.drawn_at)`,
  'a packet sent by hand moves otherwise than its money, or at another time': `select r.id from red_info r
    left join fund_ledger l on l.firm_id = r.firm_id and l.ref_kind = 'redSend' and l.ref_id = r.source_id and l.type <> ${LedgerType.reserve}
    where r.source in (${PaySource.hand}, ${PaySource.upload}) and (coalesce(r.received_at, r.closed_at) is distinct from l.at
      or not exists (select from fund_ledger b where b.firm_id = r.firm_id and b.ref_kind = 'redSend' and b.ref_id = r.source_id
        and b.type = ${LedgerType.reserve} and b.at = r.created_at and b.reserved = r.amount))`,
  'a packet sent by hand was decided before it was sent, or paid before it was let go': `select r.id from red_info r
    left join payout p on p.firm_id = r.firm_id and p.red_info_id = r.id
    where r.source in (${PaySource.hand}, ${PaySource.upload}) and (r.reviewed_at < r.created_at or p.posted_at < r.created_at
      or p.posted_at < r.reviewed_at or p.finished_at < p.posted_at or greatest(r.updated_at, p.finished_at) > now())`,
  'somebody is paid under an OpenID that is not his': `select r.id from red_info r join member m on m.id = r.uid and m.firm_id = r.firm_id
    left join account_open_id o on o.account_id = m.account_id and o.app_id = r.app_id where o.open_id is distinct from r.openid`,
  'a payout of the last month is told of otherwise than it went': `select r.id from red_info r
    where r.uid is not null and r.source not in (${PaySource.remit}, ${PaySource.unpack})
      and r.received_at between now() - interval '29 days' and now() - interval '1 hour' and not exists (select from message m
        where m.firm_id = r.firm_id and m.uid = r.uid and m.kind = 'PAY_RECEIVED' and m.ref = r.id || ':' || r.attempt_no
          and m.created_at = r.received_at and m.content like to_char(r.amount / 100.0, 'FM9990.00') || '元%')`,
  'a message is of somebody of another firm, older than what it tells, read before it was sent, or in the future': `select g.id from message g
    left join member m on m.id = g.uid and m.firm_id = g.firm_id where m.id is null or g.read_at < g.sent_at or g.sent_at < g.created_at
    or g.created_at > now() or g.sent_at > now() or g.read_at > now()`,
  'a prize that was handed out was not told of': `select v.id from prize_ver v where v.ver_at > now() - interval '29 days' and not exists (
    select from message m where m.firm_id = v.firm_id and m.uid = v.uid and m.kind = 'VERIFIED' and m.ref = v.id::text and m.created_at = v.ver_at)`,
  'an activity that was drawn from has no draws': `select id from activity where status in (${ActivityStatus.running}, ${ActivityStatus.ended})
    and not exists (select from draw where draw.activity_id = activity.id)`,
  'somebody was brought to a game by who was not there, after he played himself, or outside of its time': `select s.id from share s
    join activity a on a.id = s.activity_id join member f on f.id = s.from_uid join member t on t.id = s.to_uid
    where f.created_at >= s.at or t.created_at > s.at or s.at not between a.start_at and a.end_at
      or exists (select from draw d where d.activity_id = s.activity_id and d.uid = s.to_uid and d.drawn_at < s.at)`,
  'a firm has no game that is played and shared': `select id from firm where audit in (${reviewed}) and not exists (
    select from share s join draw d on d.activity_id = s.activity_id where s.firm_id = firm.id)`,
  'a firm lacks an activity of some state': `select firm_id from activity group by firm_id having
    count(distinct status) filter (where status in (${ActivityStatus.draft}, ${ActivityStatus.running}, ${ActivityStatus.ended})) <> 3`,
  'an inspector worked before he was there': `select i.id from inspect i join inspector p on p.id = i.inspector_id
    where i.at < p.created_at`,
  'an inspection names a dealer that the code was never sent to': 'select id from inspect where agent_id is not null',
  'an inspection calls a lot expired that was not': `select i.id from inspect i join scan_log l on l.seg = i.seg
      and l.serial = i.serial and l.at = i.at join lot on lot.id = l.lot_id
    where (i.opinion = ${Opinion.expired}) <> (lot.expire_date < i.at::date)`,
  'a recalled lot has no activated code': `select lot.lot_no from lot where recall_state = ${RecallState.recalled} and not exists
    (select 1 from code_span b where b.kind = ${SpanKind.bind} and (b.payload ->> 'lotId')::bigint = lot.id)`,
  'a firm has no recalled lot': `select id from firm where audit in (${reviewed}) and not exists
    (select 1 from lot join product on product.id = lot.product_id where product.firm_id = firm.id and recall_state = ${RecallState.recalled})`,
  'an import claims rows that are not there': `select task_no from file_job where kind = ${JobKind.import} and biz in ('product', 'lot') and ok_cnt > 0`,
  'a lot has more codes than were planned': 'select lot_no, plan_qty, active_cnt from lot where active_cnt > plan_qty',
  'a job counts otherwise than its errors': `select j.task_no from file_job j where j.fail_cnt <>
    (select count(*) from file_job_error e where e.job_id = j.id)`,
  'a document was shipped before its codes were activated': `select d.deliver_no from deliver d join deliver_line l on l.deliver_id = d.id
    join code_span b on b.seg = l.seg and b.kind = ${SpanKind.bind} and b.span && l.span where date_trunc('second', b.at) > d.ship_at`,
  'a document is signed before it is shipped': 'select deliver_no from deliver where sign_at < ship_at',
  'a document goes to somebody who was not there': `select d.deliver_no from deliver d join agent a on d.to_kind = ${Holder.agent} and a.id = d.to_id
    where a.created_at > d.ship_at union all select d.deliver_no from deliver d join shop s on d.to_kind = ${Holder.shop} and s.id = d.to_id where s.created_at > d.ship_at`,
  'a document sums up otherwise than its lines': `select d.deliver_no from deliver d
    join (select deliver_id, sum(item_qty) filter (where status <> ${DeliverStatus.cancelled}) as items, sum(item_qty) filter (where status = ${DeliverStatus.signed}) as signed
      from deliver_line group by deliver_id) l on l.deliver_id = d.id
    where d.item_qty <> coalesce(l.items, 0) or d.sign_qty <> coalesce(l.signed, 0)`,
  'a document is numbered after another day': `select deliver_no from deliver
    where substr(deliver_no, 3, 8) <> to_char(ship_at at time zone 'Asia/Shanghai', 'YYYYMMDD')`,
  'stock is not what was received less what was sent on': 'select id from stock where hand_qty <> in_qty - out_qty',
  'the days count otherwise than the lines': `select 1 from (select sum(ship_qty) as shipped, sum(sign_qty) as signed from move_day) kept,
    (select sum(l.item_qty) filter (where l.status <> ${DeliverStatus.cancelled}) as shipped, sum(l.item_qty) filter (where l.status = ${DeliverStatus.signed}) as signed
      from deliver_line l join deliver d on d.id = l.deliver_id where d.biz_type <> ${BizType.takeBack}) lines
    where kept.shipped <> lines.shipped or kept.signed <> lines.signed`,
  'the days count more for a dealer than his documents': `select m.holder_id from move_day m where m.holder_kind = ${Holder.agent} group by m.firm_id, m.holder_id
    having sum(m.ship_qty) <> (select coalesce(sum(d.item_qty), 0) from deliver d where d.to_kind = ${Holder.agent} and d.to_id = m.holder_id and d.biz_type <> ${BizType.takeBack})`,
  'lots count otherwise than the days': `select 1 from (select sum(ship_cnt) as n from lot) lots, (select sum(ship_qty) as n from move_day where from_kind = ${Holder.firm}) days
    where lots.n <> days.n`,
  'the days count other scans than the log': `select coalesce(d.day, l.day) from (select day, sum(scans) as n from scan_day group by day) d
    full join (select at::date as day, count(*) as n from scan_log where is_counted and at < (select upto from rollup_cursor where name = 'scan days') group by 1) l using (day)
    where d.n is distinct from l.n`,
  'products were scanned more or less often than the log says': `select p.id from product p where p.scan_cnt <> (select count(*) from scan_log l
    where l.product_id = p.id and l.is_counted and l.at < (select upto from rollup_cursor where name = 'scan counters'))`,
  'an order counts otherwise than its documents': `select o.order_no from need_order o
    where o.ship_qty <> (select coalesce(sum(d.item_qty), 0) from deliver d where d.order_id = o.id)`,
  'a request was decided before it was handed in': 'select apply_no from need_apply where audit_at < submitted_at',
  'staff are younger than what they did': `select t.task_no from task t join admin a on a.id = t.created_by
    where t.created_at < a.created_at and a.firm_id > 0`,
  'staff of a firm are older than it': `select a.account from admin a join firm f on f.id = a.firm_id where a.created_at < f.created_at`,
};

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp({ env: { DEMO: '1' } });
  await seedFirst(app);
  // A start counts scans before the demonstration is there.
  const count = () => Promise.all([rollUpScans(app.db), rollUpScanDays(app.db)]);
  await count();
  await layDemo(app, app.log, new AbortController().signal);
  await count();
}, 400_000);
afterAll(() => app.close());

it('holds no fact against another', async () => {
  const found: Record<string, unknown> = {};
  for (const [name, question] of Object.entries(contradictions)) {
    const { rows } = await sql.raw(`select * from (${question}) q limit 3`).execute(app.db);
    if (rows.length > 0) found[name] = rows;
  }
  expect(found).toEqual({});
});

it('lets goods of both firms move all year round: on their way, signed, returned, cancelled, with differences', async () => {
  const { rows } =
    await sql<object>`select (count(distinct firm_id))::int as firms, (count(distinct date_trunc('month', ship_at)) > 8) as is_all_year,
    count(*) filter (where status = ${sql.lit(DeliverStatus.shipped)} and ship_at < now() - interval '7 days') > 0 as is_late, count(*) filter (where status = ${sql.lit(DeliverStatus.cancelled)}) > 0 as has_cancelled,
    count(*) filter (where biz_type = ${sql.lit(BizType.takeBack)}) > 0 as has_returned, count(*) filter (where biz_type = ${sql.lit(BizType.transfer)}) > 0 as has_transferred, bool_or(has_diff) as has_diff
    from deliver`.execute(app.db);
  expect(rows).toEqual([
    {
      firms: 2,
      isAllYear: true,
      isLate: true,
      hasCancelled: true,
      hasReturned: true,
      hasTransferred: true,
      hasDiff: true,
    },
  ]);
  const applies = await app.db.selectFrom('needApply').select('status').distinct().orderBy('status').execute();
  expect(applies.map(({ status }) => status)).toEqual([0, 1, 2, 3, 4]);
});

it('has packed by hand for weeks and today, opened boxes and replaced a code, in both firms', async () => {
  const { rows } = await sql<object>`
    select count(distinct box.seg) filter (where box.packed_at >= current_date)::int > 0 as packs_today,
      min(box.packed_at) < now() - interval '15 days' as is_of_weeks, count(*) >= 24 as are_dozens,
      bool_or(box.box_state = ${sql.lit(BoxState.packing)}) as has_open, bool_or(box.level = ${sql.lit(Level.case)}) as has_case,
      (select count(*)::int from code_op o where o.firm_id = box.firm_id and o.op_type = ${sql.lit(OpType.unpack)}) as opened,
      (select count(*)::int from code_op o where o.firm_id = box.firm_id and o.op_type = ${sql.lit(OpType.replace)}) as replaced
    from box where box.packed_by is not null group by box.firm_id`.execute(app.db);
  const whole = { packsToday: true, isOfWeeks: true, areDozens: true, hasOpen: true, opened: 2, replaced: 1 };
  expect(rows).toEqual([expect.objectContaining(whole), expect.objectContaining(whole)]);
});

it('counts nothing otherwise than its codes do', async () => {
  const { differences, skipped } = await checkCounters(app.db, await changedSegments(app.db), app);
  expect({ differences, skipped }).toEqual({ differences: [], skipped: [] });
});

it('shows a firm that waits for its review, without anything issued', async () => {
  const { rows } =
    await sql<object>`select f.name, f.audit, f.code_used, (select count(*)::int from admin where firm_id = f.id) as staff,
    (select count(*)::int from task where firm_id = f.id) as tasks from firm f where f.audit not in (${sql.raw(reviewed)})`.execute(
      app.db,
    );
  expect(rows).toEqual([{ name: '福建鹭屿水产食品有限公司', audit: 0, codeUsed: 0, staff: 1, tasks: 0 }]);
});

it('calls no job done that left rows out', async () => {
  const jobs = await app.db
    .selectFrom('fileJob')
    .select(['status', 'total', 'okCnt', 'failCnt', 'skipCnt', 'err'])
    .execute();
  expect(jobs.length).toBeGreaterThan(6);
  for (const job of jobs) {
    expect(job.okCnt + job.failCnt + job.skipCnt).toBe(job.total);
    expect(job.status === JobStatus.done).toBe(job.failCnt === 0);
    expect(isPartlyDone(job)).toBe(job.failCnt > 0 && job.okCnt > 0);
  }
});

it('keeps every rule of the lottery’s money, with money in each pool', async () => {
  expect(await findFaults(app)).toEqual([]);
  const pools = await app.db.selectFrom('pool').select(['firmId', 'balance']).execute();
  expect(new Set(pools.map(({ firmId }) => firmId)).size).toBe(2);
  expect(pools.filter(({ balance }) => balance === 0)).toEqual([]);
});

it('has packets that staff sent by hand in every state, in both firms, and nothing that WeChat Pay would be asked of', async () => {
  const { rows } = await sql<object>`
    select count(*) filter (where status = ${sql.lit(Delivery.RECEIVED)}) > 3 as has_received,
      count(*) filter (where status = ${sql.lit(Delivery.SENT)}) > 0 as has_waiting,
      count(*) filter (where hold) > 5 as has_held,
      count(*) filter (where attempt_no = 0 and closed_at is not null and review_remark <> '' and reason = review_remark) > 5 as has_rejected,
      count(*) filter (where status = ${sql.lit(Delivery.FAILED)} and attempt_no > 0 and reason <> '') > 0 as has_failed,
      count(*) filter (where status = ${sql.lit(Delivery.REFUND)} and closed_at is not null) > 0 as has_returned,
      bool_or(source = ${sql.lit(PaySource.upload)}) as has_file
    from red_info where source in (${sql.lit(PaySource.hand)}, ${sql.lit(PaySource.upload)}) group by firm_id`.execute(
    app.db,
  );
  const whole = {
    hasReceived: true,
    hasWaiting: true,
    hasHeld: true,
    hasRejected: true,
    hasFailed: true,
    hasReturned: true,
    hasFile: true,
  };
  expect(rows).toEqual([whole, whole]);
  const find = findMerchants(app.config);
  const merchants = await app.db.selectFrom('merchant').select('id').execute();
  expect(merchants.length).toBeGreaterThan(0);
  for (const { id } of merchants) expect(await find(app.db, id)).toBeUndefined();

  // What waits for it is told, and is no warning to whoever looks at the log of a demonstration.
  const told = { info: vi.fn<Log['info']>(), warn: vi.fn<Log['warn']>(), error: vi.fn<Log['error']>() };
  expect(await payOnce({ db: app.db, log: told as unknown as Log, merchants: openMerchants(find) })).toBe(0);
  expect([told.info, told.warn, told.error].map(({ mock }) => mock.calls.length > 0)).toEqual([true, false, false]);
});

it('tells of every kind of operation, over many months', async () => {
  const ops = await app.db.selectFrom('codeOp').select(['opType', 'createdAt', 'failCnt', 'opNo']).execute();
  expect([...new Set(ops.map((op) => op.opType))]).toEqual(expect.arrayContaining([1, 2, 3, 4, 5, 13, 16]));
  expect(new Set(ops.map((op) => op.createdAt.slice(0, 7))).size).toBeGreaterThan(5);
  expect(ops.some((op) => op.failCnt > 0)).toBe(true);
  for (const op of ops.filter(({ opType }) => opType === 3))
    expect(op.opNo.slice(2, 8)).toBe(op.createdAt.slice(2, 10).replaceAll('-', ''));
});

it('shows a finished task of imported codes, partly activated', async () => {
  const task = await app.db
    .selectFrom('task')
    .innerJoin('segment', 'segment.taskId', 'task.id')
    .innerJoin('firm', 'firm.id', 'task.firmId')
    .where('task.source', '=', CodeSource.imported)
    .where('segment.level', '=', Level.item)
    .select(['firm.name', 'task.status', 'task.itemCount', 'segment.activeCnt', 'segment.packCnt', 'segment.pinLen'])
    .executeTakeFirst();
  expect(task).toMatchObject({
    name: expect.stringContaining('云岭'),
    status: 3,
    activeCnt: 1200,
    packCnt: task!.itemCount,
    pinLen: 6,
  });
  expect(task!.itemCount).toBeGreaterThan(1990);
});
