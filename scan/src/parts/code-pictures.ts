import { h } from '../lib/elements.ts';
import { webAddress } from '../lib/formats.ts';

/** A picture of a code that is read within WeChat by a long press; null where there is none. */
const codePicture = (address: string | undefined, words: string): HTMLImageElement | null => {
  const src = webAddress(address);
  if (!src) return null;
  const picture = h('img', { src, alt: `${words}二维码`, width: 96, height: 96, decoding: 'async' });
  picture.addEventListener('error', () => picture.remove());
  return picture;
};

/** The codes by which a firm is found in WeChat, each with what it is for; null where it shows none. */
export const codePictures = ({
  followQr,
  serviceQr,
}: {
  followQr?: string;
  serviceQr?: string;
}): HTMLElement | null => {
  const codes = [
    ['关注公众号', followQr],
    ['微信客服', serviceQr],
  ].flatMap(([words, address]) => {
    const picture = codePicture(address, words!);
    if (!picture) return [];
    const figure = h(
      'figure',
      {},
      picture,
      h('figcaption', {}, h('b', {}, words), h('span', {}, '在微信中长按图片识别')),
    );
    // A picture that does not come takes its words along.
    picture.addEventListener('error', () => figure.remove());
    return [figure];
  });
  return codes.length > 0 ? h('section', { class: 'code-pictures', 'aria-label': '微信二维码' }, ...codes) : null;
};
