import type { PlayedActivity } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { GameHandle } from '../games/game.ts';
import { atRest, openDraw, type Result, type Standing } from '../lib/draw-acts.ts';
import { judge, type DrawShown } from '../lib/draw-state.ts';
import { leadTo } from '../lib/say.ts';
import { sceneNow, type Scene } from '../lib/scene.ts';

type DrawActs = ReturnType<typeof openDraw>;

/** The page of a draw as it stands: what it shows, what can be done on it, and where that is led to. */
export interface DrawPlay extends Standing, Pick<DrawActs, 'press' | 'askKept' | 'tick' | 'typePhone' | 'closeResult'> {
  scene: Scene;
  shown: DrawShown;
  game: RefObject<GameHandle | null>;
  button: RefObject<HTMLButtonElement | null>;
  consent: RefObject<HTMLInputElement | null>;
  phone: RefObject<HTMLInputElement | null>;
}

/** Plays an activity with the code it was entered with; `result` is shown from the beginning. */
export const useDraw = (entered: Scene, activity: PlayedActivity, result: Result | null): DrawPlay => {
  const game = useRef<GameHandle>(null);
  const button = useRef<HTMLButtonElement>(null);
  const consent = useRef<HTMLInputElement>(null);
  const phone = useRef<HTMLInputElement>(null);
  const acts = useRef<DrawActs>(null);
  const [standing, setStanding] = useState<Standing>({ ...atRest, result });
  useLayoutEffect(() => {
    const opened = openDraw(
      entered,
      activity,
      {
        show: setStanding,
        reveal: async (answer) => game.current?.reveal(answer),
        showEnd: (answer) => game.current?.showEnd(answer),
        reset: () => game.current?.reset(),
        typedPhone: () => phone.current?.value.trim() ?? '',
        leadToConsent: () => consent.current?.focus(),
        leadToPhone: () => phone.current?.focus(),
      },
      { ...atRest, result },
    );
    acts.current = opened;
    opened.begin();
    return opened.leave;
  }, [entered, activity, result]);
  useLayoutEffect(() => {
    if (!activity.game) return undefined;
    const look = (): void => {
      if (document.visibilityState === 'visible') acts.current!.lookAgain();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [activity]);
  const { isBusy, notice } = standing;
  const wasBusy = useRef(false);
  useLayoutEffect(() => {
    // A button that is off while it is busy loses the focus it had.
    if (wasBusy.current && !isBusy && document.activeElement === document.body) leadTo(button.current);
    wasBusy.current = isBusy;
  }, [isBusy]);

  const scene = sceneNow(entered);
  const { play, place } = scene;
  const isKnown = entered.desk.isKnown();
  return {
    ...standing,
    scene,
    shown: judge({ activity, play, isKnown, isPlaced: place !== null, isBusy, notice }),
    press: () => acts.current!.press(),
    askKept: () => acts.current!.askKept(),
    tick: (isTicked) => acts.current!.tick(isTicked),
    typePhone: (typed) => acts.current!.typePhone(typed),
    closeResult: () => acts.current!.closeResult(),
    game,
    button,
    consent,
    phone,
  };
};
