import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { closeScreen, whenLeft } from '../lib/shown-screen.ts';
import { say } from './lib/say.ts';

/** How the page of the code was left. */
let before: { scrolled: number; title: string; ground: string } | null = null;

/** The layer over the page of the code, which stays as it is below. */
const openLayer = (): HTMLElement => {
  const there = document.getElementById('play');
  if (there) return there;
  const page = document.getElementById('page')!;
  before = { scrolled: window.scrollY, title: document.title, ground: document.body.style.background };
  page.hidden = true;
  const layer = document.createElement('div');
  layer.id = 'play';
  page.after(layer);
  return layer;
};

/** Takes the layer away; the page below stands where it was left. */
export const closeLayer = (): void => {
  closeScreen();
  document.getElementById('play')?.remove();
  document.getElementById('page')!.hidden = false;
  if (!before) return;
  document.body.style.background = before.ground;
  document.title = before.title;
  say('');
  scrollTo(0, before.scrolled);
  before = null;
};

/** Puts a screen in the place of the one before it, which ends: also one of the same kind begins anew. */
export const openScreen = (screen: ReactNode): void => {
  closeScreen();
  const layer = openLayer();
  layer.textContent = '';
  const root = createRoot(layer);
  root.render(screen);
  whenLeft(() => root.unmount());
};
