import type { Theme } from '@zhuiyuan/contract/trace/template/template-theme';
import { h } from './elements.ts';
import { webAddress } from './formats.ts';

const sizes = ['small-text', '', 'large-text'];

/**
 * Gives the page the look of a template: colour of what can be tapped, ground, text size, a picture behind the head.
 * The head keeps the colour of its verdict, so that a warning never looks like a confirmation.
 */
export const applyTheme = (page: HTMLElement, head: HTMLElement, look: Theme | undefined): void => {
  document.body.style.background = look?.background ?? '';
  if (look) page.style.setProperty('--action', look.color);
  else page.style.removeProperty('--action');
  const size = sizes[(look?.fontSize ?? 2) - 1];
  if (size) page.classList.add(size);
  const picture = webAddress(look?.headerImage);
  if (!picture) return;
  const image = h('img', { class: 'head-picture', src: picture, alt: '', decoding: 'async' });
  image.addEventListener('error', () => image.remove());
  head.prepend(image);
};
