import { shanghaiNow } from '@zhuiyuan/contract/kit/date-limit';
import { MessageTarget, mostDaysAhead, mostReceivers } from '@zhuiyuan/contract/message/message';
import { messageRefusals } from '@zhuiyuan/contract/message/message-refusals';
import { MessageChannel, MessageKind } from '@zhuiyuan/contract/message/message-states';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { toMs } from '@zhuiyuan/contract/kit/clock';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { invalid, notFound, refuse } from '../kit/refusal.ts';

/** Whom a message of staff's goes to. */
export interface Receivers {
  firmId: number;
  target: (typeof MessageTarget.options)[number]['value'];
  activityId?: number | undefined;
  consumerIds?: readonly number[] | undefined;
}

/** A message as staff wrote it. `sendAt` null: at once. */
export interface Notice extends Receivers {
  content: string;
  sendAt: string | null;
  idemKey: string;
  operatorId: number;
}

/** People of the firm a message goes to: those who are disabled get none. */
const receivers = ({ firmId, target, activityId = 0, consumerIds = [] }: Receivers) => {
  const all = sql`select id, nick_name from member where firm_id = ${firmId} and status = ${sql.lit(Enabled.on)}`;
  switch (target) {
    case MessageTarget.activity:
      return sql`${all} and id in (select uid from draw_counter where activity_id = ${activityId} and firm_id = ${firmId})`;
    case MessageTarget.picked:
      return sql`${all} and id = any(${[...consumerIds]}::bigint[])`;
    case MessageTarget.all:
      return all;
  }
};

/** 404 where the activity or a consumer is not the firm's. */
const requireOwn = async (db: Db, { firmId, target, activityId, consumerIds = [] }: Receivers): Promise<void> => {
  if (target === MessageTarget.activity) {
    const found = await db
      .selectFrom('activity')
      .where('firmId', '=', firmId)
      .where('id', '=', activityId ?? 0)
      .select('id')
      .executeTakeFirst();
    if (!found) throw notFound();
  }
  if (target === MessageTarget.picked && consumerIds.length > 0) {
    const own = await db
      .selectFrom('member')
      .where('firmId', '=', firmId)
      .where('id', 'in', [...consumerIds])
      .select('id')
      .execute();
    if (own.length < new Set(consumerIds).size) throw notFound();
  }
};

/** How many people a message would go to; one more than may be where there are more. */
export const countReceivers = async (db: Db, of: Receivers): Promise<number> => {
  await requireOwn(db, of);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${receivers(of)} limit ${sql.lit(mostReceivers + 1)}) receiver`.execute(db);
  return rows[0]!.count;
};

/**
 * {@link writeNotice} to people who were ticked in a list; platform staff may have ticked some of several firms. In the order of the firms.
 */
export const writeToConsumers = async (
  db: Db,
  ids: readonly number[],
  notice: Pick<Notice, 'content' | 'sendAt' | 'idemKey' | 'operatorId'>,
): Promise<number> => {
  const rows = await db
    .selectFrom('member')
    .where('id', 'in', [...ids])
    .orderBy('firmId')
    .orderBy('id')
    .select(['id', 'firmId'])
    .execute();
  if (rows.length < new Set(ids).size) throw notFound();
  let count = 0;
  for (const firmId of new Set(rows.map((row) => row.firmId))) {
    const consumerIds = rows.filter((row) => row.firmId === firmId).map(({ id }) => id);
    count += await writeNotice(db, { ...notice, firmId, target: MessageTarget.picked, consumerIds });
  }
  return count;
};

const requireSendAt = (sendAt: string | null): void => {
  if (sendAt === null) return;
  const at = toMs(sendAt);
  if (Number.isNaN(at)) throw invalid('sendAt', '发送时间不正确');
  if (sendAt < shanghaiNow()) throw invalid('sendAt', '发送时间不能早于现在');
  if (at > Date.now() + mostDaysAhead * 24 * 60 * 60_000)
    throw invalid('sendAt', `发送时间不能晚于${mostDaysAhead}天后`);
};

/** A text with what stands for its variables, each put in once: what a name reads like is left alone. */
const filled = (content: string, { nick, date }: Record<'nick' | 'date', RawBuilder<unknown>>) =>
  sql.join(
    content.split(/(\{nick\}|\{date\})/).map((part) => {
      if (part === '{nick}') return nick;
      return part === '{date}' ? date : sql`${part}::text`;
    }),
    sql` || `,
  );

/**
 * Writes into the outbox what staff say to people of a firm, on the page, in the transaction of `db`. Under the same `idemKey` nobody is written to
 * twice. Refuses where there is nobody (62683), or too many (62684). Answers how many are written to.
 */
export const writeNotice = async (db: Db, notice: Notice): Promise<number> => {
  requireSendAt(notice.sendAt);
  const count = await countReceivers(db, notice);
  if (count === 0) throw refuse(messageRefusals.nobody);
  if (count > mostReceivers) throw refuse(messageRefusals.tooMany, { n: mostReceivers });
  const { firmId, content, sendAt, idemKey, operatorId } = notice;
  const date = sql`to_char(coalesce(${sendAt}::timestamp, now() at time zone 'Asia/Shanghai'), 'YYYY-MM-DD')`;
  await sql`
    insert into message (firm_id, uid, kind, channel, ref, content, masked, due_at, created_by)
    select ${firmId}, receiver.id, ${MessageKind.NOTICE}, ${sql.lit(MessageChannel.inner)}, ${idemKey} || ':' || receiver.id,
      ${filled(content, { nick: sql`coalesce(nullif(receiver.nick_name, ''), '用户')`, date })},
      case when receiver.nick_name <> '' and position('{nick}' in ${content}) > 0
        then ${filled(content, { nick: sql`left(receiver.nick_name, 1) || '**'`, date })} end,
      coalesce(${sendAt}::timestamp at time zone 'Asia/Shanghai', now()), ${operatorId}
    from (${receivers(notice)}) receiver
    order by receiver.id
    on conflict on constraint message_ref_uq do nothing`.execute(db);
  return count;
};
