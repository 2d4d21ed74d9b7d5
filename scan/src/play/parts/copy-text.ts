import { h } from '../../lib/elements.ts';
import { copy, toast } from '../../parts/code-text.ts';
import { playIcon } from '../lib/play-icons.ts';

/** Words that copy something when they are tapped. */
export const copyText = (
  text: string,
  { label, words, look }: { label: string; words: (Node | string)[]; look: string },
): HTMLButtonElement => {
  const act = async (): Promise<void> => toast((await copy(text)) ? '复制成功' : '没有复制成功，请长按复制');
  return h(
    'button',
    { type: 'button', class: look, 'aria-label': label, click: () => void act() },
    ...words,
    playIcon('copy', 14),
  );
};
