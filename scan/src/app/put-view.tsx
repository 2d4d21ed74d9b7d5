import type { Theme } from '@zhuiyuan/contract/trace/template/template-theme';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyTheme } from '../lib/apply-theme.ts';
import type { Tone } from '../parts/verdict-head.tsx';

/** What the screen holds: its tone and title, what is said to screen readers, the bar, the head and the cards. */
export interface View {
  tone: Tone;
  title: string;
  said: string;
  bar: ReactNode;
  head: ReactNode;
  cards: ReactNode;
  look?: Theme;
}

let isFirstView = true;
let shown: ReturnType<typeof createRoot> | undefined;
/** Counts the views, so that an answer which comes too late is known. */
let views = 0;

/** Of the view on the screen alone. */
export const viewNow = (): number => views;

/** Puts a view on the screen where it is scrolled to. */
export const put = ({ tone, title, said, bar, head, cards, look }: View): void => {
  views += 1;
  const page = document.getElementById('page')!;
  shown?.unmount();
  page.className = `page ${tone}`;
  page.textContent = '';
  applyTheme(page, look);
  shown = createRoot(page);
  shown.render(
    <>
      {bar}
      <main>
        {head}
        {cards}
      </main>
    </>,
  );
  document.title = `${title} - 追源验真`;
  document.getElementById('status')!.textContent = said;
};

/** Shows a view from its top, with the focus on its headline or its box. */
export const show = (view: View): void => {
  put(view);
  if (!isFirstView) {
    const page = document.getElementById('page')!;
    scrollTo(0, 0);
    (page.querySelector<HTMLElement>('.pin') ?? page.querySelector('h1'))!.focus({ preventScroll: true });
  }
  isFirstView = false;
};
