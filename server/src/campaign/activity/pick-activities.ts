import type { activityApi, ActivityRow } from '@zhuiyuan/contract/campaign/activity/activity';
import { ActivityStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { pickRows } from '../../kit/db/pick-rows.ts';

/** Activities for a picker, newest first; none of the recycle bin. */
export const pickActivities = (
  db: Db,
  wish: InputOf<typeof activityApi.listAll>,
  { actScene }: { actScene?: 1 } = {},
) =>
  pickRows(
    live(db, 'activity')
      .where('activity.status', '<', sql.lit(ActivityStatus.recycled))
      .$if(actScene !== undefined, (query) => query.where('activity.actScene', '=', actScene!))
      .select(['id', 'firmId', 'actName', 'actName as name', sql<ActivityRow['status']>`activity.status`.as('status')]),
    {
      id: 'activity.id',
      words: ['activity.actName', 'activity.actNo'],
      order: [{ column: 'activity.id', direction: 'desc' }],
    },
    wish,
  );
