import { useLayoutEffect, useState } from 'react';
import type { Desk } from '../lib/desk.ts';
import { go } from '../lib/go.ts';
import { OpeningRow } from './cards.tsx';

/** The way to 我的消息, with how many are new; nothing at all for whom nobody is known to be. It asks once `isReady`. */
export const MessagesWay = ({ desk, isReady }: { desk: Desk; isReady: boolean }) => {
  const [count, setCount] = useState<number>();
  useLayoutEffect(() => {
    if (!isReady || !desk.isKnown()) return;
    desk
      .unread()
      .then((unread) => setCount(unread.count))
      // The prizes are what he came for.
      .catch(() => undefined);
  }, [desk, isReady]);
  const words = count ? `${count > 99 ? '99+' : count} 条未读` : '';
  return (
    <section className="card p-rows" aria-label="消息" hidden={count === undefined}>
      <OpeningRow
        open={() => go({ name: 'messages' })}
        title="我的消息"
        end={<span className="p-tag p-tone-wait">{words}</span>}
      />
    </section>
  );
};
