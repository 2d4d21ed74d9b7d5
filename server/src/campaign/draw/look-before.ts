import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import type { RefusalText } from '@zhuiyuan/contract/kit/codes';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { sql } from 'kysely';
import { requireFound } from '../../account/account-session.ts';
import { compileOnce } from '../../kit/db/compile-once.ts';
import type { Db } from '../../kit/db/database.ts';
import { isListed } from '../../risk/bans.ts';
import { isRefusedNow } from '../../risk/read-rules.ts';
import { dimsOf } from '../../risk/traces.ts';
import { isRunning } from '../activity-now.ts';
import { dayDraws, findLimit, totalDraws } from '../counters.ts';
import { whyClosed } from './judge-turn.ts';
import type { Ticket } from '../ticket/ticket.ts';

interface Looked {
  accountId: number | null;
  memberId: number | null;
  memberStatus: number | null;
  drawId: number | null;
  usedBy: number | null;
  usedFor: number | null;
  status: number;
  isBegun: boolean;
  isOver: boolean;
  limitTotal: number | null;
  limitDay: number | null;
  total: number;
  today: number;
  isBanned: boolean;
  isRefused: boolean;
}

interface Asked {
  person: string;
  ip: string;
  device: string;
  address: string;
  /** The device, '' where its page keeps no mark. */
  mark: string;
  tokenHash: Buffer;
  ticketId: string;
  activityId: number;
  uid: number;
  audience: number;
  day: string;
  seg: number;
  serial: number;
}

const look = compileOnce<Asked, Looked>((db, asked) =>
  sql<Looked>`
    select s.account_id, m.id as member_id, m.status as member_status, d.id as draw_id, u.uid as used_by, u.draw_id as used_for, a.status, a.start_at <= clock_timestamp() as is_begun,
      a.end_at <= clock_timestamp() as is_over, a.limit_total, a.limit_day, coalesce(t.cnt, 0) as total, coalesce(c.cnt, 0) as today,
      ${isListed(sql`a.firm_id`, { ...asked, uid: asked.person })} as is_banned,
      ${isRefusedNow(sql`a.firm_id`, { ...asked, uid: asked.person })} as is_refused
    from activity a
    left join account_session s on s.token_hash = ${asked.tokenHash}::bytea and s.expires_at > now()
    left join member m on m.account_id = s.account_id and m.firm_id = a.firm_id
    left join draw d on d.ticket_id = ${asked.ticketId}::uuid and d.firm_id = a.firm_id
    left join code_use u on u.seg = ${asked.seg}::int and u.serial = ${asked.serial}::bigint and u.audience = ${asked.audience}::smallint
      and u.firm_id = a.firm_id
    left join draw_counter t on t.activity_id = a.id and t.firm_id = a.firm_id and t.uid = ${asked.uid}::bigint and t.period = ${totalDraws}
    left join draw_counter c on c.activity_id = a.id and c.firm_id = a.firm_id and c.uid = ${asked.uid}::bigint and c.period = ${asked.day}::varchar
    where a.id = ${asked.activityId}::bigint`.compile(db),
);

/**
 * What is known of a draw before it is made, by one statement that locks nothing: the draw its ticket or its own shopper's code made
 * before, or why there will be none; 401 where nobody is signed in. Neither: it is drawn, and judged again behind the locks.
 */
export const lookBefore = async (
  db: Db,
  ticket: Ticket,
  tokenHash: Buffer,
): Promise<{ drawId: number } | { refusal: RefusalText } | undefined> => {
  const { id: ticketId, activityId, uid, audience, day, code, isOver, ip, device } = ticket;
  const { seg, serial } = code ?? { seg: 0, serial: 0 };
  const { person, address, device: mark } = dimsOf({ ...ticket, point: undefined });
  const [row] = await look.run(db, {
    tokenHash,
    ticketId,
    activityId,
    uid,
    audience,
    day: dayDraws(day),
    seg,
    serial,
    person,
    ip,
    device,
    address,
    mark,
  });
  if (!row) return { refusal: drawRefusals.ended };
  requireFound(row.accountId);
  if (row.memberId !== uid) return { refusal: drawRefusals.badTicket };
  if (row.drawId !== null) return { drawId: row.drawId };
  // A code that paid for a red packet has no draw, whoever received it.
  if (code && row.usedBy === uid && row.usedFor !== null) return { drawId: row.usedFor };
  if (isOver) return { refusal: drawRefusals.ticketOver };
  if (!isRunning(row)) return { refusal: whyClosed(row) };
  // Put on the list, or stopped, since the ticket was given.
  if (row.isBanned || row.memberStatus !== Enabled.on) return { refusal: drawRefusals.banned };
  if (code && row.usedBy !== null) return { refusal: drawRefusals.used };
  const counters = new Map([
    [totalDraws, row.total],
    [dayDraws(day), row.today],
  ]);
  const limit = findLimit({ ...row, winTotal: null, winDay: null }, counters, day);
  if (limit) return { refusal: limit === 'day' ? drawRefusals.dayLimit : drawRefusals.totalLimit };
  return row.isRefused ? { refusal: drawRefusals.risk } : undefined;
};
