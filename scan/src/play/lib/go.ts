import { toHash, type View } from './views.ts';

interface Router {
  show(view: View): void;
  leave(): void;
  /** In the editor's frame, which has one history with the editor: pages are remembered here instead. */
  ownHistory?: View[];
}

let router: Router;

export const routeWith = (chosen: Router): void => {
  router = chosen;
};

const depth = (): number => (history.state as { play?: number } | null)?.play ?? 0;

/** Opens a page of the draw. */
export const go = (view: View): void => {
  if (router.ownHistory) router.ownHistory.push(view);
  else history.pushState({ play: depth() + 1 }, '', location.pathname + location.search + toHash(view));
  router.show(view);
};

/** Back to where one came from; from the first of the pages back to the code. */
export const goBack = (): void => {
  if (router.ownHistory) {
    if (router.ownHistory.length > 1) router.ownHistory.pop();
    return router.show(router.ownHistory[router.ownHistory.length - 1]!);
  }
  if (depth()) return history.back();
  history.replaceState(null, '', location.pathname + location.search);
  router.leave();
};
