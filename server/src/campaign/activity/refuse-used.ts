import { ActivityStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { activityRefusals } from '@zhuiyuan/contract/campaign/activity/activity-refusals';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { invalid, refuse } from '../../kit/refusal.ts';

const inUse = [ActivityStatus.planned, ActivityStatus.running, ActivityStatus.paused];

/** 62123 of a prize that an activity gives, also one in draft; the type of a prize that was ever promised stays. */
export const refuseUsedPrize = async (
  db: Db,
  { prizeId, act }: { prizeId: number; act: 'retype' | 'remove' },
): Promise<void> => {
  const used = await db
    .selectFrom('tier')
    .innerJoin('activity', 'activity.id', 'tier.activityId')
    .where('tier.prizeId', '=', prizeId)
    .where('activity.isDel', '=', 0)
    .select('tier.id')
    .limit(1)
    .executeTakeFirst();
  if (!used) return;
  throw act === 'remove' ? refuse(activityRefusals.prizeUsed) : invalid('prizeType', '奖品已被活动使用，不能改变类型');
};

/** 62124 of a scope that an activity goes by; one that a published activity goes by may only widen. */
export const refuseUsedScope = async (
  db: Db,
  { scopeId, act }: { scopeId: number; act: 'narrow' | 'remove' },
): Promise<void> => {
  const used = await live(db, 'activity')
    .where('scopeId', '=', scopeId)
    .$if(act === 'narrow', (query) =>
      query.where(
        'status',
        'in',
        inUse.map((status) => sql.lit<number>(status)),
      ),
    )
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (!used) return;
  throw act === 'remove'
    ? refuse(activityRefusals.scopeUsed)
    : invalid('regions', '进行中的活动正在使用，范围只能扩大');
};
