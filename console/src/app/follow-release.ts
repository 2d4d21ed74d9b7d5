import { isAnyTabDirty } from '../lib/use-dirty.ts';

const reloadedKey = 'reloaded-at';
const patienceMs = 60_000;

/**
 * After a new release the screens an open window has not loaded yet are gone from the server: such a window loads itself
 * again, at most once a minute, unless something in it is unsaved, or the line is down: nothing would come instead.
 */
export const followRelease = (): void => {
  addEventListener('vite:preloadError', (event) => {
    const before = Number(sessionStorage.getItem(reloadedKey) ?? 0);
    if (isAnyTabDirty() || Date.now() - before < patienceMs) return;
    if (!navigator.onLine) return;
    sessionStorage.setItem(reloadedKey, String(Date.now()));
    event.preventDefault();
    location.reload();
  });
};
