import { MessageChannel, MessageStatus } from '@zhuiyuan/contract/message/message-states';
import { myMessagesApi, type MyMessage } from '@zhuiyuan/contract/message/my-messages';
import { sql, type SelectQueryBuilder } from 'kysely';
import { requireAccount } from '../account/account-session.ts';
import type { DB } from '../kit/db/database-types.gen.ts';
import { by, matchingBy, type Matching } from '../kit/db/filtered.ts';
import { findPage } from '../kit/db/paging.ts';
import type { App } from '../kit/http/app-context.ts';
import { serve } from '../kit/http/serve.ts';

/** What lies on the page of an account, at every firm it is known to. */
const matching: Matching<'message', { accountId: number }> = matchingBy(
  'message',
  (db) =>
    db
      .selectFrom('message')
      .where('message.channel', '=', MessageChannel.inner)
      .where('message.status', '=', MessageStatus.sent),
  {
    accountId: by(
      (id: number) => [id] as const,
      (row, id) => row('message.uid', 'in', row.selectFrom('member').select('member.id').where('accountId', '=', id)),
    ),
  },
);

const asRows = (query: SelectQueryBuilder<DB, 'message', object>) =>
  query
    .innerJoin('firm', 'firm.id', 'message.firmId')
    .select([
      'message.id',
      'firm.name as firmName',
      sql<MyMessage['kind']>`message.kind`.as('kind'),
      'message.content',
      sql<string>`message.sent_at`.as('sentAt'),
      sql<boolean>`message.read_at is null`.as('isNew'),
    ])
    .orderBy('message.sentAt', 'desc')
    .orderBy('message.id', 'desc');

/** A shopper's own page of messages. */
export const mountMyMessages = (app: App): void => {
  const { shopperDb: db } = app;
  serve(app, myMessagesApi, {
    async list({ input, request }) {
      const accountId = await requireAccount(db, request);
      return findPage(db, input, matching(db, { accountId }), asRows, { sentAt: 'timestamptz', id: 'bigint' });
    },

    async unread({ request }) {
      const accountId = await requireAccount(db, request);
      const { count } = await matching(db, { accountId })
        .where('message.readAt', 'is', null)
        .select((row) => row.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return { count };
    },

    async read({ input: { ids }, request }) {
      const accountId = await requireAccount(db, request);
      await db
        .updateTable('message')
        .set({ readAt: sql<string>`clock_timestamp()` })
        .where('id', 'in', ids)
        .where('uid', 'in', (row) => row.selectFrom('member').select('member.id').where('accountId', '=', accountId))
        .where('channel', '=', MessageChannel.inner)
        .where('status', '=', MessageStatus.sent)
        .where('readAt', 'is', null)
        .execute();
      return null;
    },
  });
};
