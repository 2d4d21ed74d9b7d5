import { h, svg } from '../../lib/elements.ts';
import { mayMove, pause } from '../lib/moving.ts';
import type { Game } from './game.ts';

const crackMs = 400;
const names = ['左边', '中间', '右边'] as const;
const shell = 'M60 4C86 4 112 58 112 96 112 128 90 146 60 146S8 128 8 96C8 58 34 4 60 4Z';
/** Where it breaks, from the left edge to the right. */
const crack = 'L112 84 98 74 86 88 72 74 58 90 44 74 30 88 18 76 0 86';

/** The net of lines round the middle of an egg. */
const net = (): SVGElement[] =>
  Array.from({ length: 12 }, (_, at) => {
    const y = 62 + (at % 6) * 10;
    const wave = at < 6 ? 8 : -8;
    let d = `M0 ${y}`;
    for (let x = 0; x < 120; x += 24) d += `q6 ${wave} 12 0t12 0`;
    return svg('path', { d, class: 'e-line' });
  });

let count = 0;

const drawEgg = (): SVGElement => {
  count += 1;
  const id = `egg-${count}`;
  const half = (part: 'top' | 'low'): SVGElement =>
    svg(
      'g',
      { class: `e-half e-${part}`, 'clip-path': `url(#${id}-${part})` },
      svg(
        'g',
        { 'clip-path': `url(#${id})` },
        svg('path', { d: shell, class: 'e-shell' }),
        svg('path', { d: 'M8 104C30 140 92 138 112 92V150H8Z', class: 'e-shade' }),
        ...net(),
        svg('path', {
          d: 'M0 50Q60 60 120 50M0 55Q60 65 120 55M0 118Q60 128 120 118M0 124Q60 134 120 124',
          class: 'e-band',
        }),
        svg('path', { d: 'M26 52C30 36 38 26 46 20', class: 'e-shine' }),
      ),
      svg('path', { d: shell, class: 'e-edge' }),
    );
  const clip = (name: string, d: string): SVGElement => svg('clipPath', { id: name }, svg('path', { d }));
  return svg(
    'svg',
    { viewBox: '0 0 120 172', class: 'e-egg', 'aria-hidden': 'true' },
    clip(id, shell),
    clip(`${id}-top`, `M0 -10H120V84${crack}Z`),
    clip(`${id}-low`, `M0 160H120V84${crack}Z`),
    svg('ellipse', { cx: 60, cy: 152, rx: 54, ry: 12, class: 'e-shadow' }),
    svg('ellipse', { cx: 60, cy: 149, rx: 52, ry: 11, class: 'e-stand' }),
    half('low'),
    half('top'),
  );
};

/** 砸金蛋: three eggs, one of them chosen. Which one makes no difference, and the page says so. */
export const egg = (): Game => {
  const button = h('button', { type: 'button', class: 'p-gold' });
  const words = h('p', { class: 'e-words' });
  let chosen = 1;
  let isOpen = true;
  const eggs = names.map((name, at) =>
    h(
      'button',
      { type: 'button', role: 'radio', class: 'e-choice', 'aria-label': `${name}一枚`, click: () => choose(at) },
      drawEgg(),
    ),
  );
  const choose = (at: number): void => {
    if (!isOpen) return;
    chosen = at;
    for (const [index, one] of eggs.entries()) {
      one.setAttribute('aria-checked', String(index === at));
      one.tabIndex = index === at ? 0 : -1;
    }
    words.textContent = `已选${names[at]!}一枚，三枚中奖机会相同`;
  };
  const row = h('div', { class: 'e-row', role: 'radiogroup', 'aria-label': '选择一枚金蛋' }, ...eggs);
  row.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: 2, ArrowUp: 2, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!step || !isOpen) return;
    event.preventDefault();
    choose((chosen + step) % 3);
    eggs[chosen]!.focus({ preventScroll: true });
  });
  choose(1);
  const open = (): void => {
    isOpen = false;
    eggs[chosen]!.classList.add('e-open');
  };
  return {
    element: h('div', { class: 'e-game' }, h('div', { class: 'panel panel-dotted' }, row, words), button),
    button,
    label: '砸开这一枚',
    reveal: async () => {
      const isMoving = mayMove();
      if (isMoving) {
        isOpen = false;
        eggs[chosen]!.classList.add('e-struck');
        await pause(crackMs);
      }
      open();
      if (isMoving) await pause(500);
    },
    showEnd: open,
    reset: () => {
      for (const one of eggs) one.classList.remove('e-open', 'e-struck');
      isOpen = true;
    },
  };
};
