import {
  MessageChannel,
  MessageStatus,
  quietFrom,
  quietUntil,
  skipReasons,
} from '@zhuiyuan/contract/message/message-states';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFirmApps } from '../fund/merchant/firm-apps.ts';
import type { Db } from '../kit/db/database.ts';
import type { App } from '../kit/http/app-context.ts';
import { inShifts } from '../kit/jobs/in-shifts.ts';
import { giveBackQuota, takeQuota } from './quota.ts';
import { openTransport, type MessageApp, type MessageTransport, type Outcome } from './official-account.ts';

/** What sends. */
export interface Sender {
  db: Db;
  log: Pick<Logger, 'error'>;
  masterKey: Buffer;
  transport: MessageTransport;
  /** A worker may take so long for what it has taken, in milliseconds. */
  lease?: number;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/** An attempt that is under way in this process. */
interface Taken {
  id: number;
  firmId: number;
  appId: string;
  openId: string;
  templateNo: string;
  fields: Record<string, string>;
  tries: number;
  /** Of which so many before staff sent it again. */
  triesBefore: number;
  /** Whose quota it took, `YYYY-MM-DD`. */
  day: string;
}

/** What a worker takes at a time. */
const together = 20;
/** What lies on the page is put there so many at a time. */
const innerTogether = 1000;
const realLease = 60_000;
/** Attempts that WeChat did not take, before it counts as failed. */
const mostTries = 6;

const { lit } = sql;
const utcOffset = 8 * 60 * 60_000;

/** Whether nobody is to be woken now. */
export const isQuiet = (now: number): boolean => {
  const hour = new Date(now + utcOffset).getUTCHours();
  return hour >= quietFrom || hour < quietUntil;
};

/** What was under way when its worker was lost: nobody knows whether it went out, so it is left to a person. */
const giveUpLost = async (db: Db): Promise<void> => {
  await sql`
    update message set status = ${lit(MessageStatus.unknown)}, lease_until = null, err = '发送中断，结果不明', updated_at = now()
    where id in (select id from message where status = ${lit(MessageStatus.sending)} and lease_until < clock_timestamp()
      order by id for update skip locked)`.execute(db);
};

/** Puts on the shoppers' page what is due there; answers how many. */
const putOnPage = async (db: Db): Promise<number> => {
  const { numAffectedRows } = await sql`
    update message set status = ${lit(MessageStatus.sent)}, sent_at = clock_timestamp(), updated_at = now()
    where id in (select id from message where status = ${lit(MessageStatus.waiting)} and channel = ${lit(MessageChannel.inner)}
      and due_at <= now() order by due_at, id limit ${lit(innerTogether)} for update skip locked)`.execute(db);
  return Number(numAffectedRows ?? 0);
};

/** Takes what is due by WeChat: each is under way for this process alone once this is committed. What cannot be sent is skipped. */
const takeDue = (db: Db, lease: number): Promise<{ seen: number; taken: Taken[] }> =>
  db.transaction().execute(async (transaction) => {
    const where = transaction as Db;
    const { rows } = await sql<Taken & { openId: string | null }>`
      select m.id, m.firm_id, m.app_id, m.template_no, m.fields, m.tries + 1 as tries, m.tries_before, o.open_id,
        to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day
      from message m join member on member.id = m.uid and member.firm_id = m.firm_id
        left join account_open_id o on o.account_id = member.account_id and o.app_id = m.app_id
      where m.status = ${lit(MessageStatus.waiting)} and m.channel = ${lit(MessageChannel.wechat)} and m.due_at <= now()
      order by m.due_at, m.id limit ${lit(together)} for update of m skip locked`.execute(where);
    const skipped: { id: number; reason: string }[] = [];
    const taken: Taken[] = [];
    // Firms in their order, so that two workers do not wait for each other's quota.
    for (const firmId of [...new Set(rows.map((row) => row.firmId))].toSorted((a, b) => a - b)) {
      const mine = rows.filter((row) => row.firmId === firmId);
      const known = mine.filter((row): row is Taken => row.openId !== null);
      skipped.push(
        ...mine.filter(({ openId }) => openId === null).map(({ id }) => ({ id, reason: skipReasons.notFollowing })),
      );
      const left = known.length === 0 ? 0 : await takeQuota(where, firmId, known.length);
      taken.push(...known.slice(0, left));
      skipped.push(...known.slice(left).map(({ id }) => ({ id, reason: skipReasons.overQuota })));
    }
    if (skipped.length > 0)
      await sql`
        update message set status = ${lit(MessageStatus.skipped)}, err = given.reason, updated_at = now()
        from unnest(${skipped.map(({ id }) => id)}::bigint[], ${skipped.map(({ reason }) => reason)}::text[]) given (id, reason)
        where message.id = given.id`.execute(where);
    if (taken.length > 0)
      await sql`
        update message set status = ${lit(MessageStatus.sending)}, tries = tries + 1, err = '', updated_at = now(),
          lease_until = clock_timestamp() + ${lease} * interval '1 millisecond'
        where id = any(${taken.map(({ id }) => id)}::bigint[])`.execute(where);
    return { seen: rows.length, taken };
  });

const reasonOfCode: Record<number, string> = {
  43004: skipReasons.notFollowing,
  40003: skipReasons.notFollowing,
  43101: skipReasons.notSubscribed,
  45009: skipReasons.overQuota,
};

const toErr = (text: string): string => text.slice(0, 200);

/** What a row becomes by what came back; `tries` since it was last sent by staff. */
const toChange = (outcome: Outcome, tries: number) => {
  switch (outcome.kind) {
    case 'sent':
      return {
        status: MessageStatus.sent,
        sentAt: sql<string>`clock_timestamp()`,
        msgNo: outcome.msgNo.slice(0, 40),
        err: '',
      };
    case 'refused': {
      const reason = reasonOfCode[outcome.code];
      return reason
        ? { status: MessageStatus.skipped, err: reason }
        : { status: MessageStatus.failed, err: toErr(`${outcome.text} (${outcome.code})`) };
    }
    case 'notTaken':
      return tries >= mostTries
        ? { status: MessageStatus.failed, err: toErr(outcome.text) }
        : {
            status: MessageStatus.waiting,
            err: toErr(outcome.text),
            dueAt: sql<string>`now() + ${30 * 2 ** tries} * interval '1 second'`,
          };
    case 'unknown':
      return { status: MessageStatus.unknown, err: toErr(outcome.text) };
  }
};

/**
 * Writes what came back of an attempt, unless another one was begun since. An answer that comes late still tells. What WeChat did not take is given
 * back to the day.
 */
const record = (db: Db, { id, firmId, tries, triesBefore, day }: Taken, outcome: Outcome): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const where = transaction as Db;
    await where
      .updateTable('message')
      .set({ ...toChange(outcome, tries - triesBefore), leaseUntil: null, updatedAt: sql<string>`now()` })
      .where('id', '=', id)
      .where('tries', '=', tries)
      .where('status', 'in', [MessageStatus.sending, MessageStatus.unknown])
      .execute();
    if (outcome.kind === 'notTaken') await giveBackQuota(where, firmId, day);
  });

/** Sends what is due once; answers how many messages it had in its hands. Several processes may do so at the same time. */
export const sendOnce = async (sender: Sender): Promise<number> => {
  const { db, log, masterKey, transport, lease = realLease, now = Date.now } = sender;
  await giveUpLost(db);
  const put = await putOnPage(db);
  if (isQuiet(now())) return put;
  const { seen, taken } = await takeDue(db, lease);
  const apps = new Map<number, MessageApp[]>();
  for (const { firmId } of taken) if (!apps.has(firmId)) apps.set(firmId, await findFirmApps(db, masterKey, firmId));
  const sendOne = async (message: Taken): Promise<void> => {
    const { id, firmId, appId, openId, templateNo, fields, tries } = message;
    const app = apps.get(firmId)!.find((one) => one.appId === appId);
    const outcome: Outcome = app
      ? await transport.send(app, { openId, templateNo, fields, clientId: `m${id}t${tries}` })
      : { kind: 'refused', code: 0, text: '公众号未配置' };
    await record(db, message, outcome);
  };
  await Promise.all(
    taken.map((message) =>
      // One that fails here counts as unknown once its lease is over.
      sendOne(message).catch((error: unknown) => log.error({ err: error, message: message.id }, 'message: not sent')),
    ),
  );
  return put + seen;
};

/** How long the worker waits when nothing was due, in milliseconds. */
const idle = 2_000;

/** Sends whatever is or comes due until the signal says so. */
export const keepSending = async (sender: Sender, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    const done = await sendOnce(sender).catch((error: unknown) => {
      sender.log.error({ err: error }, 'message: what is due was not looked for');
      return 0;
    });
    if (done === 0) await sleep(idle, undefined, { signal }).catch(() => undefined);
  }
};

export const messageJob = 'messageSend';

/** The worker that is always there. */
export const workMessages = (app: App): void => {
  const { db, log } = app.background;
  const sender: Sender = { db, log, masterKey: app.config.masterKey, transport: openTransport() };
  app.jobs.work(messageJob, (_data, { signal }) => keepSending(sender, signal), inShifts);
};
