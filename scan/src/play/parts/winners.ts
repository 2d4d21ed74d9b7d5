import { h } from '../../lib/elements.ts';
import { yuan } from '../lib/amounts.ts';
import type { Winner } from '../lib/desk.ts';

const shown = 3;

/** The last who won; nothing where nobody has. */
export const winnersCard = (winners: readonly Winner[]): HTMLElement | null =>
  winners.length
    ? h(
        'section',
        { class: 'p-winners', 'aria-label': '最近中奖' },
        ...winners
          .slice(0, shown)
          .map(({ who, prizeName, amount }) =>
            h('p', {}, h('span', {}, who), h('b', {}, amount ? `${yuan(amount)} 元红包` : prizeName)),
          ),
      )
    : null;
