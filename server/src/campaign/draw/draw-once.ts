import type { Db } from '../../kit/db/database.ts';
import { coalesce } from '../../kit/db/coalesce.ts';
import type { AskedDraw } from './draw-locks.ts';
import { drawTogether, type Drawn } from './draw-together.ts';

/** By activity, since draws of one are decided together and of two are not. */
const byActivity = new Map<number, (db: Db, asked: AskedDraw) => Promise<Drawn>>();
const mostActivities = 1000;

/** Draws for one who asks, together with those of the same activity who ask meanwhile; never two of one person, or of one code. */
export const drawOnce = (db: Db, asked: AskedDraw): Promise<Drawn> => {
  const { activityId } = asked.ticket;
  let draw = byActivity.get(activityId);
  if (!draw) {
    if (byActivity.size >= mostActivities) byActivity.delete(byActivity.keys().next().value!);
    draw = coalesce<AskedDraw, Drawn>(drawTogether, ({ ticket: { uid, code } }) =>
      code ? [`person ${uid}`, `code ${code.seg} ${code.serial}`] : [`person ${uid}`],
    );
    byActivity.set(activityId, draw);
  }
  return draw(db, asked);
};
