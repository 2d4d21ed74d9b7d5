import { useLayoutEffect, useRef } from 'react';
import { watchKeys } from './scanner-keys.ts';

/** Takes what a hardware scanner types as long as the screen is shown. */
export const useScannerKeys = (hit: (text: string) => void): void => {
  const last = useRef(hit);
  last.current = hit;
  useLayoutEffect(() => watchKeys((text) => last.current(text)), []);
};
