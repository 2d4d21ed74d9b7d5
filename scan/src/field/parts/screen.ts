import { h } from '../../lib/elements.ts';
import { fieldIcon } from '../lib/field-icons.ts';
import { goBack } from '../lib/navigate.ts';
import { closeScreen, whenLeft } from './shown-screen.ts';

export { whenLeft };

export interface Screen {
  title: string;
  /** At the right of the bar. */
  action?: Node | null;
  /** The bar of the first page, or of a verdict, instead of the usual one. */
  bar?: Node | null;
  body: (Node | null)[];
  /** Stays at the foot. */
  foot?: Node | null;
  tone?: string;
}

const barOf = ({ title, action }: Screen): HTMLElement =>
  h(
    'header',
    { class: 'f-bar' },
    h('button', { type: 'button', class: 'f-back', 'aria-label': '返回', click: goBack }, fieldIcon('back', 22)),
    h('h1', { tabindex: -1 }, title),
    h('span', { class: 'f-action' }, action ?? null),
  );

/** Puts a screen in the place of the one before it, which ends. */
export const show = (screen: Screen): void => {
  closeScreen();
  update(screen);
  scrollTo(0, 0);
};

/** Draws the same screen anew: nothing ends, and the place that was read stays. */
export const update = (screen: Screen): void => {
  const page = document.getElementById('page')!;
  page.className = `page on-phone ${screen.tone ?? 'plain'}${screen.foot ? ' has-foot' : ''}`;
  page.replaceChildren(
    screen.bar === undefined ? barOf(screen) : (screen.bar ?? ''),
    h('main', {}, ...screen.body),
    screen.foot ? h('footer', { class: 'f-foot' }, screen.foot) : '',
  );
  document.title = screen.title;
};

/** A screen that is fetched: its shape at once, then itself, or why not. A screen that was left meanwhile is not drawn. */
export const showFetched = async <T>(
  title: string,
  load: () => Promise<T>,
  draw: (data: T) => Screen,
  { waiting, failed }: { waiting: (Node | null)[]; failed: (words: string, retry: () => void) => Node },
): Promise<void> => {
  show({ title, body: waiting });
  let isLeft = false;
  whenLeft(() => (isLeft = true));
  try {
    const data = await load();
    if (!isLeft) update(draw(data));
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    const retry = (): void => void showFetched(title, load, draw, { waiting, failed });
    if (!isLeft) update({ title, body: [failed(words, retry)] });
  }
};
