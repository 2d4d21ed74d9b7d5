import { ClaimBusy, ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { ClaimMode, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { RedemptionStatus } from '@zhuiyuan/contract/claim/redemption-states';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { eventTexts, type Variables } from '@zhuiyuan/contract/message/message-content';
import {
  MessageChannel,
  MessageKind,
  MessageStatus,
  skipReasons,
  type MessageEvent,
} from '@zhuiyuan/contract/message/message-states';
import { Delivery, PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { sql } from 'kysely';
import type { Db } from '../../../kit/db/database.ts';
import { innerRow } from '../../../message/outbox.ts';
import { inParts } from './write-demo-draws.ts';

/** Since when messages are told. */
const toldDays = 30;

const { lit } = sql;
const yuan = (column: string) => sql`to_char(${sql.ref(column)} / 100.0, 'FM999999990.00')`;
const minute = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI')`;
const dayOf = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`;

/** Prizes somebody has to come for, with what their messages say. */
const claims = sql`
  select c.*, a.act_name, case when c.prize_type = ${lit(PrizeType.cash)} then ${yuan('c.amount')} || '元红包' else t.prize_name end as prize
  from claim c join activity a on a.id = c.activity_id join tier t on t.id = c.tier_id
  where c.prize_type <> ${lit(PrizeType.points)} and not c.hold
    and not (c.prize_type = ${lit(PrizeType.cash)} and c.claim_mode = ${lit(ClaimMode.auto)})`;
const payouts = sql`select r.* from red_info r
  where r.uid is not null and r.source not in (${lit(PaySource.remit)}, ${lit(PaySource.unpack)})`;
const orders = sql`select d.*, a.act_name, t.prize_name from redemption d join activity a on a.id = d.activity_id join tier t on t.id = d.tier_id`;
const payRef = sql`r.id || ':' || r.attempt_no`;
const payWords = (at: string) =>
  sql`jsonb_build_object('act', r.act_name, 'amount', ${yuan('r.amount')}, 'reason', r.reason, 'time', ${minute(at)})`;
const orderWords = (
  at: string,
) => sql`jsonb_build_object('act', d.act_name, 'prize', d.prize_name, 'reason', d.audit_remark,
  'company', d.ship_company, 'no', d.ship_no, 'time', ${minute(at)})`;

/** All that people of the demonstration were told of, at the moments it happened. */
const facts = sql`
  select firm_id, uid, 'WIN' as kind, draw_id::text as ref, created_at as at,
    jsonb_build_object('act', act_name, 'prize', prize, 'date', ${dayOf('expire_at')}, 'time', ${minute('created_at')}) as words
  from (${claims}) claim
  union all
  select firm_id, uid, 'CLAIM_EXPIRE_SOON', draw_id::text, expire_at - interval '3 days' + interval '5 minutes 1 second',
    jsonb_build_object('act', act_name, 'prize', prize, 'date', ${dayOf('expire_at')}, 'time', ${minute('expire_at')})
  from (${claims}) claim
  where coalesce(claimed_at, closed_at, 'infinity') > expire_at - interval '3 days'
    and not (status = ${lit(ClaimStatus.open)} and busy <> ${lit(ClaimBusy.free)})
  union all
  select firm_id, uid, 'PAY_SENT', ${payRef}, r.sent_at, ${payWords('r.sent_at')} from (${payouts}) r where r.sent_at is not null
  union all
  select firm_id, uid, 'PAY_RECEIVED', ${payRef}, r.received_at, ${payWords('r.received_at')} from (${payouts}) r
  where r.received_at is not null
  union all
  select firm_id, uid, 'PAY_FAILED', ${payRef}, r.updated_at, ${payWords('r.updated_at')} from (${payouts}) r
  where r.status = ${Delivery.FAILED} and r.closed_at is null
  union all
  select v.firm_id, v.uid, 'VERIFIED', v.id::text, v.ver_at, jsonb_build_object('act', a.act_name, 'prize', t.prize_name,
    'shop', s.name, 'date', ${dayOf('v.ver_at')}, 'time', ${minute('v.ver_at')})
  from prize_ver v join activity a on a.id = v.activity_id join tier t on t.id = v.tier_id join shop s on s.id = v.shop_id
  union all
  select firm_id, uid, 'REDEEM_APPROVED', id::text, d.audit_at, ${orderWords('d.audit_at')} from (${orders}) d
  where d.status in (${lit(RedemptionStatus.passed)}, ${lit(RedemptionStatus.finished)})
  union all
  select firm_id, uid, 'REDEEM_REJECTED', id::text, d.audit_at, ${orderWords('d.audit_at')} from (${orders}) d
  where d.status = ${lit(RedemptionStatus.rejected)}
  union all
  select firm_id, uid, 'REDEEM_SHIPPED', id || ':' || ship_company || ':' || ship_no, d.shipped_at, ${orderWords('d.shipped_at')}
  from (${orders}) d where d.shipped_at is not null`;

interface Fact {
  firmId: number;
  uid: number;
  kind: MessageEvent;
  ref: string;
  at: string;
  /** The same in Shanghai, to the second. */
  wall: string;
  sentAt: string;
  readAt: string | null;
  words: Variables;
}

/** Messages of the last month by what happened then; most were read. And what staff wrote: something sent, something that waits, something taken back. */
export const seedMessages = async (db: Db): Promise<void> => {
  // What was told while the rows were made was told now, of what happened then.
  await db.deleteFrom('message').execute();
  const { rows } = await sql<Fact>`
    select firm_id, uid, kind, ref, at::text, to_char(at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as wall, least(at + interval '2 seconds', clock_timestamp())::text as sent_at, words,
      case when (uid + length(ref)) % 4 <> 0 and at + interval '3 hours' < clock_timestamp()
        then (at + make_interval(mins => 4 + (uid % 120)::int))::text end as read_at
    from (${facts}) fact
    where at between now() - make_interval(days => ${lit(toldDays)}) and clock_timestamp()
    order by at, ref`.execute(db);
  const told = rows.map(({ kind, words, at, wall, ...row }) => ({
    wall,
    row: {
      ...row,
      kind,
      ...innerRow(eventTexts[kind].content, words),
      status: MessageStatus.sent,
      dueAt: at,
      createdAt: at,
      updatedAt: row.sentAt,
    },
  }));
  const written = (await makeNotices(db)).map((row) => ({ wall: row.createdAt, row }));
  // Numbered in the order of time, as lists show them.
  const all = [...told, ...written].toSorted((a, b) => a.wall.localeCompare(b.wall));
  await inParts(all, (part) =>
    db
      .insertInto('message')
      .values(part.map(({ row }) => row))
      .execute(),
  );
};

/** Whom staff wrote to: people who drew most lately. */
const mostWritten = 12;

const makeNotices = async (db: Db) => {
  const notices = [];
  const firms = await db.selectFrom('activity').distinct().select('firmId').orderBy('firmId').execute();
  const today = shanghaiToday();
  const sent = { createdAt: `${addDays(today, -6)} 10:12:31`, sentAt: `${addDays(today, -6)} 10:12:33` };
  for (const { firmId } of firms) {
    const staff = await db
      .selectFrom('admin')
      .where('firmId', '=', firmId)
      .orderBy('id')
      .select('id')
      .executeTakeFirstOrThrow();
    const people = await db
      .selectFrom('draw')
      .where('firmId', '=', firmId)
      .where('drawnAt', '<', sent.createdAt)
      .groupBy('uid')
      .orderBy(sql`max(drawn_at)`, 'desc')
      .limit(mostWritten)
      .select('uid')
      .execute();
    const base = { firmId, kind: MessageKind.NOTICE, channel: MessageChannel.inner, createdBy: staff.id };
    const draft = (key: string, content: string) =>
      people.map(({ uid }) => ({ ...base, uid, ref: `${key}:${uid}`, content }));
    const tomorrow = `${addDays(today, 1)} 10:00:00`;
    notices.push(
      ...draft('demo-sent', '感谢您参与扫码活动，未领取的奖品请在有效期内到“我的奖品”领取。').map((row, nth) => ({
        ...row,
        ...sent,
        status: MessageStatus.sent,
        dueAt: sent.createdAt,
        readAt: nth % 3 === 0 ? null : `${addDays(today, -6)} 1${nth % 9}:4${nth % 6}:08`,
        updatedAt: sent.sentAt,
      })),
      ...draft('demo-waiting', '本周末活动照常进行，扫码前请确认门店营业时间。')
        .slice(0, 5)
        .map((row) => ({ ...row, createdAt: `${addDays(today, -1)} 17:20:05`, dueAt: tomorrow })),
      ...draft('demo-withdrawn', '活动规则有更新，请以活动页面公示为准。')
        .slice(0, 3)
        .map((row) => ({
          ...row,
          status: MessageStatus.skipped,
          err: skipReasons.withdrawn,
          dueAt: `${addDays(today, -1)} 18:00:00`,
          createdAt: `${addDays(today, -2)} 09:30:12`,
          updatedAt: `${addDays(today, -2)} 09:41:50`,
        })),
    );
  }
  return notices;
};
