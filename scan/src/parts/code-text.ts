import { groupCode } from '@zhuiyuan/contract/codes/cipher/code-format';
import { h } from '../lib/elements.ts';
import { icon } from '../lib/icons.ts';
let timer: ReturnType<typeof setTimeout> | undefined;

/** Says the result of an act for two seconds at the foot of the screen. */
export const toast = (words: string): void => {
  const place = document.getElementById('toast');
  if (!place) return;
  place.textContent = words;
  clearTimeout(timer);
  timer = setTimeout(() => (place.textContent = ''), 2000);
};

/** A code in groups of four. The gaps are margins, so selecting it yields the bare code. */
export const codeText = (code: string): HTMLElement =>
  h(
    'span',
    { class: 'code', translate: 'no' },
    ...groupCode(code)
      .split(' ')
      .map((group) => h('span', {}, group)),
  );

const copyThroughSelection = (text: string): boolean => {
  const field = h('textarea', { class: 'unseen', readonly: true }, text);
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  return isCopied;
};

/** Puts a text where the phone pastes from. */
export const copy = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Closed to pages without https and to some in-app browsers.
    return copyThroughSelection(text);
  }
};

/** Copies the bare code. */
export const copyButton = (code: string): HTMLElement => {
  const act = async (): Promise<void> => toast((await copy(code)) ? '复制成功' : '没有复制成功，请长按编码复制');
  return h(
    'button',
    { type: 'button', class: 'icon-button', 'aria-label': '复制编码', click: () => void act() },
    icon('copy', 18),
  );
};
