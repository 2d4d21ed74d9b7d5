import type { MyMessage } from '@zhuiyuan/contract/message/my-messages';
import { h } from '../../lib/elements.ts';
import { reasonOf } from '../../parts/field.ts';
import { currentDesk } from '../lib/scene.ts';
import { shortMoment } from '../lib/times.ts';
import { failure, nothing, skeleton } from '../parts/cards.ts';
import { showScreen } from '../parts/layer.ts';
import { fetchKept } from '../lib/kept.ts';

/** What each is about, in the words of who it is told. */
const titles: Record<MyMessage['kind'], string> = {
  WIN: '中奖通知',
  PAY_SENT: '红包已发放',
  PAY_RECEIVED: '红包已到账',
  PAY_FAILED: '红包发放失败',
  CLAIM_EXPIRE_SOON: '奖品即将到期',
  VERIFIED: '奖品已核销',
  REDEEM_APPROVED: '兑换已通过',
  REDEEM_REJECTED: '兑换未通过',
  REDEEM_SHIPPED: '奖品已发货',
  NOTICE: '商家消息',
};

const row = ({ kind, content, firmName, sentAt, isNew }: MyMessage): HTMLElement =>
  h(
    'article',
    { class: 'p-message' },
    h(
      'header',
      {},
      h('b', {}, titles[kind]),
      isNew && h('span', { class: 'p-tag p-tone-wait' }, h('i', { 'aria-hidden': 'true' }, '●'), '新'),
    ),
    h('p', {}, content),
    h('small', {}, `${firmName} · ${shortMoment(sentAt)}`),
  );

/** 我的消息: what firms told him, newest first; what he has seen is not new the next time. */
export const showMessages = (): void => {
  const desk = currentDesk();
  const body = h('div', {});
  const fetchPage = async (page: number): Promise<void> => {
    if (page === 1) body.replaceChildren(skeleton());
    body.querySelector('.p-next')?.remove();
    try {
      const answer = await fetchKept(`messages ${page}`, () => desk.messages(page));
      if (page === 1)
        body.replaceChildren(answer.list.length ? h('div', { class: 'card p-rows' }) : nothing('还没有消息'));
      body.querySelector('.p-rows')?.append(...answer.list.map(row));
      if (answer.page < answer.totalPage)
        body.append(
          h(
            'div',
            { class: 'p-next' },
            h('button', { type: 'button', class: 'button', click: () => void fetchPage(page + 1) }, '加载更多'),
          ),
        );
      const fresh = answer.list.filter(({ isNew }) => isNew).map(({ id }) => id);
      // That it was read is said again the next time where it does not arrive.
      if (fresh.length > 0) await desk.readMessages(fresh).catch(() => undefined);
    } catch (error) {
      const failed = failure(reasonOf(error), () => void fetchPage(page));
      if (page === 1) body.replaceChildren(failed);
      else body.append(h('div', { class: 'p-next p-failed' }, failed));
    }
  };
  showScreen({ title: '我的消息', look: 'paper', bar: '我的消息', body: [body] });
  void fetchPage(1);
};
