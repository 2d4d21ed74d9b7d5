import './play.css';
import { takeMoves } from '../lib/moves.ts';
import { takeVisit } from '../lib/wechat-visit.ts';
import type { Desk } from './lib/desk.ts';
import { closeLayer } from './layer.ts';
import { routeWith } from './lib/go.ts';
import { enteredScene, enterScene, type Scene } from './lib/scene.ts';
import { readHash } from './lib/views.ts';
import { showView } from './show-view.tsx';

/** Whether the page of the code has been drawn below the layer. */
const hasPageBelow = (): boolean => !document.getElementById('page')!.classList.contains('blank');

let address = '';

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
  showView({ name: 'draw' });
};
