import './play.css';
import { takeMoves } from '../lib/moves.ts';
import { takeVisit } from '../lib/wechat-visit.ts';
import type { Desk } from './lib/desk.ts';
import { closeLayer } from './layer.ts';
import { routeWith } from './lib/go.ts';
import type { Result } from './lib/draw-acts.ts';
import { isOver } from './lib/draw-state.ts';
import { enteredScene, enterScene, sceneNow, type Scene } from './lib/scene.ts';
import { readHash } from './lib/views.ts';
import { showView } from './show-view.tsx';

/** Whether the page of the code has been drawn below the layer. */
const hasPageBelow = (): boolean => !document.getElementById('page')!.classList.contains('blank');

let address = '';

/** How the draw of a code has ended: shown at once to whoever pressed 查看结果; null where there is something to draw. */
const endedOf = (scene: Scene): Result | null => {
  const { play } = sceneNow(scene);
  const { activity, earlier } = play;
  return activity && earlier && isOver({ activity, play }) ? { answer: earlier, next: null } : null;
};

/**
 * Opens the pages of a draw over the page of the code: what the hash names, or where it names none the one that is played. `desk` answers
 * where there is no draw.
 */
export const openPlay = (scene: Scene | null, desk?: Desk): void => {
  takeVisit();
  enterScene(scene, desk);
  address = location.pathname + location.search;
  routeWith({ show: showView, leave: () => dispatchEvent(new PopStateEvent('popstate')) });
  takeMoves(() => {
    const isSame = location.pathname + location.search === address;
    const view = isSame ? readHash(location.hash) : null;
    if (view && (view.name !== 'draw' || enteredScene())) {
      showView(view);
      return true;
    }
    if (!document.getElementById('play')) return false;
    closeLayer();
    return isSame && hasPageBelow();
  });
  const named = readHash(location.hash);
  if (named) return showView(named);
  history.pushState({ play: 1 }, '', `${address}#draw`);
  showView({ name: 'draw' }, scene && endedOf(scene));
};
