import type { ScanAnswer } from '@zhuiyuan/contract/scan/query/public-trace';
import { h } from '../lib/elements.ts';
import { smallPicture, webAddress } from '../lib/formats.ts';
import { icon } from '../lib/icons.ts';

export const levelWords = ['产品', '小箱', '大箱'];

const facts = (...parts: (string | null | false | undefined)[]): HTMLElement | null => {
  const said = parts.filter(Boolean);
  return said.length ? h('p', { class: 'facts' }, ...said.map((part) => h('span', {}, part))) : null;
};

const picture = (address: string | null): HTMLElement => {
  const empty = h('div', { class: 'thumb' }, icon('box', 32));
  if (!address) return empty;
  const image = h('img', {
    class: 'thumb',
    src: smallPicture(address),
    alt: '',
    width: 76,
    height: 76,
    decoding: 'async',
  });
  image.addEventListener('error', () => image.replaceWith(empty));
  return image;
};

/** What must be said before anything else: a recall, goods past their date, a link whose product is not the code's. */
export const notices = (answer: ScanAnswer): HTMLElement | null => {
  const said: HTMLElement[] = [];
  if (answer.recallText) said.push(h('p', { class: 'strip strip-bad' }, `召回提示：${answer.recallText}`));
  if (answer.warning) said.push(h('p', { class: 'strip strip-bad' }, answer.warning));
  if (answer.expired && answer.expireDate) said.push(h('p', { class: 'strip' }, `该产品已于${answer.expireDate}过期`));
  return said.length ? h('section', { class: 'card notices', 'aria-label': '重要提示' }, ...said) : null;
};

/** Product, lot and dates of the scanned item; null where the answer names no product. */
export const productCard = (answer: ScanAnswer): HTMLElement | null => {
  const { product, box } = answer;
  if (!product) return null;
  return h(
    'section',
    { class: 'card product-card', 'aria-label': '商品' },
    h(
      'div',
      { class: 'product' },
      picture(webAddress(product.image)),
      h(
        'div',
        {},
        h('h2', {}, product.storeName),
        box ? facts(`${levelWords[box.level] ?? '箱'}码`, box.quantity > 0 && `内含 ${box.quantity} 件`) : null,
        facts(product.spec && `规格 ${product.spec}`),
        facts(answer.lotNo && `批号 ${answer.lotNo}`, answer.produceDate && `生产 ${answer.produceDate}`),
        facts(answer.expireDate && `保质期至 ${answer.expireDate}`),
      ),
    ),
  );
};
