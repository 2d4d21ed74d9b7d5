import { ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import type { DrawAnswer, MyPrize } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { ClaimMode, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import type { PostOrder } from '@zhuiyuan/contract/claim/public-redeem';
import { RedemptionStatus } from '@zhuiyuan/contract/claim/redemption-states';
import type { ClaimPay } from '@zhuiyuan/contract/payout/public-claim';
import type { MyPacketDetail } from '@zhuiyuan/contract/red/send/my-packets';
import { shortMoment } from '../../lib/words.ts';
import { untilDay } from './times.ts';

/** A step of a prize's way, and where it stands: behind, here, not yet, or given up. */
export interface Step {
  at: 'done' | 'here' | 'later' | 'gone';
  title: string;
  time?: string;
  note?: string;
}

type Claim = NonNullable<DrawAnswer['claim']>;
/** What is known of a prize once it was asked for. */
export type Known = Pick<MyPrize, 'drawnAt' | 'claimedAt' | 'closeText'>;

/** Second and third step of each kind of prize while it is open: what is to be done, until when, and what comes of it. */
const openSteps = (type: PrizeType, { claimMode, expireAt }: Claim): [Step, Step] => {
  if (type === PrizeType.points)
    return [
      { at: 'here', title: '等待积分到账' },
      { at: 'later', title: '存入积分账户' },
    ];
  if (type === PrizeType.cash) {
    const isAsked = claimMode === ClaimMode.manual;
    return [
      {
        at: 'here',
        title: isAsked ? '红包待领取' : '红包待发放',
        note: isAsked ? `请在 ${shortMoment(expireAt)} 前领取，逾期作废` : '发放后请在微信中确认收款',
      },
      { at: 'later', title: '存入微信零钱' },
    ];
  }
  if (claimMode === ClaimMode.shop)
    return [
      { at: 'here', title: '到店出示核销码', note: `请在${untilDay(expireAt)}至参与门店出示` },
      { at: 'later', title: '门店核销，领取奖品' },
    ];
  return [
    { at: 'here', title: '填写收货信息', note: `请在${untilDay(expireAt)}填写，逾期作废` },
    { at: 'later', title: '送货上门' },
  ];
};

const claimedTitles: Record<PrizeType, string> = {
  [PrizeType.points]: '积分已到账',
  [PrizeType.cash]: '已存入微信零钱',
  [PrizeType.goods]: '奖品已领取',
  [PrizeType.none]: '已领取',
};

/** The way of a prize from the draw to the hand, as far as the server says it has come. */
export const stepsOf = (type: PrizeType, claim: Claim, known: Known | null): Step[] => {
  const drawn: Step = { at: 'done', title: '已抽中', time: known ? shortMoment(known.drawnAt) : '' };
  if (claim.status === ClaimStatus.claimed)
    return [
      drawn,
      { at: 'done', title: claimedTitles[type], time: known?.claimedAt ? shortMoment(known.claimedAt) : '' },
    ];
  if (claim.status === ClaimStatus.closed)
    return [drawn, { at: 'gone', title: '已关闭', note: known?.closeText || '该奖品已不能领取' }];
  return [drawn, ...openSteps(type, claim)];
};

/** The way of a cash prize while it is open, as far as its money has come. */
const moneyStep = (pay: ClaimPay, expireAt: string): Step => {
  switch (pay.delivery) {
    case null:
      return { at: 'here', title: '红包待领取', note: `请在 ${shortMoment(expireAt)} 前领取，逾期作废` };
    case 'SENDING':
      return { at: 'here', title: '红包发放中', note: '发放后请在微信中确认收款' };
    case 'SENT':
      if (!pay.pay) return { at: 'here', title: '红包到账中' };
      return {
        at: 'here',
        title: '待确认收款',
        note: pay.pay.isOver ? '收款已超时，退回后可重新领取' : '请在24小时内确认收款，逾期将退回',
      };
    case 'RFUND_ING':
      return { at: 'here', title: '款项退回中' };
    default: {
      const then = pay.canClaim ? `请在 ${shortMoment(expireAt)} 前重新领取` : '请联系主办方';
      const title = pay.delivery === 'REFUND' ? '款项已退回' : '发放失败';
      return { at: 'here', title, note: [pay.reason, then].filter(Boolean).join('，') };
    }
  }
};

/** {@link stepsOf} of a cash prize whose money is known. */
export const cashSteps = (claim: Claim, known: Known | null, pay: ClaimPay): Step[] => {
  const steps = stepsOf(PrizeType.cash, { ...claim, status: pay.status }, known);
  return pay.status === ClaimStatus.open ? [steps[0]!, moneyStep(pay, claim.expireAt), steps[2]!] : steps;
};

/** The way of a red packet that staff sent: its receiver confirms it, and nothing more. */
export const packetSteps = ({ sentAt, receivedAt, pay }: MyPacketDetail): Step[] => {
  const sent: Step = { at: 'done', title: '已发放', time: shortMoment(sentAt) };
  const end: Step = { at: 'later', title: '存入微信零钱' };
  switch (pay.delivery) {
    case 'RECEIVED':
      return [sent, { at: 'done', title: '已存入微信零钱', time: receivedAt ? shortMoment(receivedAt) : '' }];
    case 'SENT':
      if (!pay.pay) return [sent, { at: 'here', title: '红包到账中' }, end];
      return [
        sent,
        {
          at: 'here',
          title: '待确认收款',
          note: pay.pay.isOver ? '收款已超时，款项将退回' : '请在24小时内确认收款，逾期将退回',
        },
        end,
      ];
    case 'RFUND_ING':
      return [sent, { at: 'here', title: '款项退回中' }];
    case 'REFUND':
    case 'FAILED':
      return [
        sent,
        {
          at: 'gone',
          title: pay.delivery === 'REFUND' ? '款项已退回' : '发放失败',
          note: [pay.reason, '请联系主办方'].filter(Boolean).join('，'),
        },
      ];
    default:
      return [{ at: 'here', title: '红包发放中', note: '发放后请在微信中确认收款' }, end];
  }
};

/** The way of a prize by post, from the draw to the door. */
export const postSteps = (drawnAt: string, order: PostOrder): Step[] => {
  const isFinished = order.status === RedemptionStatus.finished;
  const isShipped = order.shippedAt !== null;
  const isPassed = order.status !== RedemptionStatus.waiting;
  return [
    { at: 'done', title: '已抽中', time: shortMoment(drawnAt) },
    { at: 'done', title: '收货信息已提交', time: shortMoment(order.createTime) },
    isShipped
      ? { at: 'done', title: '已发货', time: shortMoment(order.shippedAt!) }
      : isPassed
        ? { at: 'here', title: '等待发货', note: '已通过审核，发货后可在这里看到物流单号' }
        : { at: 'here', title: '等待审核' },
    isFinished
      ? { at: 'done', title: '已送达', time: order.finishedAt ? shortMoment(order.finishedAt) : '' }
      : { at: isShipped ? 'here' : 'later', title: isShipped ? '配送中' : '送货上门' },
  ];
};
