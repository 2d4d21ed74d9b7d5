import type { ShopPayable, ShopRemitRow, ShopRewardRow } from '@zhuiyuan/contract/settlement/store/shop-pay';
import type { ClaimPay } from '@zhuiyuan/contract/payout/public-claim';
import { h } from '../../lib/elements.ts';
import { broughtFor, hasBrought, takeVisit, visitWechat } from '../../lib/wechat-visit.ts';
import { confirmReceipt, isWechat, outsideWords } from '../../lib/wechat.ts';
import { toast } from '../../parts/code-text.ts';
import { reasonOf, whileBusy } from '../../parts/field.ts';
import { ask, isOffline, newKey, tell } from '../lib/field-call.ts';
import { chosenRole } from '../lib/session.ts';
import { when, yuan } from '../lib/words.ts';
import { card, cardHead, nothing, tag } from '../parts/cards.ts';
import { paged } from '../parts/paged.ts';
import { show } from '../parts/screen.ts';
import { confirmIn } from '../parts/sheet.ts';

const here = '#wechat';
const channels: Record<string, string> = { bank: '银行卡', alipay: '支付宝', weixin: '微信' };
const kinds: Record<number, string> = { 1: '开箱红包', 2: '动销返利', 3: '任务奖励' };
const [paid, rejected] = [1, -1];

interface PageOf<R> {
  list: R[];
  page: number;
  totalPage: number;
  total: number;
}
interface Progress {
  status: number;
  payState: string | null;
  pay: ClaimPay['pay'];
}

/** How far a remittance has come, in words and with a tone. */
const stateOf = ({ status, isAudited, payState }: ShopRemitRow): [words: string, tone: string] => {
  if (status === paid) return ['已打款', 'good'];
  if (status === rejected) return ['已驳回', 'bad'];
  if (payState === 'SENT') return ['待确认收款', 'wait'];
  if (payState === 'FAILED') return ['打款失败', 'bad'];
  if (payState === 'REFUND' || payState === 'RFUND_ING') return ['已退回', 'gone'];
  if (payState === 'SENDING') return ['打款中', 'doing'];
  return isAudited ? ['待打款', 'doing'] : ['审核中', 'wait'];
};

const noteOf = ({ rejectReason, failReason, channel, account, paidAt }: ShopRemitRow): string =>
  rejectReason ||
  failReason ||
  [channels[channel], account, paidAt && `${when(paidAt)} 到账`].filter(Boolean).join(' · ');

/** Opens WeChat's page of receiving for a remittance, and asks how it stands afterwards. */
const receive = async (id: number, done: () => void): Promise<void> => {
  try {
    const { pay, status } = await ask<Progress>('/public/shop/remit/pay', { id });
    if (status === paid) toast('已到账');
    else if (!pay) toast('打款正在处理，请稍后再试');
    else if (pay.isOver) toast('收款已超时，退回后由企业重新打款');
    else {
      await confirmReceipt(pay);
      toast('正在查询到账结果');
    }
  } catch (error) {
    toast(reasonOf(error));
  }
  done();
};

const remitRow = (remit: ShopRemitRow, reload: () => void): HTMLElement => {
  const [words, tone] = stateOf(remit);
  const button = h(
    'button',
    {
      type: 'button',
      class: 'button solid',
      click: () => void whileBusy(button, '请稍候', () => receive(remit.id, reload)),
    },
    '确认收款',
  );
  return h(
    'div',
    { class: 'f-row f-ver f-payment' },
    h('time', {}, when(remit.createTime)),
    h(
      'span',
      { class: 'f-body' },
      h('b', {}, remit.remitNo),
      h('span', { class: 'f-text' }, noteOf(remit)),
      remit.payState === 'SENT' ? button : null,
    ),
    h('span', { class: 'f-end f-money' }, h('b', {}, `${yuan(remit.amount)} 元`), tag(words, tone)),
  );
};

const rewardRow = ({ at, kind, amount, points, status, actName, remark, isTaken }: ShopRewardRow): HTMLElement =>
  h(
    'div',
    { class: 'f-row f-ver f-payment' },
    h('time', {}, when(at)),
    h(
      'span',
      { class: 'f-body' },
      h('b', {}, kinds[kind] ?? ''),
      h('span', { class: 'f-text' }, [actName, remark].filter(Boolean).join(' · ')),
    ),
    h(
      'span',
      { class: 'f-end f-money' },
      h('b', {}, points > 0 && amount === 0 ? `${points} 积分` : `${yuan(amount)} 元`),
      status === 0
        ? tag(isTaken ? '打款中' : '待结算', 'wait')
        : status === 1
          ? tag('已结算', 'good')
          : tag('已作废', 'gone'),
    ),
  );

const accountWords = ({ channel, account, accountName }: ShopPayable): string =>
  channel ? [channels[channel], account, accountName].filter(Boolean).join(' ') : '企业还没有登记收款账户';

/** 奖励与打款: what a shop was rewarded, what it can have paid out, and how far its payments have come; of a dealer the payments alone. */
export const showRewards = (): void => {
  takeVisit();
  const isShop = chosenRole().startsWith('shop');
  let key = newKey();
  const head = h('section', { class: 'card f-payable' }, cardHead('可提现'));
  const error = h('p', { class: 'error', role: 'alert' });

  const bind = async (): Promise<void> => {
    error.textContent = '';
    try {
      if (hasBrought(here)) {
        const { isKnown } = await tell<{ isKnown: boolean }>('/public/shop/pay/bind', { authCode: broughtFor(here) });
        toast(isKnown ? '已绑定微信收款' : '没有绑定，请重试');
        return reload();
      }
      if (!isWechat()) throw new Error(outsideWords);
      if (
        !(await visitWechat(here, (back, state) =>
          ask('/public/shop/pay/oauth', { back: back.replace(here, ''), state }),
        ))
      )
        throw new Error('企业还没有开通微信打款');
    } catch (failed) {
      error.textContent = failed instanceof Error && failed.message ? reasonOf(failed) : '没有绑定，请重试';
    }
  };

  const withdraw = async (sum: ShopPayable): Promise<void> => {
    error.textContent = '';
    const isSure = await confirmIn('提现', {
      words: `提现 ${yuan(sum.withdrawable)} 元到${accountWords(sum)}，企业审核后打款。`,
      yes: '提现',
    });
    if (!isSure) return;
    try {
      const { remitNo } = await tell<{ remitNo: string }>('/public/shop/withdraw', {
        amount: sum.withdrawable,
        channel: sum.channel,
        idemKey: key,
      });
      toast(`已提交，打款单 ${remitNo}`);
      key = newKey();
    } catch (failed) {
      // One that never arrived is sent again under its number.
      if (!isOffline(failed)) key = newKey();
      error.textContent = reasonOf(failed);
    }
    reload();
  };

  const drawHead = (sum: ShopPayable): void => {
    const button = h(
      'button',
      {
        type: 'button',
        class: 'button solid',
        disabled: sum.withdrawable === 0 || !sum.isPayable,
        click: () => void whileBusy(button, '提交中', () => withdraw(sum)),
      },
      '提现',
    );
    const connect = h(
      'button',
      { type: 'button', class: 'button', click: () => void whileBusy(connect, '请稍候', bind) },
      '绑定微信收款',
    );
    head.replaceChildren(
      cardHead('可提现', '', `累计已打款 ${yuan(sum.paidTotal)} 元`),
      h('p', { class: 'f-balance' }, h('b', {}, yuan(sum.withdrawable)), ' 元'),
      h(
        'p',
        { class: 'f-text' },
        [
          sum.waiting > 0 ? `打款中 ${yuan(sum.waiting)} 元` : '',
          accountWords(sum),
          sum.withdrawable === 0 ? '满0.30元可提现' : '',
        ]
          .filter(Boolean)
          .join(' · '),
      ),
      error,
      button,
      sum.needsWechat ? connect : '',
    );
  };

  const rewards = isShop
    ? paged<ShopRewardRow>(
        async (page) => {
          const answer = await ask<PageOf<ShopRewardRow> & { sum: ShopPayable }>('/public/shop/rewards', { page });
          if (page === 1) drawHead(answer.sum);
          return answer;
        },
        { draw: rewardRow, empty: () => nothing('gift', '还没有奖励') },
      )
    : undefined;
  const remits = paged<ShopRemitRow>((page) => ask('/public/shop/remit/list', { page }), {
    draw: (remit) => remitRow(remit, () => remits.reload()),
    empty: () => nothing('list', '还没有打款'),
  });
  const reload = (): void => {
    rewards?.reload();
    remits.reload();
  };
  show({
    title: isShop ? '奖励与打款' : '我的打款',
    body: [
      ...(rewards ? [head] : [card(cardHead('微信收款', '', bindLink(bind)), error)]),
      part('打款'),
      remits.element,
      ...(rewards ? [part('奖励明细'), rewards.element] : []),
    ],
  });
  if (hasBrought(here)) void bind();
};

/** What stands above the rows of a kind. */
const part = (title: string): HTMLElement => h('div', { class: 'f-part' }, cardHead(title));

const bindLink = (bind: () => Promise<void>): HTMLElement =>
  h('button', { type: 'button', class: 'f-link', click: () => void bind() }, '绑定');
