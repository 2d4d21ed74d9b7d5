import { h } from '../../lib/elements.ts';
import { playIcon } from '../lib/play-icons.ts';
import { whenLeft } from '../../lib/shown-screen.ts';

/** Keeps the focus inside while it is open; the heading, which has it first, is no stop of its own. */
const holdFocus = (sheet: HTMLElement, titleId: string, event: KeyboardEvent): void => {
  const targets = [...sheet.querySelectorAll<HTMLButtonElement | HTMLInputElement>('button, input')].filter(
    ({ disabled }) => !disabled,
  );
  const first = targets[0];
  const last = targets.at(-1);
  const here = document.activeElement;
  if (event.shiftKey && (here === first || !sheet.contains(here) || here?.id === titleId)) {
    event.preventDefault();
    last?.focus();
  } else if (!event.shiftKey && here === last) {
    event.preventDefault();
    first?.focus();
  }
};

/**
 * A sheet from below over the page, with the heading `titleId` and a cross. It is closed by that, by Escape and by a tap beside it; the
 * focus goes back to where it was, and `closed` is told, though not where another screen takes its place.
 */
export const openSheet = (titleId: string, closed: () => void): { sheet: HTMLElement; close: () => void } => {
  const before = document.activeElement as HTMLElement | null;
  const layer = h('div', { class: 'r-layer' });
  const close = (): void => {
    layer.remove();
    removeEventListener('keydown', heard, true);
    before?.focus({ preventScroll: true });
    closed();
  };
  const sheet = h(
    'div',
    { class: 'r-sheet', role: 'dialog', 'aria-modal': 'true', 'aria-labelledby': titleId },
    h('button', { type: 'button', class: 'r-close', 'aria-label': '关闭', click: close }, playIcon('cross', 20)),
  );
  const heard = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') close();
    if (event.key === 'Tab') holdFocus(sheet, titleId, event);
  };
  layer.append(
    h('button', { type: 'button', class: 'r-shade', 'aria-label': '关闭', tabindex: -1, click: close }),
    sheet,
  );
  document.getElementById('play')!.append(layer);
  addEventListener('keydown', heard, true);
  whenLeft(() => removeEventListener('keydown', heard, true));
  return { sheet, close };
};
