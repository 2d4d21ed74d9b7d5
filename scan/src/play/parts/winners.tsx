import { fenToYuan } from '@zhuiyuan/contract/kit/decimal';
import { useLayoutEffect, useState } from 'react';
import type { Desk, Winner } from '../lib/desk.ts';

const most = 3;

/** The last who won; nothing where nobody has. */
export const Winners = ({ winners }: { winners: readonly Winner[] }) =>
  winners.length === 0 ? null : (
    <section className="p-winners" aria-label="最近中奖">
      {winners.slice(0, most).map(({ who, prizeName, amount, drawnAt }) => (
        <p key={`${drawnAt} ${who}`}>
          <span>{who}</span>
          <b>{amount ? `${fenToYuan(amount)} 元红包` : prizeName}</b>
        </p>
      ))}
    </section>
  );

/** The last winners of an activity, once they have come: nobody waits for them. */
export const useWinners = (desk: Pick<Desk, 'winners'>, activityId: number): readonly Winner[] => {
  const [winners, setWinners] = useState<readonly Winner[]>([]);
  useLayoutEffect(() => {
    desk
      .winners(activityId)
      .then(setWinners)
      .catch(() => undefined);
  }, [desk, activityId]);
  return winners;
};
