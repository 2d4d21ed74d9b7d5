import { Audience } from '@zhuiyuan/contract/campaign/campaign-states';
import type { Db } from '../kit/db/database.ts';

/**
 * Takes a code for a red packet: it pays for no draw from now on. False where it paid for a draw or a packet already. Decided by the key
 * of the table, however many ask at once.
 */
export const takeForPacket = async (
  db: Db,
  of: { firmId: number; redActiveId: number; uid: number; seg: number; serial: number },
): Promise<boolean> => {
  const { redActiveId, ...rest } = of;
  const taken = await db
    .insertInto('codeUse')
    .values({ ...rest, audience: Audience.consumer, activityId: redActiveId, drawId: null })
    .onConflict((key) => key.columns(['seg', 'serial', 'audience']).doNothing())
    .returning('seg')
    .executeTakeFirst();
  return taken !== undefined;
};
