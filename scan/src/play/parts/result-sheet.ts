import type { DrawAnswer, PlayedActivity } from '@zhuiyuan/contract/campaign/draw/public-draw';
import type { ClaimPay } from '@zhuiyuan/contract/payout/public-claim';
import { h } from '../../lib/elements.ts';
import { isWin, prizeWords } from '../lib/amounts.ts';
import type { Desk, Won } from '../lib/desk.ts';
import { go } from '../lib/go.ts';
import { playIcon } from '../lib/play-icons.ts';
import { ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType, ClaimMode } from '@zhuiyuan/contract/campaign/prize-terms';
import { prizePicture } from './cards.ts';
import { openCashWay } from './cash-way.ts';
import { leadTo, say } from '../lib/say.ts';
import { keepPrize } from '../lib/kept.ts';
import { openSheet } from './sheet.ts';
import { cashSteps, drawSteps, stepsOf } from './steps.ts';

const notWon = '很遗憾，未中奖，感谢参与';
export const heldWords = '中奖结果审核中，预计24小时内通知您';

interface Result {
  answer: DrawAnswer;
  activity: PlayedActivity;
  desk: Desk;
  /** Told once it is known; draws once more. */
  again: Promise<(() => void) | null>;
  /** What else there is to say: how to draw once more. */
  more: Promise<string>;
  closed: () => void;
}

const headOf = ({ prize, tierName }: DrawAnswer, name: string): Node[] => {
  const { figure, unit, words } = prizeWords(prize);
  return [
    h('h2', { class: 'r-won', tabindex: -1, id: 'result-title', 'aria-label': `恭喜您获得${words}` }, '恭喜您获得'),
    ...(figure
      ? [h('p', { class: 'r-amount' }, h('b', {}, figure), h('span', {}, unit))]
      : [prizePicture(prize.image, prize.type, 96), h('p', { class: 'r-goods' }, prize.name)]),
    h('p', { class: 'r-from' }, [name, tierName].filter(Boolean).join(' · ')),
  ];
};

/** The one thing that can be done about a prize now; null where nothing is left to do here. */
const wayTo = (claim: NonNullable<DrawAnswer['claim']>, type: number): HTMLButtonElement | null => {
  if (claim.status !== ClaimStatus.open || type !== PrizeType.goods) return null;
  return h(
    'button',
    { type: 'button', class: 'p-red', click: () => go({ name: 'prize', id: claim.claimNo }) },
    claim.claimMode === ClaimMode.shop
      ? '查看核销码'
      : claim.claimMode === ClaimMode.post
        ? '填写收货信息'
        : '查看奖品',
  );
};

/** How a draw ended, on a sheet from below. Closing it loses nothing: 我的奖品 holds what was won. */
export const openResult = ({ answer, activity, desk, again, more, closed }: Result): void => {
  const { prize, claim, hold, drawNo } = answer;
  const won = isWin(prize);
  const { sheet, close } = openSheet('result-title', closed);
  const acts = h('div', { class: 'r-acts' });
  const further = h('div', { class: 'r-acts' });
  const note = h('p', { class: 'r-more' });
  const steps = h('div', { class: 'r-steps' });
  const isCash = prize.type === PrizeType.cash && claim !== null && !hold;
  let pay: ClaimPay | null = null;
  let cashButton: HTMLElement | null = null;
  let detail: Won | null = null;
  const trouble = h('p', { class: 'r-more', role: 'status' });
  const drawCash = (of: ClaimPay): void => {
    steps.replaceChildren(drawSteps(cashSteps(claim!, detail, of)));
    acts.replaceChildren(cashButton ?? h('button', { type: 'button', class: 'p-red', click: close }, '知道了'));
  };
  const drawClaim = (known: Won | null): void => {
    if (!claim || hold) return;
    detail = known;
    if (pay) return drawCash(pay);
    const now = known ?? claim;
    steps.replaceChildren(drawSteps(stepsOf(prize.type, now, known)));
    acts.replaceChildren(
      wayTo(now, prize.type) ?? h('button', { type: 'button', class: 'p-red', click: close }, '知道了'),
    );
  };
  const link = (words: string, act: () => void): HTMLElement =>
    h('button', { type: 'button', class: 'r-link', click: act }, words);
  sheet.append(
    ...(won ? headOf(answer, activity.name) : [h('h2', { class: 'r-lost', tabindex: -1, id: 'result-title' }, notWon)]),
    won && hold ? h('p', { class: 'r-hold' }, playIcon('clock', 18), heldWords) : '',
    won && claim && !hold ? steps : '',
    acts,
    trouble,
    further,
    note,
    h(
      'p',
      { class: 'r-links' },
      link('我的奖品', () => go({ name: 'prizes' })),
      link('公平验证', () => go({ name: 'fair', id: drawNo })),
    ),
    h('p', { class: 'r-number' }, h('span', {}, '抽奖编号'), h('code', {}, drawNo)),
  );
  drawClaim(null);
  say(won ? `恭喜您获得${prizeWords(prize).words}${hold ? `，${heldWords}` : ''}` : notWon);
  leadTo(sheet.querySelector('#result-title'));

  if (isCash)
    openCashWay({
      desk,
      claimNo: claim.claimNo,
      isHere: () => sheet.isConnected,
      show: (now, button, words) => {
        pay = now;
        cashButton = button;
        trouble.textContent = words;
        drawCash(now);
      },
    });
  if (claim)
    desk.prize(claim.claimNo, null).then(
      (known) => {
        keepPrize(claim.claimNo, { won: known, posting: null });
        drawClaim(known);
      },
      // What the draw said stands.
      () => undefined,
    );
  void more.then((words) => (note.textContent = words));
  void again.then((act) => {
    if (!act) return;
    const button = h('button', { type: 'button', class: won ? 'p-outline' : 'p-red' }, '继续抽奖');
    button.addEventListener('click', () => {
      close();
      act();
    });
    further.append(button);
  });
};
