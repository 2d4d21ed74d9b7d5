import { useLayoutEffect, useRef, type RefObject } from 'react';
import { findPosition, type Position } from '../../lib/position.ts';

/** Where the phone is, as soon as it says so; it is asked once, when the screen is opened. */
export const usePosition = (): RefObject<Position | null> => {
  const position = useRef<Position | null>(null);
  useLayoutEffect(() => {
    void findPosition().then((found) => (position.current = found));
  }, []);
  return position;
};
