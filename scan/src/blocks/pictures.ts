import { h } from '../lib/elements.ts';
import { smallPicture, webAddress } from '../lib/formats.ts';

const outside = { target: '_blank', rel: 'noopener noreferrer' };

/** A picture as wide as its card: the small copy on small screens, the whole one where it is needed; loaded when near. */
export const widePicture = (address: string, alt: string): HTMLImageElement | null => {
  const safe = webAddress(address);
  if (!safe) return null;
  const small = smallPicture(safe);
  const image = h('img', {
    src: small,
    srcset: small === safe ? null : `${small} 320w, ${safe} 960w`,
    sizes: small === safe ? null : '(max-width: 480px) 94vw, 456px',
    alt,
    loading: 'lazy',
    decoding: 'async',
  });
  image.addEventListener('error', () => image.remove());
  return image;
};

/** A picture that opens whole in a page of its own when tapped. */
export const tilePicture = (address: string, alt: string): HTMLElement | null => {
  const safe = webAddress(address);
  if (!safe) return null;
  const image = h('img', { src: smallPicture(safe), alt, loading: 'lazy', decoding: 'async' });
  const link = h('a', { href: safe, ...outside }, image);
  image.addEventListener('error', () => link.remove());
  return link;
};

/** Pictures side by side, in as many columns as told; null without one. */
export const tiles = (addresses: string[], name: string, columns: number): HTMLElement | null => {
  const shownPictures = addresses.flatMap((address, index) => tilePicture(address, `${name}${index + 1}`) ?? []);
  return shownPictures.length ? h('div', { class: `tiles tiles-${columns}` }, ...shownPictures) : null;
};
