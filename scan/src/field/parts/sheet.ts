import { h } from '../../lib/elements.ts';

/** A sheet from the foot of the screen over everything; answers what closes it. */
export const openSheet = (
  title: string,
  build: (close: () => void) => (Node | null)[],
  closed?: () => void,
): (() => void) => {
  const before = document.activeElement as HTMLElement | null;
  const close = (): void => {
    layer.remove();
    removeEventListener('keydown', escape, true);
    before?.focus({ preventScroll: true });
    closed?.();
  };
  const escape = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') close();
  };
  const sheet = h('div', { class: 'f-sheet', role: 'dialog', 'aria-modal': 'true', 'aria-label': title, tabindex: -1 });
  const layer = h(
    'div',
    { class: 'f-layer' },
    h('button', { type: 'button', class: 'f-shade', 'aria-label': '关闭', tabindex: -1, click: close }),
    sheet,
  );
  sheet.append(h('h2', {}, title), ...build(close).filter((one): one is Node => one !== null));
  document.body.append(layer);
  addEventListener('keydown', escape, true);
  sheet.focus({ preventScroll: true });
  return close;
};

/** Asks before something is done that cannot be taken back. */
export const confirmIn = (
  title: string,
  { words, yes, tone = '', further = [] }: { words: string; yes: string; tone?: string; further?: Node[] },
): Promise<boolean> =>
  new Promise((resolve) => {
    let answer = false;
    openSheet(
      title,
      (close) => {
        const end = (is: boolean) => (): void => {
          answer = is;
          close();
        };
        return [
          h('p', { class: 'f-ask' }, words),
          ...further,
          h(
            'div',
            { class: 'acts' },
            h('button', { type: 'button', class: 'button', click: end(false) }, '取消'),
            h('button', { type: 'button', class: `button solid ${tone}`, click: end(true) }, yes),
          ),
        ];
      },
      () => resolve(answer),
    );
  });
