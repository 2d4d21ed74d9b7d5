import { z } from 'zod';
import { dateLimit } from '../../kit/date-limit.ts';
import { defineApi } from '../../kit/endpoint.ts';
import { filterText, id, ids, int } from '../../kit/fields.ts';
import { resource } from '../../kit/resource.ts';
import { PlayMode } from '../campaign-states.ts';
import { ActivityRow } from './activity.ts';

/** A game in the list: an activity that is played without a code. */
export const GameRow = ActivityRow.extend({
  freePerDay: z.number(),
  shareReward: z.number(),
  /** Null where no draw is paid with points. */
  pointsCost: z.number().nullable(),
  /** People who drew. */
  partUv: z.number(),
  /** Points that draws cost so far. */
  pointsUsed: z.number(),
  /** People who came by somebody's link, and those among them whom the firm did not know. */
  shareCnt: z.number(),
  shareNew: z.number(),
});
export type GameRow = z.output<typeof GameRow>;

const at = resource('/admin/lottery/interact', 'admin:lottery:interact', '互动活动');

/** 互动活动管理: games alone; what is done with them are the calls of activities. */
export const gameApi = defineApi({
  list: at.list(GameRow, {
    firmId: id().optional(),
    keywords: filterText,
    status: ids('状态不正确', int(0, 5, '状态不正确'), 6).optional(),
    playMode: PlayMode.schema.optional(),
    /** Of the start. */
    dateLimit,
  }),
  /** For the picker of their figures. */
  listAll: at.listAll(
    z.array(z.object({ id: z.number(), firmId: z.number(), actName: z.string(), name: z.string() })),
    {
      may: { any: ['admin:lottery:interact:count', 'admin:lottery:interact:list'] },
    },
  ),
});
