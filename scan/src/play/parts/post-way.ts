import type { PostOrder } from '@zhuiyuan/contract/claim/public-redeem';
import { h } from '../../lib/elements.ts';
import { reasonOf, whileBusy } from '../../parts/field.ts';
import type { Desk, PostingShown, WonDetail } from '../lib/desk.ts';
import { RedemptionStatus } from '@zhuiyuan/contract/claim/redemption-states';
import { card, facts } from './cards.ts';
import { copyText } from './copy-text.ts';
import { postForm } from './post-form.ts';
import { drawSteps, postSteps } from './steps.ts';

/** What the shopper himself gave up says nothing. */
const ownCancel = '用户取消';

/** Whether a posting is under way, or has come to its end. */
export const isPosted = ({ order }: PostingShown): boolean =>
  order !== null && order.status !== RedemptionStatus.closed && order.status !== RedemptionStatus.rejected;

/** How far a prize by post has come, where to, and what can still be done. */
export const postCard = (desk: Desk, won: WonDetail, order: PostOrder, changed: () => void): HTMLElement => {
  const failure = h('p', { class: 'error', role: 'alert' });
  const giveUp = h('button', { type: 'button', class: 'button p-cancel' }, '取消邮寄');
  giveUp.addEventListener('click', () => {
    // The second tap means it.
    if (giveUp.textContent === '取消邮寄') {
      giveUp.textContent = '确定取消邮寄？';
      return;
    }
    void whileBusy(giveUp, '取消中', async () => {
      try {
        await desk.cancelPost(order.redeemNo);
        changed();
      } catch (error) {
        failure.textContent = reasonOf(error);
      }
    });
  });
  return card(
    '邮寄进度',
    drawSteps(postSteps(won.drawnAt, order)),
    facts([
      ['物流公司', order.shipCompany],
      [
        '物流单号',
        order.shipNo &&
          copyText(order.shipNo, { label: '复制物流单号', look: 'p-hash', words: [h('code', {}, order.shipNo)] }),
      ],
      ['收货人', `${order.receiver} ${order.phone}`],
      ['收货地址', `${order.regionName}${order.address}`],
      ['兑换单号', h('code', {}, order.redeemNo)],
    ]),
    failure,
    order.canCancel ? giveUp : null,
  );
};

/** Why the last posting came to nothing; nothing where the shopper gave it up himself. */
const before = ({ order }: PostingShown): HTMLElement | null =>
  order?.reason && order.reason !== ownCancel
    ? h(
        'p',
        { class: 'strip' },
        `${order.status === RedemptionStatus.rejected ? '上次提交未通过审核' : '上次邮寄已关闭'}：${order.reason}`,
      )
    : null;

/** 填写收货信息 of a prize that only goes by post. */
export const addressCard = (desk: Desk, won: WonDetail, posting: PostingShown, changed: () => void): HTMLElement =>
  card('填写收货信息', before(posting), postForm({ desk, claimNo: won.claimNo, words: '提交收货信息', done: changed }));

/** 不方便到店: a prize that shops hand out goes by post instead, and its code is void. */
export const switchCard = (desk: Desk, won: WonDetail, posting: PostingShown, changed: () => void): HTMLElement => {
  const element = h('section', { class: 'card', 'aria-label': '不方便到店' });
  const show = (isOpen: boolean): void => {
    const offer = h(
      'div',
      { class: 'p-switch' },
      h('div', {}, h('h2', {}, '不方便到店'), h('p', { class: 'p-note' }, '填写收货信息后改为邮寄，核销码随即失效')),
      h('button', { type: 'button', class: 'button', click: () => show(true) }, '改为邮寄'),
    );
    element.replaceChildren(
      ...(isOpen
        ? [
            h('h2', {}, '改为邮寄'),
            h('p', { class: 'strip' }, '改为邮寄后核销码失效'),
            postForm({
              desk,
              claimNo: won.claimNo,
              words: '改为邮寄',
              done: changed,
              cancel: () => show(false),
            }),
          ]
        : [before(posting) ?? '', offer]),
    );
    if (isOpen) element.querySelector<HTMLElement>('input')?.focus();
  };
  show(false);
  return element;
};
