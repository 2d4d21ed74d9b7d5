import { h, svg } from '../../lib/elements.ts';
import { mayMove, pause } from '../lib/moving.ts';
import type { Game } from './game.ts';

const openMs = 400;

const envelope = (): SVGElement =>
  svg(
    'svg',
    { viewBox: '0 0 200 240', class: 'd-envelope', 'aria-hidden': 'true' },
    svg('rect', { x: 14, y: 34, width: 172, height: 196, rx: 12, class: 'd-body' }),
    svg('rect', { x: 34, y: 44, width: 132, height: 150, rx: 8, class: 'd-paper' }),
    svg('path', { d: 'M14 118Q100 176 186 118V218a12 12 0 0 1-12 12H26a12 12 0 0 1-12-12Z', class: 'd-front' }),
    svg('path', { d: 'M14 132Q100 190 186 132', class: 'd-line' }),
    svg(
      'g',
      { class: 'd-flap' },
      svg('path', { d: 'M14 46a12 12 0 0 1 12-12H174a12 12 0 0 1 12 12V118Q100 184 14 118Z', class: 'd-lid' }),
      svg('path', { d: 'M24 112Q100 170 176 112', class: 'd-line' }),
      svg('circle', { cx: 100, cy: 148, r: 27, class: 'd-seal' }),
      svg('circle', { cx: 100, cy: 148, r: 21, class: 'd-ring' }),
      svg('text', { x: 100, y: 156, class: 'd-mark' }, '奖'),
    ),
  );

/** 扫码直抽: one sealed envelope and a button. */
export const direct = (): Game => {
  const button = h('button', { type: 'button', class: 'p-gold' });
  const drawing = envelope();
  const words = h('p', { class: 'e-words' }, '点下方按钮拆开，结果由服务器抽定');
  return {
    element: h('div', {}, h('div', { class: 'panel panel-dotted d-panel' }, drawing, words), button),
    button,
    label: '立即抽奖',
    reveal: async () => {
      drawing.classList.add('d-open');
      if (mayMove()) await pause(openMs + 200);
    },
    showEnd: () => drawing.classList.add('d-open'),
    reset: () => drawing.classList.remove('d-open'),
  };
};
