import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import type { Db } from '../kit/db/database.ts';
import { live } from '../kit/db/live.ts';

/** Whether a shop is bound to an activity that can hand out its prizes: one that is there and not stopped. */
export const hasShops = async (db: Db, activityId: number): Promise<boolean> =>
  (await live(db, 'shop')
    .where('shop.status', '=', Enabled.on)
    .where('shop.id', 'in', db.selectFrom('bindAct').where('activityId', '=', activityId).select('shopId'))
    .select('shop.id')
    .limit(1)
    .executeTakeFirst()) !== undefined;
