import { useLayoutEffect } from 'react';
import { watchKeys } from './scanner-keys.ts';
import { useLatest } from '../../lib/use-latest.ts';

/** Takes what a hardware scanner types as long as the screen is shown. */
export const useScannerKeys = (hit: (text: string) => void): void => {
  const latest = useLatest(hit);
  useLayoutEffect(() => watchKeys((text) => latest.current(text)), [latest]);
};
