import './play.css';
import { takeMoves } from '../lib/moves.ts';
import { takeVisit } from '../lib/wechat-visit.ts';
import type { Desk } from './lib/desk.ts';
import { routeWith } from './lib/go.ts';
import { currentScene, enterScene, type Scene } from './lib/scene.ts';
import { readHash, type View } from './lib/views.ts';
import { showDraw } from './pages/draw.ts';
import { showFair } from './pages/fair.ts';
import { showMessages } from './pages/messages.ts';
import { showPacket } from './pages/packet.ts';
import { showPrize } from './pages/prize.ts';
import { showPrizes } from './pages/prizes.ts';
import { showPrivacy } from './pages/privacy.ts';
import { showRules } from './pages/rules.ts';
import { closeLayer } from './parts/layer.ts';

/** Shows a page of the draw; the one that is played needs the code it is played with. */
export const showView = (view: View): void => {
  switch (view.name) {
    case 'draw':
      if (currentScene()?.play.activity) showDraw();
      return;
    case 'rules':
      return showRules(view.id);
    case 'privacy':
      return showPrivacy(view.id);
    case 'messages':
      return showMessages();
    case 'prizes':
      return showPrizes();
    case 'prize':
      return showPrize(view.id);
    case 'packets':
      return showPrizes(view.id);
    case 'packet':
      return showPacket(view.id);
    case 'fair':
      return showFair(view.id);
  }
};

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
    if (view && (view.name !== 'draw' || currentScene())) {
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
