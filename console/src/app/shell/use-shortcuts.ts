import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { TabActs } from '../tabs/use-tabs.ts';
import { createStore } from '../../lib/store.ts';

/** Whether the list of shortcuts is open. */
export const shortcutsShown = createStore(false);

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Alt ← → and Alt W for the tabs, `?` for the list of shortcuts. */
export const useShortcuts = (tabs: TabActs): void => {
  const { pathname } = useLocation();
  useEffect(() => {
    const act = (event: KeyboardEvent): (() => void) | undefined => {
      if (event.altKey && !event.ctrlKey && !event.metaKey) {
        if (event.key === 'ArrowLeft') return () => tabs.step(-1);
        if (event.key === 'ArrowRight') return () => tabs.step(1);
        if (event.code === 'KeyW') return () => void tabs.close({ type: 'close', key: pathname });
      }
      const isQuestion = event.key === '?' && !event.ctrlKey && !event.metaKey && !event.altKey;
      return isQuestion && !isTyping(event.target) ? () => shortcutsShown.set(true) : undefined;
    };
    const listen = (event: KeyboardEvent) => {
      const run = act(event);
      if (!run) return;
      event.preventDefault();
      run();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [tabs, pathname]);
};
