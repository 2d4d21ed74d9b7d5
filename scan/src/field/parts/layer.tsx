import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

/** Layers over the screen that are open, the last on top. */
const open = new Set<() => void>();

/** Puts something over the screen; answers what takes it away again, at once and together with the screen. */
export const openLayer = (build: (close: () => void) => ReactNode, closed?: () => void): (() => void) => {
  const place = document.createElement('div');
  const root = createRoot(place);
  const close = (): void => {
    if (!open.delete(close)) return;
    root.unmount();
    place.remove();
    closed?.();
  };
  open.add(close);
  document.body.append(place);
  root.render(build(close));
  return close;
};

/** Takes away all that lies over a screen which is left. */
export const closeLayers = (): void => {
  for (const close of open) close();
};
