import { gameApi } from '@zhuiyuan/contract/campaign/activity/game';
import { ActScene } from '@zhuiyuan/contract/campaign/campaign-states';
import { sql } from 'kysely';
import type { App } from '../../kit/http/app-context.ts';
import { findPage } from '../../kit/db/paging.ts';
import { serve } from '../../kit/http/serve.ts';
import { totalDraws } from '../counters.ts';
import { pickActivities } from './pick-activities.ts';
import { asActivityRows, matchingActivities } from './find-activities.ts';

/** 互动活动管理: the list of games. */
export const mountGame = (app: App): void => {
  serve(app, gameApi, {
    listAll: ({ input, db }) => pickActivities(db, input, { actScene: ActScene.interact }),
    list: ({ input, db }) =>
      findPage(db, input, matchingActivities(db, { ...input, actScene: ActScene.interact }), asGameRows),
  });
};

/** Adds what came of a game; it is counted for the rows of one page alone. */
const asGameRows = (query: ReturnType<typeof matchingActivities>) =>
  asActivityRows(query).select([
    'activity.freePerDay',
    'activity.shareReward',
    'activity.pointsCost',
    sql<number>`(select count(*) from draw_counter c where c.activity_id = activity.id and c.firm_id = activity.firm_id
      and c.period = ${sql.lit(totalDraws)} and c.cnt > 0)`.as('partUv'),
    sql<number>`(select coalesce(sum(d.points_cost), 0)::bigint from draw d
      where d.activity_id = activity.id and d.firm_id = activity.firm_id)`.as('pointsUsed'),
    sql<number>`(select count(*) from share where share.activity_id = activity.id and share.firm_id = activity.firm_id)`.as(
      'shareCnt',
    ),
    sql<number>`(select count(*) from share where share.activity_id = activity.id and share.firm_id = activity.firm_id
      and share.is_new)`.as('shareNew'),
  ]);
