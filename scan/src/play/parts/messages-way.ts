import { h } from '../../lib/elements.ts';
import type { Desk } from '../lib/desk.ts';
import { go } from '../lib/go.ts';
import { playIcon } from '../lib/play-icons.ts';

/** The way to 我的消息, with how many are new; nothing at all for whom nobody is known to be. */
export const messagesWay = (desk: Desk): { element: HTMLElement; open: () => Promise<void> } => {
  const unread = h('span', { class: 'p-tag p-tone-wait' });
  const element = h(
    'section',
    { class: 'card p-rows', 'aria-label': '消息' },
    h(
      'button',
      { type: 'button', class: 'p-row', click: () => go({ name: 'messages' }) },
      h('span', { class: 'p-main' }, h('b', {}, '我的消息')),
      unread,
      playIcon('next', 16),
    ),
  );
  element.hidden = true;
  return {
    element,
    open: async () => {
      if (!desk.isKnown()) return;
      try {
        const { count } = await desk.unread();
        unread.textContent = count > 0 ? `${count > 99 ? '99+' : count} 条未读` : '';
        element.hidden = false;
      } catch {
        // The prizes are what he came for.
      }
    },
  };
};
