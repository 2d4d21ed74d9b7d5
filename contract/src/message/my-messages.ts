import { z } from 'zod';
import { defineApi, read, send } from '../kit/endpoint.ts';
import { id, ids, time } from '../kit/fields.ts';
import { pageOf, paging } from '../kit/page.ts';
import { MessageKind } from './message-states.ts';

/** A message as its receiver reads it. */
export const MyMessage = z.object({
  id: z.number(),
  firmName: z.string(),
  kind: MessageKind.schema,
  content: z.string(),
  sentAt: time,
  isNew: z.boolean(),
});
export type MyMessage = z.output<typeof MyMessage>;

/** A shopper's messages, of all firms he is known to. Who he is says the header X-Consumer-Token. */
export const myMessagesApi = defineApi({
  list: read('我的消息', '/public/lottery/my/messages', 'open', z.object({ ...paging }), pageOf(MyMessage), {
    forShoppers: true,
  }),
  unread: read(
    '未读消息数',
    '/public/lottery/my/messages/unread',
    'open',
    z.object({}),
    z.object({ count: z.number() }),
    { forShoppers: true },
  ),
  /** Marks messages of his as seen. */
  read: send(
    '消息已读',
    '/public/lottery/my/messages/read',
    'open',
    z.object({ ids: ids('参数不正确', id(), 100) }),
    z.null(),
    { forShoppers: true, log: false, perMinute: 120 },
  ),
});
