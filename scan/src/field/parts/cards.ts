import { h } from '../../lib/elements.ts';
import { smallPicture, webAddress } from '../../lib/formats.ts';
import { fieldIcon, type FieldIcon } from '../lib/field-icons.ts';
import { go } from '../lib/navigate.ts';

type Content = Node | string | null | false | undefined;

/** A white surface. */
export const card = (...content: Content[]): HTMLElement => h('section', { class: 'card' }, ...content);

/** Title of a card with a note beside it, and something at the right. */
export const cardHead = (title: string, note = '', right?: Content): HTMLElement =>
  h(
    'div',
    { class: 'f-head' },
    h('h2', {}, title),
    note && h('span', { class: 'f-note' }, note),
    right ? h('span', { class: 'f-right' }, right) : null,
  );

/** A picture of goods, or a box where there is none. */
export const thumb = (address: string, side = 40): HTMLElement => {
  const empty = h(
    'span',
    { class: 'f-thumb', style: `width:${side}px;height:${side}px` },
    fieldIcon('box', side / 2, 1.4),
  );
  const safe = webAddress(address);
  if (!safe) return empty;
  const image = h('img', {
    class: 'f-thumb',
    src: smallPicture(safe),
    alt: '',
    width: side,
    height: side,
    decoding: 'async',
  });
  image.addEventListener('error', () => image.replaceWith(empty));
  return image;
};

/** A link within the phone pages. */
export const link = (path: string, attributes: Record<string, string>, ...content: Content[]): HTMLAnchorElement =>
  h(
    'a',
    {
      href: path,
      ...attributes,
      click: (event) => {
        event.preventDefault();
        go(path);
      },
    },
    ...content,
  );

/** A row whose whole breadth is the target. */
export const row = (
  path: string | null,
  { lead, title, text, end }: { lead?: Node; title: Content; text?: Content; end?: Content },
): HTMLElement => {
  const content = [
    lead,
    h('span', { class: 'f-body' }, h('b', {}, title), text ? h('span', { class: 'f-text' }, text) : null),
    end ? h('span', { class: 'f-end' }, end) : null,
    path ? h('span', { class: 'f-arrow' }, fieldIcon('next', 18)) : null,
  ];
  return path ? link(path, { class: 'f-row' }, ...content) : h('div', { class: 'f-row' }, ...content);
};

const glyphs: Record<string, string> = { good: '✓', wait: '◆', bad: '✕', doing: '◐', gone: '–', idle: '○', kind: '■' };

/** A state: its shape says as much as its colour. */
export const tag = (words: string, tone: string): HTMLElement =>
  h('span', { class: `f-tag f-${tone}` }, h('i', { 'aria-hidden': 'true' }, glyphs[tone] ?? '○'), words);

/** The shape of cards that are still on their way. */
export const skeleton = (cards = 2): HTMLElement =>
  h(
    'div',
    { class: 'late', 'aria-hidden': 'true' },
    ...Array.from({ length: cards }, () =>
      h(
        'div',
        { class: 'card blank-lines' },
        h('i', { class: 'bar-long' }),
        h('i', { class: 'bar-mid' }),
        h('i', { class: 'bar-short' }),
      ),
    ),
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
export const nothing = (icon: FieldIcon, words: string, act?: Node): HTMLElement =>
  h('section', { class: 'card centred f-empty' }, fieldIcon(icon, 32, 1.3), h('p', {}, words), act ?? null);
