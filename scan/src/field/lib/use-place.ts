import { useLayoutEffect, useState } from 'react';
import { findPosition, type Position } from '../../lib/position.ts';
import { useLatest } from '../../lib/use-latest.ts';

/** Where something is, and what is said of it. */
export interface Place {
  position: Position | null;
  words: string;
  /** Asks the phone once more. */
  locate: () => Promise<void>;
}

const wordsOf = (position: Position | null): string =>
  position ? `已定位 ${position.lng.toFixed(5)}, ${position.lat.toFixed(5)}` : '未取得定位';

/** A place that may be `known`, else the phone is asked at once; with `keepsLast` a try that finds none leaves what was there. */
export const usePlace = (known: Position | null, { keepsLast = false } = {}): Place => {
  const [position, setPosition] = useState(known);
  const [isLocating, setLocating] = useState(!known);
  const locate = async (): Promise<void> => {
    setLocating(true);
    const found = await findPosition();
    setPosition((before) => found ?? (keepsLast ? before : null));
    setLocating(false);
  };
  const begin = useLatest(() => {
    if (!known) void locate();
  });
  useLayoutEffect(() => begin.current(), [begin]);
  return { position, words: isLocating ? '定位中' : wordsOf(position), locate };
};
