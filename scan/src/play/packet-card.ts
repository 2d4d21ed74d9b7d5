import './play.css';
import type { OfferedPacket } from '@zhuiyuan/contract/campaign/draw/offered-packet';
import { publicClaimApi } from '@zhuiyuan/contract/payout/public-claim';
import { publicPacketApi, type PacketPay } from '@zhuiyuan/contract/red/public-packet';
import { h } from '../lib/elements.ts';
import { reasonOf } from '../parts/field.ts';
import { yuan } from './lib/amounts.ts';
import { ask } from './lib/desk.ts';
import { endDay } from './lib/times.ts';
import { takeVisit } from '../lib/wechat-visit.ts';
import { openCashWay } from './parts/cash-way.ts';

/** The packet of a scan, and who looks at it. */
interface Shown {
  token: string;
  packet: OfferedPacket;
  /** He has not agreed to what is kept of him. */
  needConsent: boolean;
  agree: () => Promise<void>;
}

/** Its money is known by this on the page: a scan has one packet. */
const name = 'packet';

const deskOf = (token: string) => ({
  claim: (_name: string, authCode: string) => ask(publicPacketApi.claim, { token, authCode }),
  claimPay: () => ask(publicPacketApi.pay, { token }),
  oauth: (back: string, state: string) => ask(publicClaimApi.oauth, { token, back, state }),
});

/** How the money stands, in a line. */
const wordsOf = ({ delivery, reason, canClaim, pay }: PacketPay): string => {
  switch (delivery) {
    case null:
      return '领取后由微信存入零钱';
    case 'SENDING':
      return '红包发放中，请稍候';
    case 'SENT':
      if (!pay) return '红包到账中';
      return pay.isOver ? '收款已超时，退回后可重新领取' : '请在24小时内确认收款，逾期将退回';
    case 'RECEIVED':
      return '已存入微信零钱';
    case 'RFUND_ING':
      return '款项退回中';
    default: {
      const said = delivery === 'REFUND' ? '款项已退回' : '发放失败';
      return [said, reason, canClaim ? '' : '请联系主办方'].filter(Boolean).join('，');
    }
  }
};

const privacy = [
  '收集一串随机标识、所扫编码、领取时间和微信授权的 openid，用于发放红包和防止冒领，不用于其他目的。',
  '领取记录至少保存两年，以便您查询和核对；您可以联系发送方查询、更正或删除。',
];

/** The box that is ticked before anything is received, with the text it is about. */
const consentBox = () => {
  const error = h('p', { class: 'p-complaint', role: 'alert' });
  const box = h('input', { type: 'checkbox' });
  box.addEventListener('change', () => (error.textContent = ''));
  return {
    box,
    complain: () => {
      error.textContent = '请先阅读并同意隐私政策';
      box.focus();
    },
    element: h(
      'div',
      { class: 'packet-consent' },
      h('label', {}, box, h('span', {}, '我已阅读并同意《隐私政策》')),
      h('details', {}, h('summary', {}, '查看隐私政策'), ...privacy.map((line) => h('p', {}, line))),
      error,
    ),
  };
};

/** Offers the red packet of a code in the place kept for a draw, and leads its receiver to the money. */
export const showPacket = (place: HTMLElement, { token, packet, needConsent, agree }: Shown): void => {
  takeVisit();
  const words = h(
    'p',
    { role: 'status' },
    packet.isMine || packet.ok ? `${endDay(packet.endAt)} 截止` : packet.message,
  );
  const amount = h('b', { class: 'packet-amount' });
  const acts = h('div', { class: 'packet-acts' });
  const trouble = h('p', { class: 'p-complaint', role: 'alert' });
  place.replaceChildren(
    h(
      'section',
      { class: 'card packet', 'aria-label': '红包' },
      h('p', { class: 'packet-from' }, `${packet.sendName} 送您的红包`),
      h('h2', {}, packet.wishing),
      amount,
      words,
      acts,
      trouble,
    ),
  );
  if (!packet.ok && !packet.isMine) return;

  const follow = (begins: boolean): void =>
    openCashWay({
      desk: deskOf(token),
      claimNo: name,
      hash: `#${name}`,
      begins,
      isHere: () => acts.isConnected,
      show: (pay, act, said) => {
        const received = (pay as PacketPay).amount;
        amount.textContent = received === null ? '' : `${yuan(received)} 元`;
        words.textContent = wordsOf(pay as PacketPay);
        acts.replaceChildren(act ?? '');
        trouble.textContent = said;
      },
    });
  if (!needConsent) return follow(false);

  const consent = consentBox();
  const button = h('button', { type: 'button', class: 'p-red' }, '领取红包');
  button.addEventListener('click', () => {
    if (!consent.box.checked) return consent.complain();
    button.disabled = true;
    agree().then(
      () => follow(true),
      (error: unknown) => {
        button.disabled = false;
        trouble.textContent = reasonOf(error as Error);
      },
    );
  });
  acts.replaceChildren(consent.element, button);
};
