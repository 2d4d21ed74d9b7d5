import type { Saved } from '@zhuiyuan/contract/kit/standard';
import type { ChannelDraft } from '@zhuiyuan/contract/parties/channel/channel';
import type { Db } from '../../kit/db/database.ts';
import { nextNumber } from '../../kit/db/next-number.ts';
import { invalid, type Constraints } from '../../kit/refusal.ts';

/** What the database refuses of them, in words. */
export const channelConstraints: Constraints = {
  channel_name_uq: () => invalid('name', '名称已存在'),
  channel_no_uq: () => invalid('channelNo', '编号已存在'),
};

/** Makes a channel of a firm; a blank number gets the firm's next one. */
export const insertChannel = async (
  db: Db,
  draft: ChannelDraft,
  { firmId, operatorId }: { firmId: number; operatorId: number },
): Promise<Saved> =>
  db
    .insertInto('channel')
    .values({
      ...draft,
      firmId,
      channelNo:
        draft.channelNo ||
        (await nextNumber(db, { table: 'channel', column: 'channelNo', prefix: 'C', digits: 4, firmId })),
      createdBy: operatorId,
    })
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
