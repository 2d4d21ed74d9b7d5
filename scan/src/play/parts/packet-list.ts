import type { MyPacket } from '@zhuiyuan/contract/red/send/my-packets';
import { h } from '../../lib/elements.ts';
import { isWechat } from '../../lib/wechat.ts';
import { broughtFor, hasBrought, visitWechat } from '../../lib/wechat-visit.ts';
import { reasonOf } from '../../parts/field.ts';
import { yuan } from '../lib/amounts.ts';
import type { Desk } from '../lib/desk.ts';
import { go } from '../lib/go.ts';
import { playIcon } from '../lib/play-icons.ts';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { shortMoment } from '../lib/times.ts';
import { toHash } from '../lib/views.ts';
import { card, failure, prizePicture } from './cards.ts';
import { fetchKept } from '../lib/kept.ts';

/** State of a packet in words, with its attitude and its mark. */
const stateOf = ({ delivery, isWaiting }: MyPacket): { words: string; tone: string; glyph: string } => {
  switch (delivery) {
    case 'RECEIVED':
      return { words: '已领取', tone: 'good', glyph: '●' };
    case 'SENT':
      if (isWaiting) return { words: '待领取', tone: 'wait', glyph: '◆' };
      return { words: '领取中', tone: 'doing', glyph: '◐' };
    case 'SENDING':
      return { words: '发放中', tone: 'doing', glyph: '◐' };
    case 'RFUND_ING':
      return { words: '退回中', tone: 'doing', glyph: '◐' };
    case 'REFUND':
      return { words: '已退回', tone: 'gone', glyph: '–' };
    default:
      return { words: '发放失败', tone: 'gone', glyph: '–' };
  }
};

const row = (packet: MyPacket): HTMLElement => {
  const { words, tone, glyph } = stateOf(packet);
  return h(
    'button',
    { type: 'button', class: 'p-row', click: () => go({ name: 'packet', id: String(packet.id) }) },
    prizePicture('', PrizeType.cash, 48),
    h(
      'span',
      { class: 'p-main' },
      h('b', {}, `${yuan(packet.amount)} 元红包`),
      h('span', {}, [packet.wishing, packet.sendName].filter(Boolean).join(' · ')),
      h('span', {}, `${shortMoment(packet.sentAt)} 发放`),
    ),
    h('span', { class: `p-tag p-tone-${tone}` }, h('i', { 'aria-hidden': 'true' }, glyph), words),
    playIcon('next', 16),
  );
};

/**
 * The red packets that staff sent, newest first; nothing at all where there are none. Who is not known to the app that pays them is asked
 * at WeChat, once he wants it.
 */
export const packetList = (desk: Desk, redActiveId?: string): { element: HTMLElement; open: () => Promise<void> } => {
  const rows = h('div', {});
  const more = h('div', { class: 'p-more' });
  const who = h('div', { class: 'p-who' });
  const element = card('红包', rows, more, who);
  element.hidden = true;
  const show = (): void => {
    element.hidden = [rows, more, who].every((one) => one.childElementCount === 0);
  };

  const fetchPage = async (page: number): Promise<void> => {
    more.replaceChildren();
    try {
      const answer = await fetchKept(`packets ${page}`, () => desk.packets(page));
      if (page === 1) rows.replaceChildren();
      rows.append(...answer.list.map(row));
      if (answer.page < answer.totalPage)
        more.replaceChildren(
          h('button', { type: 'button', class: 'button', click: () => void fetchPage(page + 1) }, '加载更多'),
        );
    } catch (error) {
      more.replaceChildren(failure(reasonOf(error), () => void fetchPage(page)));
    }
    show();
  };

  /** Offers to say at WeChat who is here. `said`: why it did not work before. */
  const offer = (id: string, said = ''): void => {
    const trouble = h('p', { class: 'p-note', role: 'alert' }, said);
    const visit = async (): Promise<void> => {
      trouble.textContent = '';
      button.disabled = true;
      try {
        const hash = toHash({ name: 'packets', id });
        if (!(await visitWechat(hash, (back, state) => desk.packetsOauth(id, back, state))))
          trouble.textContent = '暂时无法通过微信确认身份，请稍后重试';
      } catch (error) {
        trouble.textContent = reasonOf(error);
      }
      button.disabled = false;
    };
    const button = h('button', { type: 'button', class: 'button', click: () => void visit() }, '微信确认身份');
    who.replaceChildren(
      h(
        'p',
        { class: 'p-note' },
        isWechat()
          ? '商家发放的红包按微信身份领取，确认后可在这里查看和领取。微信授权的 openid 仅用于这一目的。'
          : '商家发放的红包按微信身份领取，请在微信中打开本页查看。',
      ),
      isWechat() ? button : '',
      trouble,
    );
    show();
  };

  const find = async (said: string): Promise<void> => {
    try {
      const { redActiveId: asking } = await desk.packetsAsk(redActiveId);
      if (asking !== null) offer(String(asking), said);
    } catch {
      // What is there is shown all the same.
      if (said && redActiveId !== undefined) offer(redActiveId, said);
    }
  };

  /** Done as soon as it is known who is here. */
  const open = async (): Promise<void> => {
    let said = '';
    if (redActiveId !== undefined && hasBrought(toHash({ name: 'packets', id: redActiveId })))
      try {
        await desk.packetsLogin(redActiveId, broughtFor(toHash({ name: 'packets', id: redActiveId })));
      } catch (error) {
        said = reasonOf(error);
      }
    if (desk.isKnown()) void fetchPage(1);
    void find(said);
  };
  return { element, open };
};
