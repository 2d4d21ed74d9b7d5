import { h } from '../../lib/elements.ts';
import { smallPicture, webAddress } from '../../lib/formats.ts';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { playIcon, type PlayIconName } from '../lib/play-icons.ts';

type Content = Node | string | null | false | undefined;

/** A white surface with its title. */
export const card = (title: string, ...content: Content[]): HTMLElement =>
  h('section', { class: 'card', 'aria-label': title || null }, title && h('h2', {}, title), ...content);

/** Facts under each other; those without a value are left out. */
export const facts = (rows: [label: string, value: Content][]): HTMLElement =>
  h(
    'dl',
    { class: 'p-facts' },
    ...rows.flatMap(([label, value]) => (value ? [h('div', {}, h('dt', {}, label), h('dd', {}, value))] : [])),
  );

/** Text as it was typed: each line a paragraph, nothing of it markup. */
export const plainText = (text: string): HTMLElement =>
  h(
    'div',
    { class: 'p-text' },
    ...text
      .split(/\n+/)
      .filter((line) => line.trim())
      .map((line) => h('p', {}, line)),
  );

const drawings: Record<number, PlayIconName> = {
  [PrizeType.cash]: 'gift',
  [PrizeType.points]: 'coins',
  [PrizeType.goods]: 'gift',
};

/** The picture of a prize, or a drawing where it has none. */
export const prizePicture = (image: string, type: number, side: number): HTMLElement => {
  const drawing = h(
    'span',
    { class: 'p-thumb', style: `width:${side}px;height:${side}px` },
    playIcon(drawings[type] ?? 'gift', side / 2, 1.4),
  );
  const safe = webAddress(image);
  if (!safe) return drawing;
  const picture = h('img', {
    class: 'p-thumb',
    src: smallPicture(safe),
    alt: '',
    width: side,
    height: side,
    decoding: 'async',
  });
  picture.addEventListener('error', () => picture.replaceWith(drawing));
  return picture;
};

/** The shape of what is still on its way. */
export const skeleton = (): HTMLElement =>
  h(
    'div',
    { class: 'late card blank-lines', 'aria-hidden': 'true' },
    h('i', { class: 'bar-long' }),
    h('i', { class: 'bar-mid' }),
    h('i', { class: 'bar-short' }),
  );

/** Nothing came: says why, and tries again. */
export const failure = (words: string, retry: () => void): HTMLElement =>
  h(
    'section',
    { class: 'card centred' },
    h('p', { role: 'alert' }, words),
    h('button', { type: 'button', class: 'button', click: retry }, '重新加载'),
  );

/** There is nothing. */
export const nothing = (words: string, note = ''): HTMLElement =>
  h(
    'section',
    { class: 'card centred p-empty' },
    playIcon('gift', 32, 1.3),
    h('p', {}, words),
    note && h('p', { class: 'note' }, note),
  );
