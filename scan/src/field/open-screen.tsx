import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { closeScreen, whenLeft } from '../lib/shown-screen.ts';

/** Puts a screen in the place of the one before it: also one of the same kind begins anew. */
export const openScreen = (screen: ReactNode): void => {
  closeScreen();
  const page = document.getElementById('page')!;
  page.textContent = '';
  const root = createRoot(page);
  root.render(screen);
  whenLeft(() => root.unmount());
  scrollTo(0, 0);
};
