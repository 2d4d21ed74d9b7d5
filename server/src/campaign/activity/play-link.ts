import { ActivityStatus, LotteryType } from '@zhuiyuan/contract/campaign/campaign-states';
import { activityRefusals } from '@zhuiyuan/contract/campaign/activity/activity-refusals';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { notFound, refuse } from '../../kit/refusal.ts';

/** Where an activity is played that points pay: on the firm's own domain, if it has one. Empty where codes pay; drafts are refused (62131). */
export const findPlayLink = async (db: Db, id: number, publicUrl: string): Promise<{ url: string }> => {
  const activity = await live(db, 'activity')
    .innerJoin('firm', 'firm.id', 'activity.firmId')
    .where('activity.id', '=', id)
    .select(['activity.status', 'activity.lotteryType', 'firm.domain'])
    .executeTakeFirst();
  if (!activity) throw notFound();
  if (activity.lotteryType !== LotteryType.points) return { url: '' };
  if (activity.status === ActivityStatus.draft || activity.status === ActivityStatus.recycled)
    throw refuse(activityRefusals.notPublished);
  return { url: `${activity.domain ? `https://${activity.domain}` : publicUrl}/trace/play?activity=${id}` };
};
