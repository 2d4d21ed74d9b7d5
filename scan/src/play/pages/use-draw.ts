import type { PlayedActivity } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { useLayoutEffect, useRef, useState } from 'react';
import { atRest, openDraw, type Result, type Standing } from '../lib/draw-acts.ts';
import { judge, type DrawShown } from '../lib/draw-state.ts';
import { leadTo } from '../lib/say.ts';
import { sceneNow, type Scene } from '../lib/scene.ts';

/** The page of a draw as it stands: what it shows, and what can be done on it. */
export interface DrawPlay extends Standing {
  scene: Scene;
  shown: DrawShown;
  acts: ReturnType<typeof openDraw>;
  /** The phone has no network. */
  isOffline: boolean;
}

const useOffline = (): boolean => {
  const [isOffline, setOffline] = useState(() => !navigator.onLine);
  useLayoutEffect(() => {
    const look = (): void => setOffline(!navigator.onLine);
    addEventListener('online', look);
    addEventListener('offline', look);
    return () => {
      removeEventListener('online', look);
      removeEventListener('offline', look);
    };
  }, []);
  return isOffline;
};

/** Plays an activity with the code it was entered with, one act at a time; `result` is shown from the beginning. */
export const useDraw = (entered: Scene, activity: PlayedActivity, result: Result | null): DrawPlay => {
  const [standing, setStanding] = useState<Standing>({ ...atRest, result });
  const [acts] = useState(() => openDraw(entered, activity, standing));
  useLayoutEffect(() => acts.follow(setStanding), [acts]);
  useLayoutEffect(() => {
    if (!activity.game) return undefined;
    const look = (): void => {
      if (document.visibilityState === 'visible') acts.lookAgain();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [activity, acts]);
  const isOffline = useOffline();
  const { isBusy, notice } = standing;
  const wasBusy = useRef(false);
  useLayoutEffect(() => {
    // A button that is off while it is busy loses the focus it had.
    if (wasBusy.current && !isBusy && document.activeElement === document.body) leadTo(acts.button.current);
    wasBusy.current = isBusy;
  }, [acts, isBusy]);

  const scene = sceneNow(entered);
  const shown = judge({
    activity,
    play: scene.play,
    isKnown: entered.desk.isKnown(),
    isPlaced: scene.place !== null,
    isBusy,
    notice,
  });
  return { ...standing, scene, shown, acts, isOffline };
};
