import type { MessageRow, messageApi } from '@zhuiyuan/contract/message/message';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../kit/db/database-types.gen.ts';
import { at, by, eq, matchingBy, within, type Matching } from '../kit/db/filtered.ts';
import { containing } from '../kit/db/filters.ts';
import { firmName, staffName, times } from '../kit/db/selectors.ts';
import { maskConsumer } from '../member/mask-consumer.ts';

type Filters = Omit<InputOf<typeof messageApi.list>, 'page' | 'limit'>;

/** Messages that filters mean, without columns and order. */
export const matchingMessages: Matching<'message', Filters> = matchingBy('message', (db) => db.selectFrom('message'), {
  firmId: eq,
  kind: eq,
  channel: eq,
  status: eq,
  consumerId: at(eq, 'uid'),
  keywords: by(
    (words: string) => {
      const text = words.trim();
      return [/^\d{1,15}$/.test(text) ? Number(text) : 0, containing(text)] as const;
    },
    (_row, id, pattern) => sql<boolean>`(message.uid = ${id}::bigint or message.uid in (
      select m.id from member m where m.firm_id = message.firm_id and m.nick_name ilike ${pattern}))`,
  ),
  dateLimit: at(within, 'createdAt'),
});

/** Adds what a row of the list shows, newest first. */
export const asMessageRows = (query: SelectQueryBuilder<DB, 'message', object>) =>
  query
    .innerJoin('member', (join) =>
      join.onRef('member.id', '=', 'message.uid').onRef('member.firmId', '=', 'message.firmId'),
    )
    .select([
      'message.id',
      'message.firmId',
      firmName('message'),
      'message.uid as consumerId',
      'member.nickName',
      sql<MessageRow['kind']>`message.kind`.as('kind'),
      sql<MessageRow['channel']>`message.channel`.as('channel'),
      // Staff read his name masked; the receiver reads it in full.
      sql<string>`coalesce(message.masked, message.content)`.as('content'),
      sql<MessageRow['status']>`message.status`.as('status'),
      'message.err',
      'message.isTest',
      'message.dueAt',
      'message.sentAt',
      'message.readAt',
      staffName('message.createdBy').as('createName'),
      ...times('message'),
    ])
    .orderBy('message.id', 'desc');

type Found = Awaited<ReturnType<ReturnType<typeof asMessageRows>['execute']>>[number];

export const toMessageRow = ({ nickName, ...row }: Found): MessageRow => ({
  ...row,
  consumer: maskConsumer({ nickName, uid: row.consumerId }),
});
