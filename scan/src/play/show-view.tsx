import type { PlayedActivity } from '@zhuiyuan/contract/campaign/draw/public-draw';
import type { ComponentProps, ReactNode } from 'react';
import { latePart, type LatePart } from '../parts/late-part.ts';
import { useLoaded } from '../parts/use-loaded.ts';
import { Failure } from '../parts/waiting.tsx';
import { modes } from './modes/modes.ts';
import { openScreen } from './layer.ts';
import type { Result } from './lib/draw-acts.ts';
import { say } from './lib/say.ts';
import { currentDesk, enteredScene, sceneNow, type Scene } from './lib/scene.ts';
import type { View } from './lib/views.ts';
import { DrawPage } from './pages/draw.tsx';
import type * as Pages from './pages/mine.tsx';
import { FairPage, PrivacyPage, RulesPage } from './pages/paper-pages.tsx';
import { Skeleton } from './parts/cards.tsx';
import { sheets } from './pages/late-sheet.tsx';
import { Screen } from './parts/screen.tsx';

type Mine = typeof Pages;
type Shape = Pick<ComponentProps<typeof Screen>, 'title' | 'look' | 'theme' | 'bar'>;

/** 我的奖品 and the pages behind it. */
const mine = latePart<Mine>(() => import('./pages/mine.tsx'));

/** The shape of a page until the part that shows it is there. */
const Coming = <P,>({ screen, part, show }: { screen: Shape; part: LatePart<P>; show: (came: P) => ReactNode }) => {
  const { data, failed, reload } = useLoaded(part.fetch);
  if (data) return show(data);
  return (
    <Screen {...screen}>
      <div>{failed === undefined ? <Skeleton /> : <Failure words={failed} retry={reload} />}</div>
    </Screen>
  );
};

const openLate = <P,>(screen: Shape, part: LatePart<P>, show: (came: P) => ReactNode): void => {
  const came = part.now();
  openScreen(came ? show(came) : <Coming screen={screen} part={part} show={show} />);
};

const openMine = (title: string, show: (pages: Mine) => ReactNode): void => openLate({ title }, mine, show);

const openDraw = (entered: Scene, activity: PlayedActivity, result: Result | null): void =>
  openLate(
    { title: activity.name, look: 'stage', theme: activity.theme, bar: activity.firmName },
    modes[activity.playMode],
    (Mode) => <DrawPage entered={entered} activity={activity} Mode={Mode} result={result} />,
  );

/** Shows a page of the draw; the one that is played needs the code it is played with, and may show a `result` at once. */
export const showView = (view: View, result: Result | null = null): void => {
  const desk = currentDesk();
  const entered = enteredScene();
  const play = entered ? sceneNow(entered).play : undefined;
  switch (view.name) {
    case 'draw':
      if (!entered || !play?.activity) return undefined;
      say('');
      void sheets.prefetch();
      mine.prefetchSoon();
      return openDraw(entered, play.activity, result);
    case 'rules':
      return openScreen(<RulesPage desk={desk} id={view.id} />);
    case 'privacy':
      return openScreen(<PrivacyPage desk={desk} id={view.id} play={play} />);
    case 'messages':
      return openMine('我的消息', ({ MessagesPage }) => <MessagesPage desk={desk} />);
    case 'prizes':
      return openMine('我的奖品', ({ PrizesPage }) => <PrizesPage desk={desk} />);
    case 'prize':
      return openMine('我的奖品', ({ PrizePage }) => <PrizePage desk={desk} scene={entered} claimNo={view.id} />);
    case 'packets':
      return openMine('我的奖品', ({ PrizesPage }) => <PrizesPage desk={desk} redActiveId={view.id} />);
    case 'packet':
      return openMine('红包', ({ PacketPage }) => <PacketPage desk={desk} id={view.id} />);
    case 'fair':
      return openScreen(<FairPage desk={desk} drawNo={view.id} />);
  }
};
