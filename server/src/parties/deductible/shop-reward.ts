import { RewardKind, RewardStatus } from '@zhuiyuan/contract/parties/deductible/shop-reward';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';

/** What a shop is rewarded for; amount in fen. */
export interface NewReward {
  firmId: number;
  shopId: number;
  agentId: number | null;
  kind: (typeof RewardKind.options)[number]['value'];
  amount: number;
  points?: number;
  /** What it is for: the same is rewarded once. */
  refKind: string;
  refId: number;
  drawId?: number | null;
  activityId?: number | null;
  remark?: string;
  /** Who of the staff had it written; nobody where it comes of a draw. */
  createdBy?: number | null;
}

/**
 * Writes rewards of shops down, in the caller's transaction; one that is there already for the same is left alone. What opening a box
 * won is settled from the beginning: its money goes out as a payout of its own. What comes of no draw is noted, once.
 */
export const recordRewards = async (db: Db, rewards: readonly NewReward[]): Promise<void> => {
  if (rewards.length === 0) return;
  const made = await db
    .insertInto('shopReward')
    .values(
      rewards.map((reward) => ({
        ...reward,
        status: reward.kind === RewardKind.unpack ? RewardStatus.settled : RewardStatus.open,
      })),
    )
    .onConflict((conflict) => conflict.columns(['kind', 'refKind', 'refId']).doNothing())
    .returning(['id', 'firmId', 'kind'])
    .execute();
  const byHand = made.filter(({ kind }) => kind !== RewardKind.unpack);
  if (byHand.length === 0) return;
  await sql`
    insert into reward_note (firm_id, reward_id, shop_id, kind, amount, points, created_by)
    select w.firm_id, w.id, w.shop_id, w.kind, w.amount, w.points, w.created_by from shop_reward w
    join unnest(${byHand.map(({ firmId }) => firmId)}::bigint[], ${byHand.map(({ id }) => id)}::bigint[]) made(firm_id, id)
      on w.firm_id = made.firm_id and w.id = made.id
    order by w.id`.execute(db);
};

/** Rewards that a remittance has paid. */
export const settleRewards = async (db: Db, firmId: number, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return;
  await db
    .updateTable('shopReward')
    .set({ status: RewardStatus.settled })
    .where('firmId', '=', firmId)
    .where('id', 'in', [...ids])
    .where('status', '=', RewardStatus.open)
    .execute();
};
