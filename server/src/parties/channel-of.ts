import type { Db } from '../kit/database.ts';
import { invalid } from '../kit/refusal.ts';

/** The enabled channel with this number; 400 on `field` when it is disabled, deleted or another firm's. */
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
  if (!channel) throw invalid(field, '渠道已停用或不存在');
  return channel;
};
