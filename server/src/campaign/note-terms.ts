import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';

/**
 * Notes what the tiers of an activity promise and what it asks for a draw, in the transaction that publishes or changes them; `at` is another
 * moment than this one.
 */
export const noteTerms = async (
  db: Db,
  { firmId, activityId, at }: { firmId: number; activityId: number; at?: string },
): Promise<void> => {
  await sql`
    insert into tier_terms (firm_id, activity_id, tier_id, prize_id, prize_name, prize_type, claim_mode, also_post, amount_min, amount_max, points,
      face_value, cost_price, deduct_amount, stock_total, points_cost, free_per_day, share_reward, auto_return, at)
    select tier.firm_id, tier.activity_id, tier.id, prize_id, prize_name, prize_type, claim_mode, also_post, amount_min, amount_max, points,
      face_value, cost_price, deduct_amount, stock_total, points_cost, free_per_day, share_reward, auto_return,
      coalesce(${at ?? null}::timestamptz, clock_timestamp())
    from tier join activity on activity.id = tier.activity_id and activity.firm_id = tier.firm_id
    where tier.firm_id = ${firmId} and tier.activity_id = ${activityId}
    order by tier_no`.execute(db);
};
