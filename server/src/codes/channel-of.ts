import type { Db } from '../kit/database.ts';
import { refuse } from '../kit/refusal.ts';
import { partyRefusals } from '@zhuiyuan/contract/parties/party-refusals';

/** The enabled channel with this number; refuses 61108, at `field`, when it is disabled, deleted or another firm's. */
export const channelOf = async (
  db: Db,
  id: number,
  field: string,
): Promise<{ id: number; firmId: number; name: string }> => {
  const channel = await db
    .selectFrom('channel')
    .where('id', '=', id)
    .where('isDel', '=', 0)
    .where('status', '=', 0)
    .select(['id', 'firmId', 'name'])
    .executeTakeFirst();
  if (!channel)
    throw refuse(partyRefusals.channelGone, {}, { fields: [{ field, message: partyRefusals.channelGone[1] }] });
  return channel;
};
