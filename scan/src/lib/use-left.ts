import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Whether the screen was left, for what comes back to it later. */
export const useLeft = (): RefObject<boolean> => {
  const isLeft = useRef(false);
  useLayoutEffect(() => () => void (isLeft.current = true), []);
  return isLeft;
};
