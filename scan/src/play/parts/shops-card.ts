import { h } from '../../lib/elements.ts';
import type { WonDetail } from '../lib/desk.ts';
import { playIcon } from '../lib/play-icons.ts';

type Shop = WonDetail['shops'][number];

const near = 3;
const outside = { target: '_blank', rel: 'noopener noreferrer' };

/** Metres as people say them: `820 米`, `2.4 公里`. */
export const distanceWords = (metres: number): string =>
  metres < 1000 ? `${Math.round(metres / 10) * 10} 米` : `${(metres / 1000).toFixed(1)} 公里`;

const shopRow = ({ name, address, phone, distance, lng, lat }: Shop): HTMLElement => {
  const words = h('span', { class: 'p-main' }, h('b', {}, name), h('span', {}, address));
  const far = distance === null ? null : h('span', { class: 'p-far' }, distanceWords(distance));
  const dial = phone.replace(/[^\d+,;*#-]/g, '');
  const href =
    lng === null || lat === null
      ? null
      : `https://uri.amap.com/marker?position=${lng},${lat}&name=${encodeURIComponent(name)}`;
  return h(
    'li',
    { class: 'p-shop' },
    href ? h('a', { href, class: 'p-where', ...outside }, words, far) : h('span', { class: 'p-where' }, words, far),
    dial && h('a', { class: 'p-call', href: `tel:${dial}`, 'aria-label': `拨打${name}` }, playIcon('phone', 20)),
  );
};

/** Shops where a prize can be fetched, the nearest first; `locate` finds out where the phone is, where nobody knows yet. */
export const shopsCard = (shops: readonly Shop[], locate: (() => Promise<void>) | null): HTMLElement => {
  const list = h('ul', {}, ...shops.slice(0, near).map(shopRow));
  const all = h(
    'button',
    { type: 'button', class: 'p-all', 'aria-expanded': 'false' },
    `共 ${shops.length} 家`,
    playIcon('next', 14),
  );
  all.addEventListener('click', () => {
    const isOpen = all.getAttribute('aria-expanded') === 'true';
    all.setAttribute('aria-expanded', String(!isOpen));
    list.replaceChildren(...shops.slice(0, isOpen ? near : shops.length).map(shopRow));
  });
  const place = h('button', { type: 'button', class: 'p-locate' }, '开启定位，按距离查看');
  place.addEventListener('click', () => {
    place.disabled = true;
    place.textContent = '定位中';
    void locate?.().catch(() => {
      place.disabled = false;
      place.textContent = '没有取得位置，重试';
    });
  });
  return h(
    'section',
    { class: 'card', 'aria-label': '参与门店' },
    h(
      'div',
      { class: 'p-title-row' },
      h('h2', {}, shops.some(({ distance }) => distance !== null) ? '附近门店' : '参与门店'),
      shops.length > near && all,
    ),
    shops.length ? list : h('p', { class: 'p-note' }, '附近暂无参与门店，请联系主办方'),
    locate && shops.length > 0 && shops.every(({ distance }) => distance === null) && place,
  );
};
