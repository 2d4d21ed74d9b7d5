import { ActScene } from '@zhuiyuan/contract/campaign/campaign-states';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import type { Operator } from '../../kit/operator.ts';
import { notFound } from '../../kit/refusal.ts';

type Verb = 'list' | 'save' | 'update' | 'delete' | 'publish' | 'pause' | 'end';

/** Whether somebody may do this with games alone: he has the permission of their screen and of no other one. */
export const isForGames = (operator: Operator, verb: Verb): boolean =>
  !operator.may({ any: [`admin:lottery:active:${verb}`, `admin:lottery:aiActive:${verb}`] });

/** What somebody may see of activities. */
export const ownScene = (operator: Operator): { actScene?: 1 } =>
  isForGames(operator, 'list') ? { actScene: ActScene.interact } : {};

/** Refuses an activity that is no game to who may act on games alone (404). */
export const requireScene = async (db: Db, operator: Operator, verb: Verb, id: number): Promise<void> => {
  if (!isForGames(operator, verb)) return;
  const activity = await live(db, 'activity').where('id', '=', id).select('actScene').executeTakeFirst();
  if (activity?.actScene !== ActScene.interact) throw notFound();
};
