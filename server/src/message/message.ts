import { messageApi } from '@zhuiyuan/contract/message/message';
import { messageRefusals } from '@zhuiyuan/contract/message/message-refusals';
import { MessageKind, MessageStatus, skipReasons } from '@zhuiyuan/contract/message/message-states';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { findPage } from '../kit/db/paging.ts';
import { eachRow } from '../kit/each-row.ts';
import type { App } from '../kit/http/app-context.ts';
import { serve } from '../kit/http/serve.ts';
import { requireFirmId } from '../kit/operator.ts';
import { notFound, refuse } from '../kit/refusal.ts';
import { asMessageRows, matchingMessages, toMessageRow } from './find-messages.ts';
import { countReceivers, writeNotice } from './notice.ts';

/** 服务消息: what consumers were told, and what staff tell them. */
export const mountMessage = (app: App): void => {
  serve(app, messageApi, {
    async list({ input: { page, limit, ...filters }, db }) {
      const found = await findPage(db, { page, limit }, matchingMessages(db, filters), asMessageRows);
      return { ...found, list: found.list.map(toMessageRow) };
    },

    summary: ({ input, db }) => readSummary(db, input.firmId),

    async save({ input: { firmId, ...draft }, db, operator }) {
      const notice = { ...draft, firmId: requireFirmId(operator, firmId), operatorId: operator.id };
      return { count: await writeNotice(db, notice) };
    },

    async estimate({ input: { firmId, ...receivers }, db, operator }) {
      return { count: await countReceivers(db, { ...receivers, firmId: requireFirmId(operator, firmId) }) };
    },

    // In one order, so that two who do it to the same ones do not wait for each other.
    resend: ({ input: { ids, sure }, db }) =>
      eachRow(
        ids.toSorted((a, b) => a - b),
        (id) => resend(db, id, sure),
      ),
    cancel: ({ input: { ids }, db }) =>
      eachRow(
        ids.toSorted((a, b) => a - b),
        (id) => cancel(db, id),
      ),
  });
};

const today = sql<string>`(date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai')`;

/** What went out today, what of today's did not, and what waits. Messages of trials do not count. */
const readSummary = async (db: Db, firmId: number | undefined) => {
  const of = (status: MessageStatus) =>
    db
      .selectFrom('message')
      .where('status', '=', status)
      .where('isTest', '=', false)
      .$if(firmId !== undefined, (query) => query.where('firmId', '=', firmId!))
      .select((row) => row.fn.countAll<number>().as('count'));
  const ended = (status: MessageStatus) => of(status).where('updatedAt', '>=', today).executeTakeFirstOrThrow();
  const { count: sent } = await of(MessageStatus.sent).where('sentAt', '>=', today).executeTakeFirstOrThrow();
  const { count: failed } = await ended(MessageStatus.failed);
  const { count: unknown } = await ended(MessageStatus.unknown);
  const { count: skipped } = await ended(MessageStatus.skipped);
  const { count: waiting } = await of(MessageStatus.waiting).executeTakeFirstOrThrow();
  const all = sent + failed + unknown + skipped;
  return { sent, sentShare: all === 0 ? null : sent / all, failed, unknown, waiting };
};

/** A message, locked; 404 where there is none. */
const lockMessage = async (db: Db, id: number) => {
  const row = await db
    .selectFrom('message')
    .where('id', '=', id)
    .select(['id', 'kind', 'status'])
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
};

const again = new Set<number>([MessageStatus.failed, MessageStatus.skipped, MessageStatus.unknown]);

/** Sends again what did not go out (62680), and what may have only where somebody is sure (62681). */
const resend = async (db: Db, id: number, sure: boolean): Promise<void> => {
  const { status } = await lockMessage(db, id);
  if (!again.has(status)) throw refuse(messageRefusals.notResendable);
  if (status === MessageStatus.unknown && !sure) throw refuse(messageRefusals.unsure);
  const now = sql<string>`now()`;
  // The attempts go on counting: an answer to an earlier one is nothing to this one. It is given up after as many as at first.
  await db
    .updateTable('message')
    .set((row) => ({
      status: MessageStatus.waiting,
      err: '',
      dueAt: now,
      updatedAt: now,
      tries: row('tries', '+', 1),
      triesBefore: row('tries', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
};

/** Takes back what staff wrote and has not gone out (62682). */
const cancel = async (db: Db, id: number): Promise<void> => {
  const { kind, status } = await lockMessage(db, id);
  if (kind !== MessageKind.NOTICE || status !== MessageStatus.waiting) throw refuse(messageRefusals.notWaiting);
  await db
    .updateTable('message')
    .set({ status: MessageStatus.skipped, err: skipReasons.withdrawn, updatedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
};
