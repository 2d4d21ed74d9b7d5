import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { closeLayers } from './parts/layer.tsx';
import { leave } from './parts/screen.ts';

let shown: Root | undefined;

/** Ends the screen that is shown, with all that lies over it. */
export const closeScreen = (): void => {
  leave();
  closeLayers();
  shown?.unmount();
  shown = undefined;
};

/** Puts a screen in the place of the one before it: also one of the same kind begins anew. */
export const openScreen = (screen: ReactNode): void => {
  closeScreen();
  const page = document.getElementById('page')!;
  page.replaceChildren();
  shown = createRoot(page);
  shown.render(screen);
  scrollTo(0, 0);
};
