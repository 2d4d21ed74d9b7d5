import type { PlayAnswer } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { h } from '../../lib/elements.ts';
import { isWechat } from '../../lib/wechat.ts';
import { copy, toast } from '../../parts/code-text.ts';
import { playIcon } from '../lib/play-icons.ts';
import { leadTo } from '../lib/say.ts';
import { openSheet } from './sheet.ts';

/** The link that somebody sends on; what comes of it is his. */
const linkOf = (activityId: number, from: string): string =>
  `${location.origin}/trace/play?${new URLSearchParams({ activity: String(activityId), from }).toString()}`;

/** What one friend brings: `1 次机会和 5 积分`. */
const brought = (turn: string, { sharePoints }: NonNullable<PlayAnswer['turns']>): string =>
  sharePoints > 0 ? `${turn}和 ${sharePoints} 积分` : turn;

/** How a link is sent on: by the phone itself where it can, else by copying. */
const openShare = (url: string, name: string, turns: NonNullable<PlayAnswer['turns']>): void => {
  const { sheet, close } = openSheet('share-title', () => undefined);
  const copied = async (): Promise<void> => {
    if (!(await copy(url))) return toast('没有复制成功，请长按链接复制');
    toast('链接已复制，发给好友即可');
    close();
  };
  const sent = async (): Promise<void> => {
    try {
      await navigator.share({ title: name, url });
      close();
    } catch {
      // He thought better of it.
    }
  };
  const canSend = !isWechat() && typeof navigator.share === 'function';
  sheet.append(
    h('h2', { class: 'r-lost', tabindex: -1, id: 'share-title' }, '分享给好友'),
    h(
      'p',
      { class: 'r-more' },
      `好友打开链接并参与抽奖后，您得 ${brought('1 次机会', turns)}，今日还可得 ${turns.shareLeft} 次`,
    ),
    h('p', { class: 'r-url' }, url),
    h(
      'div',
      { class: 'r-acts' },
      canSend && h('button', { type: 'button', class: 'p-red', click: () => void sent() }, '发送给好友'),
      h('button', { type: 'button', class: canSend ? 'p-outline' : 'p-red', click: () => void copied() }, '复制链接'),
    ),
  );
  leadTo(sheet.querySelector('#share-title'));
};

/** The button that brings another turn, where shares bring any and somebody is here whose link it could be. */
export const shareButton = (
  activityId: number,
  name: string,
): { element: HTMLElement; draw: (play: PlayAnswer) => void } => {
  const words = h('span', {});
  const button = h('button', { type: 'button', class: 'p-share' }, playIcon('share', 16), words);
  const note = h('p', { class: 'p-share-note' }, '今日分享机会已得满');
  const element = h('div', { class: 'p-shares' }, button, note);
  let play: PlayAnswer | undefined;
  button.addEventListener('click', () => {
    if (play?.turns?.from) openShare(linkOf(activityId, play.turns.from), name, play.turns);
  });
  return {
    element,
    draw: (now) => {
      play = now;
      const { turns } = now;
      element.hidden = !turns?.from;
      if (!turns) return;
      button.hidden = turns.shareLeft === 0;
      note.hidden = turns.shareLeft > 0;
      // On one line; how often there is left is told with the link as well.
      const left = turns.sharePoints > 0 ? '' : `（今日还可得 ${turns.shareLeft} 次）`;
      words.textContent = `分享给好友，再得 ${brought('1 次', turns)}${left}`;
    },
  };
};
