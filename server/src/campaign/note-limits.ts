import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';

/** Notes what holds from now on of the prizes of an activity, in the transaction that publishes or changes them; its draws are shut out. */
export const noteLimits = async (
  db: Db,
  { firmId, activityId }: { firmId: number; activityId: number },
): Promise<void> => {
  await sql`
    insert into tier_limit (firm_id, activity_id, tier_id, is_on, user_cap, day_cap, hour_cap, win_day, win_total)
    select tier.firm_id, tier.activity_id, tier.id, is_on, user_cap, day_cap, hour_cap, win_day, win_total
    from tier join activity on activity.id = tier.activity_id and activity.firm_id = tier.firm_id
    where tier.firm_id = ${firmId} and tier.activity_id = ${activityId} and tier.prize_type <> ${sql.lit(PrizeType.none)}
    order by tier_no`.execute(db);
};
