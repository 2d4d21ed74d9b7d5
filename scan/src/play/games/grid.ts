import type { Slot } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { h } from '../../lib/elements.ts';
import { slotWords } from '../lib/amounts.ts';
import { easeOut, mayMove, pause, run } from '../lib/moving.ts';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { prizePicture } from '../parts/cards.ts';
import { fitWords } from './fit-words.ts';
import { placeOf, placesOf, type Game, type GameOptions } from './game.ts';

const walkMs = 4000;
const rounds = 3;
/** Column and row of each place, clockwise from the top left. */
const places = [
  [0, 0],
  [1, 0],
  [2, 0],
  [2, 1],
  [2, 2],
  [1, 2],
  [0, 2],
  [0, 1],
] as const;
const room = 88;

const cellOf = (slot: Slot, at: number): HTMLElement => {
  const [column, row] = places[at]!;
  const cell = h('li', {
    class: `g-cell${at % 2 ? ' g-dim' : ''}`,
    style: `grid-area:${row + 1}/${column + 1}`,
  });
  const { figure, unit, words } = slotWords(slot);
  if (figure) {
    const { size } = fitWords(figure, room, 23);
    cell.append(h('b', { style: `font-size:${Math.max(13, size)}px` }, figure), h('span', {}, unit));
    return cell;
  }
  const { lines, size } = fitWords(words, room, slot.prizeType === PrizeType.none ? 14 : 12);
  const label = h('span', { style: `font-size:${size}px` });
  for (const [line, text] of lines.entries()) label.append(line ? h('br') : '', text);
  if (slot.prizeType !== PrizeType.none) cell.append(prizePicture(slot.image, slot.prizeType, 40));
  cell.append(label);
  return cell;
};

/** 九宫格: eight cells clockwise from the top left, the button in the middle. */
export const grid = ({ activity }: GameOptions): Game => {
  const slots = placesOf(activity, places.length, places.length);
  const button = h('button', { type: 'button', class: 'g-hub' });
  const walker = h('div', { class: 'g-walker', 'aria-hidden': 'true' });
  const board = h(
    'div',
    { class: 'g-board' },
    h('ul', { class: 'g-cells', 'aria-label': '奖品' }, ...slots.map(cellOf)),
    button,
    walker,
  );
  let stands = -1;
  const moveTo = (at: number): void => {
    if (at === stands) return;
    stands = at;
    const [column, row] = places[at]!;
    walker.style.transform = `translate(calc(${column} * (100% + 6px)), calc(${row} * (100% + 6px)))`;
  };
  const standAt = (place: number): void => {
    if (place < 0) return;
    walker.classList.add('g-on');
    moveTo(place);
  };
  return {
    element: h('div', { class: 'panel panel-dotted' }, board),
    button,
    label: '抽奖',
    reveal: async (answer) => {
      const place = placeOf(answer, slots);
      if (place >= 0 && mayMove()) {
        walker.classList.add('g-on');
        const steps = rounds * places.length + place;
        await run(walkMs, (share) => moveTo(Math.round(easeOut(share) * steps) % places.length));
        await pause(300);
      }
      standAt(place);
    },
    showEnd: (answer) => standAt(placeOf(answer, slots)),
    reset: () => walker.classList.remove('g-on'),
  };
};
