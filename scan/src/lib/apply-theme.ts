import { FontSize, type Theme } from '@zhuiyuan/contract/trace/template/template-theme';

const sizes: Record<number, string> = { [FontSize.small]: 'small-text', [FontSize.large]: 'large-text' };

/** Gives the page the look of a template: colour of what can be tapped, ground, text size. */
export const applyTheme = (page: HTMLElement, look: Theme | undefined): void => {
  document.body.style.background = look?.background ?? '';
  if (look) page.style.setProperty('--action', look.color);
  else page.style.removeProperty('--action');
  const size = look && sizes[look.fontSize];
  if (size) page.classList.add(size);
};
