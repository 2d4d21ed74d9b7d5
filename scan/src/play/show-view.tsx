import { openScreen } from './layer.ts';
import type { Result } from './lib/draw-acts.ts';
import { say } from './lib/say.ts';
import { currentDesk, enteredScene, sceneNow } from './lib/scene.ts';
import type { View } from './lib/views.ts';
import { DrawPage } from './pages/draw.tsx';
import { MessagesPage } from './pages/messages.tsx';
import { FairPage, PrivacyPage, RulesPage } from './pages/paper-pages.tsx';
import { PacketPage } from './pages/packet.tsx';
import { PrizePage } from './pages/prize.tsx';
import { PrizesPage } from './pages/prizes.tsx';

/** Shows a page of the draw; the one that is played needs the code it is played with, and may show a `result` at once. */
export const showView = (view: View, result: Result | null = null): void => {
  const desk = currentDesk();
  const entered = enteredScene();
  const play = entered ? sceneNow(entered).play : undefined;
  switch (view.name) {
    case 'draw':
      if (!entered || !play?.activity) return undefined;
      say('');
      return openScreen(<DrawPage entered={entered} activity={play.activity} result={result} />);
    case 'rules':
      return openScreen(<RulesPage desk={desk} id={view.id} />);
    case 'privacy':
      return openScreen(<PrivacyPage desk={desk} id={view.id} play={play} />);
    case 'messages':
      return openScreen(<MessagesPage desk={desk} />);
    case 'prizes':
      return openScreen(<PrizesPage desk={desk} />);
    case 'prize':
      return openScreen(<PrizePage desk={desk} scene={entered} claimNo={view.id} />);
    case 'packets':
      return openScreen(<PrizesPage desk={desk} redActiveId={view.id} />);
    case 'packet':
      return openScreen(<PacketPage desk={desk} id={view.id} />);
    case 'fair':
      return openScreen(<FairPage desk={desk} drawNo={view.id} />);
  }
};
