import { openScreen } from './layer.ts';
import { currentDesk, enteredScene, sceneNow } from './lib/scene.ts';
import type { View } from './lib/views.ts';
import { showDraw } from './pages/draw.ts';
import { FairPage } from './pages/fair.tsx';
import { MessagesPage } from './pages/messages.tsx';
import { showPacket } from './pages/packet.ts';
import { showPrize } from './pages/prize.ts';
import { showPrizes } from './pages/prizes.ts';
import { PrivacyPage } from './pages/privacy.tsx';
import { RulesPage } from './pages/rules.tsx';

/** Shows a page of the draw; the one that is played needs the code it is played with. */
export const showView = (view: View): void => {
  const desk = currentDesk();
  const entered = enteredScene();
  const play = entered ? sceneNow(entered).play : undefined;
  switch (view.name) {
    case 'draw':
      if (play?.activity) showDraw();
      return;
    case 'rules':
      return openScreen(<RulesPage desk={desk} id={view.id} />);
    case 'privacy':
      return openScreen(<PrivacyPage desk={desk} id={view.id} play={play} />);
    case 'messages':
      return openScreen(<MessagesPage desk={desk} />);
    case 'prizes':
      return showPrizes();
    case 'prize':
      return showPrize(view.id);
    case 'packets':
      return showPrizes(view.id);
    case 'packet':
      return showPacket(view.id);
    case 'fair':
      return openScreen(<FairPage desk={desk} drawNo={view.id} />);
  }
};
