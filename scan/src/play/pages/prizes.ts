import type { Page } from '@zhuiyuan/contract/kit/page';
import { CallFailed } from '../../lib/call.ts';
import { h } from '../../lib/elements.ts';
import { reasonOf } from '../../parts/field.ts';
import { prizeWords } from '../lib/amounts.ts';
import { claimState } from '../lib/claim-state.ts';
import type { Won } from '../lib/desk.ts';
import { go } from '../lib/go.ts';
import { playIcon } from '../lib/play-icons.ts';
import { currentDesk } from '../lib/scene.ts';
import { ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { shortMoment } from '../lib/times.ts';
import { failure, nothing, prizePicture, skeleton } from '../parts/cards.ts';
import { showScreen } from '../parts/layer.ts';
import { fetchKept } from '../lib/kept.ts';
import { messagesWay } from '../parts/messages-way.ts';
import { packetList } from '../parts/packet-list.ts';

const tabs: readonly { words: string; status?: ClaimStatus; empty: string }[] = [
  { words: '全部', empty: '还没有抽中奖品' },
  { words: '未领取', status: ClaimStatus.open, empty: '没有待领取的奖品' },
  { words: '已领取', status: ClaimStatus.claimed, empty: '还没有领取过奖品' },
  { words: '已关闭', status: ClaimStatus.closed, empty: '没有已关闭的奖品' },
];

const glyphs: Record<string, string> = { good: '●', wait: '◆', doing: '◐', gone: '–' };

const row = (won: Won): HTMLElement => {
  const { words, tone } = claimState(won);
  return h(
    'button',
    { type: 'button', class: 'p-row', click: () => go({ name: 'prize', id: won.claimNo }) },
    prizePicture(won.prize.image, won.prize.type, 48),
    h(
      'span',
      { class: 'p-main' },
      h('b', {}, prizeWords(won.prize).words),
      h('span', {}, [won.tierName, won.activityName].filter(Boolean).join(' · ')),
      h('span', {}, `${shortMoment(won.drawnAt)} 抽中`),
    ),
    h('span', { class: `p-tag p-tone-${tone}` }, h('i', { 'aria-hidden': 'true' }, glyphs[tone]!), words),
    playIcon('next', 16),
  );
};

/** Kept while the page is open, so that coming back from a prize finds the same tab. */
let chosen = 0;

/** Nobody is known on this phone. */
const signedOut = 401;

/** 我的奖品: red packets that staff sent, and what was won. `redActiveId`: of which activity he was sent packets. */
export const showPrizes = (redActiveId?: string): void => {
  const desk = currentDesk();
  const body = h('div', { role: 'tabpanel' });
  let asked = 0;
  const fetchPage = async (page: number): Promise<void> => {
    const mine = (asked += 1);
    const { status, empty } = tabs[chosen]!;
    if (page === 1) body.replaceChildren(skeleton());
    try {
      const answer = await fetchKept<Page<Won>>(`prizes ${status} ${page}`, () => desk.prizes(page, status));
      if (mine !== asked) return;
      if (page === 1) body.replaceChildren(answer.list.length ? h('div', { class: 'card p-rows' }) : nothing(empty));
      body.querySelector('.p-rows')?.append(...answer.list.map(row));
      body.querySelector('.p-next')?.remove();
      if (answer.page < answer.totalPage)
        body.append(
          h(
            'div',
            { class: 'p-next' },
            h('button', { type: 'button', class: 'button', click: () => void fetchPage(page + 1) }, '加载更多'),
          ),
        );
    } catch (error) {
      if (mine !== asked) return;
      if (error instanceof CallFailed && error.code === signedOut) return body.replaceChildren(nothing(empty));
      body.querySelector('.p-next')?.remove();
      const failed = h(
        'div',
        { class: 'p-next p-failed' },
        failure(reasonOf(error), () => void fetchPage(page)),
      );
      if (page === 1) body.replaceChildren(failed);
      else body.append(failed);
    }
  };
  const buttons = tabs.map(({ words }, at) =>
    h('button', { type: 'button', role: 'tab', click: () => choose(at) }, words),
  );
  const choose = (at: number): void => {
    chosen = at;
    for (const [index, one] of buttons.entries()) {
      one.setAttribute('aria-selected', String(index === at));
      one.tabIndex = index === at ? 0 : -1;
    }
    void fetchPage(1);
  };
  const list = h('div', { class: 'p-tabs', role: 'tablist', 'aria-label': '领取状态' }, ...buttons);
  list.addEventListener('keydown', ({ key }) => {
    const step = { ArrowLeft: tabs.length - 1, ArrowRight: 1 }[key];
    if (!step) return;
    choose((chosen + step) % tabs.length);
    buttons[chosen]!.focus();
  });
  const packets = packetList(desk, redActiveId);
  const messages = messagesWay(desk);
  showScreen({
    title: '我的奖品',
    look: 'paper',
    bar: '我的奖品',
    body: [messages.element, packets.element, list, body],
  });
  // Whoever comes back from WeChat may be somebody else by then.
  void packets.open().then(() => {
    choose(chosen);
    void messages.open();
  });
};
