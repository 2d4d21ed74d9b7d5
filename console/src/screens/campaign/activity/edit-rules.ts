import type { ActivityDraft } from '@zhuiyuan/contract/campaign/activity/activity-draft';
import { ActivityStatus } from '@zhuiyuan/contract/campaign/campaign-states';

/** How much of an activity may be edited: all of it, what is to the shopper's advantage, nothing. */
export type Editing = 'all' | 'better' | 'nothing';

/** What its state leaves to be edited. */
export const editingOf = (status: ActivityStatus): Editing => {
  if (status === ActivityStatus.draft) return 'all';
  return status === ActivityStatus.ended || status === ActivityStatus.recycled ? 'nothing' : 'better';
};

/** What may still change once its terms are published. Tiers, limits, the budget and the end only in one direction. */
const open: ReadonlySet<keyof ActivityDraft> = new Set([
  'endAt',
  'limitTotal',
  'limitDay',
  'winTotal',
  'winDay',
  'freePerDay',
  'shareReward',
  'claimDays',
  'tiers',
  'budgetAmount',
  'channelId',
  'expectDraws',
  'autoReturn',
  'verifyAll',
  'theme',
  'bgImage',
  'shareTitle',
  'shareDesc',
  'shareImage',
  'remark',
]);

/** Whether a field is shown as a control. */
export const mayChange = (editing: Editing, field: keyof ActivityDraft): boolean =>
  editing === 'all' || (editing === 'better' && open.has(field));
