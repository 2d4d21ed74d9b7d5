import { h, svg } from '../../lib/elements.ts';
import { slotWords } from '../lib/amounts.ts';
import { mayMove, pause } from '../lib/moving.ts';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { fitWords } from './fit-words.ts';
import { placeOf, placesOf, type Game, type GameOptions } from './game.ts';

const spinMs = 4000;
const rounds = 5;
const edge = 150;
const wordsAt = 110;

const point = (radius: number, degrees: number): string => {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
};

const sector = (from: number, to: number, fill: string): SVGElement =>
  svg('path', { d: `M0 0L${point(edge, from)}A${edge} ${edge} 0 0 1 ${point(edge, to)}Z`, fill, class: 'w-sector' });

/** 大转盘: six to twelve sectors, the first of them under the pointer, the others clockwise. */
export const wheel = ({ activity }: GameOptions): Game => {
  const slots = placesOf(activity, 6, 12);
  const width = 360 / slots.length;
  /** Chord of a sector where its words stand, with some air. */
  const room = Math.min(96, 2 * wordsAt * Math.tan(((width / 2) * Math.PI) / 180) - 12);
  const disc = svg(
    'svg',
    { viewBox: '-150 -150 300 300', class: 'w-disc', 'aria-hidden': 'true' },
    ...slots.map((_slot, at) =>
      sector(
        (at - 0.5) * width,
        (at + 0.5) * width,
        (at % 2 && '#f8e7c6') || (at === slots.length - 1 && slots.length % 2 ? '#fcf1da' : '#fff9ee'),
      ),
    ),
    ...slots.map((slot, at) => {
      const { lines, size } = fitWords(slotWords(slot).words, room, 16.5);
      return svg(
        'g',
        {
          transform: `rotate(${at * width})`,
          class: slot.prizeType === PrizeType.none ? 'w-words w-blank' : 'w-words',
        },
        ...lines.map((line, row) =>
          svg('text', { x: 0, y: -wordsAt + 6 + (row - (lines.length - 1) / 2) * (size + 3), 'font-size': size }, line),
        ),
      );
    }),
  );
  const button = h('button', { type: 'button', class: 'w-hub' });
  const element = h(
    'div',
    { class: 'w-wheel' },
    h('div', { class: 'w-rim', 'aria-hidden': 'true' }),
    disc,
    h('div', { class: 'w-pointer', 'aria-hidden': 'true' }),
    button,
  );
  let turned = 0;
  const turnTo = (place: number, full: number): void => {
    turned = (Math.floor(turned / 360) + full) * 360 - place * width;
    disc.style.transform = `rotate(${turned}deg)`;
  };
  return {
    element,
    button,
    label: '抽奖',
    reveal: async (answer) => {
      const place = placeOf(answer, slots);
      if (place < 0) return;
      if (!mayMove()) return turnTo(place, 0);
      disc.classList.add('w-spinning');
      turnTo(place, rounds + 1);
      await pause(spinMs);
      disc.classList.remove('w-spinning');
      await pause(300);
    },
    showEnd: (answer) => {
      const place = placeOf(answer, slots);
      if (place >= 0) turnTo(place, 0);
    },
    reset: () => undefined,
  };
};
