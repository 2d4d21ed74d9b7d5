import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { whenLeft } from '../../lib/shown-screen.ts';

/** Puts something over the screen; answers what takes it away again, which the end of the screen does too. */
export const openLayer = (build: (close: () => void) => ReactNode, closed?: () => void): (() => void) => {
  const place = document.createElement('div');
  const root = createRoot(place);
  let isOpen = true;
  const close = (): void => {
    if (!isOpen) return;
    isOpen = false;
    root.unmount();
    place.remove();
    closed?.();
  };
  whenLeft(close);
  document.body.append(place);
  root.render(build(close));
  return close;
};
