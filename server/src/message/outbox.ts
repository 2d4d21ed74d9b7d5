import {
  eventTexts,
  fillContent,
  fitField,
  templateText,
  type Variables,
} from '@zhuiyuan/contract/message/message-content';
import { MessageChannel, type MessageEvent } from '@zhuiyuan/contract/message/message-states';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { maskName } from '../member/mask-consumer.ts';

/** Somebody who is told of an event. `ref`: what it was, so that he is told once. */
export interface Told {
  uid: number;
  ref: string;
  values: Variables;
}

/** Which channels an event goes by at a firm, and what it says there. */
export const readWords = async (db: Db, firmId: number, event: MessageEvent) => {
  const row = await db
    .selectFrom('messageSetting')
    .leftJoin('messageTemplate', (join) =>
      join
        .onRef('messageTemplate.firmId', '=', 'messageSetting.firmId')
        .onRef('messageTemplate.id', '=', 'messageSetting.templateId'),
    )
    .where('messageSetting.firmId', '=', firmId)
    .where('messageSetting.event', '=', event)
    .select([
      'messageSetting.innerOn',
      'messageSetting.innerContent',
      'messageSetting.wechatOn',
      'messageSetting.fields',
      'messageTemplate.appId',
      'messageTemplate.templateNo',
      'messageTemplate.content',
    ])
    .executeTakeFirst();
  if (!row) return { innerOn: true, innerContent: eventTexts[event].content, wechat: null };
  return {
    innerOn: row.innerOn,
    innerContent: row.innerContent,
    wechat:
      row.templateNo === null
        ? null
        : {
            isOn: row.wechatOn,
            appId: row.appId!,
            templateNo: row.templateNo,
            content: row.content!,
            fields: row.fields as Record<string, string>,
          },
  };
};
export type Words = Awaited<ReturnType<typeof readWords>>;

/** What somebody is told, and what staff read of it where it names him. */
const worded = (write: (values: Variables) => string, values: Variables) => {
  const content = write(values);
  const masked = values.nick ? write({ ...values, nick: maskName(values.nick) }) : content;
  return { content, masked: masked === content ? null : masked };
};

/** The row of what somebody is told on the page. */
export const innerRow = (content: string, values: Variables) => ({
  channel: MessageChannel.inner,
  ...worded((these) => fillContent(content, these), values),
});

/** The row of what somebody is told by a template of WeChat's. */
export const wechatRow = ({ appId, templateNo, content, fields }: NonNullable<Words['wechat']>, values: Variables) => {
  const fill = (these: Variables) =>
    Object.fromEntries(Object.entries(fields).map(([key, text]) => [key, fitField(key, fillContent(text, these))]));
  return {
    channel: MessageChannel.wechat,
    appId,
    templateNo,
    ...worded((these) => templateText(content, fill(these)), values),
    fields: JSON.stringify(fill(values)),
  };
};

/** Rows a statement writes at a time. */
const together = 1000;

/**
 * Writes into the outbox what people of one firm are told of an event, by the channels its setting names, in the transaction of `db`: what they
 * were told of once they are not told again. Nothing is sent here.
 */
export const tell = async (db: Db, firmId: number, event: MessageEvent, told: readonly Told[]): Promise<void> => {
  if (told.length === 0) return;
  const { innerOn, innerContent, wechat } = await readWords(db, firmId, event);
  const rows = told.flatMap(({ uid, ref, values }) => {
    const base = { firmId, uid, kind: event, ref };
    return [
      ...(innerOn ? [{ ...base, ...innerRow(innerContent, values) }] : []),
      ...(wechat?.isOn ? [{ ...base, ...wechatRow(wechat, values) }] : []),
    ];
  });
  for (let at = 0; at < rows.length; at += together)
    await db
      .insertInto('message')
      .values(rows.slice(at, at + together))
      .onConflict((conflict) => conflict.constraint('message_ref_uq').doNothing())
      .execute();
};

/** A moment and a day as messages say them. */
export const momentText = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI')`;
export const dayText = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`;
/** Now, likewise. */
export const nowText = sql<string>`to_char(clock_timestamp() at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI')`;
