import { partyRefusals } from '@zhuiyuan/contract/parties/party-refusals';
import type { Db } from '../../kit/db/database.ts';
import { enabledRow } from '../../kit/db/enabled-row.ts';
import { refuse } from '../../kit/refusal.ts';

/** The enabled channel with this number; refuses 61108, at `field`, when it is disabled, deleted or another firm's. */
export const channelOf = async (db: Db, id: number, field: string): Promise<{ id: number; firmId: number }> => {
  const channel = await enabledRow(db, 'channel', id);
  if (!channel)
    throw refuse(partyRefusals.channelGone, {}, { fields: [{ field, message: partyRefusals.channelGone[1] }] });
  return channel;
};
