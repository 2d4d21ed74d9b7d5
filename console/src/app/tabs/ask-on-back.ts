import { isTabDirty } from '../../lib/use-dirty.ts';
import { applyTab, mayLose } from './tab-store.ts';

/** The entry of the browser's history that is shown: its number among those of this window, and its path, which is its tab's key. */
let here = { at: 0, path: '' };
/** The tab whose unsaved changes may be lost with the step that is being taken. */
let givenUp = '';
let isAsked = false;

const numberOf = (state: unknown): number | undefined =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number'
    ? state.idx
    : undefined;

const ask = async (path: string, step: number): Promise<void> => {
  if (isAsked) return;
  isAsked = true;
  const goesOn = await mayLose([path]).finally(() => {
    isAsked = false;
  });
  if (!goesOn) return;
  next = () => {
    givenUp = path;
  };
  history.go(step);
};

const hold = (event: PopStateEvent): void => {
  const { at, path } = here;
  const to = numberOf(event.state);
  if (to === undefined || to === at || location.pathname === path || !isTabDirty(path)) return;
  event.stopImmediatePropagation();
  next = (returned) => {
    returned.stopImmediatePropagation();
    void ask(path, to - at);
  };
  history.go(at - to);
};

let next = hold;

/**
 * Asks before the browser's back or forward takes unsaved changes out of sight. It takes the step back, asks, and takes the step
 * again if they may be lost. Called once before any router is built, which so never hears of a step that is held.
 */
export const askOnBack = (): void =>
  addEventListener(
    'popstate',
    (event) => {
      const act = next;
      next = hold;
      act(event);
    },
    { capture: true },
  );

/** Told by the shell that it shows the entry of the address; what was given up on the way is not there when one comes back. */
export const showEntry = (): void => {
  here = { at: numberOf(history.state) ?? here.at, path: location.pathname };
  if (givenUp === '' || givenUp === here.path) return;
  applyTab({ type: 'refresh', key: givenUp });
  givenUp = '';
};
