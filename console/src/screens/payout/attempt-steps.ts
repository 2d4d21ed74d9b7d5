import {
  BillState,
  Delivery,
  PayEventSource,
  PayoutStatus,
  returnedCodes,
} from '@zhuiyuan/contract/payout/payout-enums';
import type { PayoutAttempt, PayoutEvent, RedInfo } from '@zhuiyuan/contract/payout/red-info';
import Check from 'icon:check';
import CircleAlert from 'icon:circle-alert';
import Hourglass from 'icon:hourglass';
import Lock from 'icon:lock';
import MessageSquare from 'icon:message-square';
import Search from 'icon:search';
import Send from 'icon:send';
import Timer from 'icon:timer';
import Undo2 from 'icon:undo-2';
import X from 'icon:x';
import type { IconType } from '../../parts/icon/make-icon.tsx';
import { shanghaiNow } from '@zhuiyuan/contract/kit/date-limit';
import { moneyText } from '../../parts/format/numbers.ts';
import { shortTimeText } from '../../parts/format/times.ts';

/** A step of an attempt, in words. */
export interface Step {
  key: string;
  time: string;
  icon: IconType;
  title: string;
  facts: string[];
  isBad?: boolean;
  isComing?: boolean;
  isDecision?: boolean;
  /** The message as it came, JSON. */
  raw?: string;
}

/** What an attempt's state makes of its payout, in words. */
const verdicts: Record<number, string> = {
  [BillState.accepted]: Delivery.label(Delivery.SENDING),
  [BillState.wait]: Delivery.label(Delivery.SENT),
  [BillState.paying]: Delivery.label(Delivery.SENT),
  [BillState.success]: Delivery.label(Delivery.RECEIVED),
  [BillState.fail]: Delivery.label(Delivery.FAILED),
  [BillState.canceling]: Delivery.label(Delivery.RFUND_ING),
  [BillState.cancelled]: Delivery.label(Delivery.REFUND),
};
const causes: Record<number, string> = {
  [BillState.accepted]: '微信已收单，正在处理',
  [BillState.wait]: '微信已收单，等消费者确认',
  [BillState.paying]: '消费者已确认，微信正在转账',
  [BillState.success]: '已存入消费者的微信零钱',
  [BillState.canceling]: '微信已受理撤销，等待退回',
  [BillState.cancelled]: '款项已退回',
};

const isOver = (state: number): boolean =>
  state === BillState.success || state === BillState.fail || state === BillState.cancelled;

const answered = ({ toState }: PayoutEvent): string =>
  toState === null ? '没有得到状态' : `返回${BillState.label(toState)}`;

/** Why a call had no answer. */
const causeOf = (raw: string): string => {
  const { code = '', message = '' } = JSON.parse(raw) as { code?: string; message?: string };
  return /^[A-Z_\d]+$/.test(code) ? [code, message].filter(Boolean).join('：') : '没有应答';
};

const sayEvent = (event: PayoutEvent, attempt: PayoutAttempt, nthQuery: number): Omit<Step, 'key' | 'time' | 'raw'> => {
  const { source, toState, disagrees } = event;
  if (disagrees)
    return { icon: CircleAlert, title: '与记录不符', facts: [answered(event), '未改变状态，请核对'], isBad: true };
  switch (source) {
    case PayEventSource.POST:
      return toState === BillState.unknown
        ? { icon: Timer, title: '超时，结果不明', facts: [causeOf(event.raw), '不换单号，先查询'] }
        : { icon: Send, title: '微信应答', facts: [answered(event)] };
    case PayEventSource.NOTIFY:
      return { icon: MessageSquare, title: '微信通知', facts: [answered(event)] };
    case PayEventSource.CANCEL:
      return { icon: Undo2, title: '撤销', facts: ['已向微信申请撤销', answered(event)] };
    case PayEventSource.OP:
      return toState === BillState.cancelled
        ? { icon: Undo2, title: '撤销', facts: ['还没有提交微信，直接撤销'] }
        : { icon: CircleAlert, title: '没有提交微信', facts: [attempt.errMsg] };
    default:
      return { icon: Search, title: `第 ${nthQuery} 次查询`, facts: [answered(event)] };
  }
};

/** The state an attempt was decided to be in, by the last event that moved it. */
const decision = (attempt: PayoutAttempt): Step | undefined => {
  const { state, events, providerNo, errMsg } = attempt;
  const verdict = verdicts[state];
  const moved = events.findLast(({ toState, disagrees }) => toState === state && !disagrees);
  if (!verdict || !moved) return undefined;
  const isReturned = state === BillState.fail && returnedCodes.some((code) => code === attempt.errCode);
  return {
    key: 'decision',
    time: moved.at,
    icon: state === BillState.fail ? X : Check,
    title: `判定为${isReturned ? Delivery.label(Delivery.REFUND) : verdict}`,
    facts: [state === BillState.fail ? errMsg : (causes[state] ?? ''), providerNo && `微信单号 ${providerNo}`].filter(
      Boolean,
    ),
    isDecision: true,
  };
};

const next = (attempt: PayoutAttempt, confirmBefore: string | null): Step | undefined => {
  const { state, nextRunAt, tries, errMsg } = attempt;
  if (nextRunAt === null || isOver(state)) return undefined;
  const isNew = state === BillState.new;
  return {
    key: 'next',
    time: nextRunAt,
    icon: Hourglass,
    title: isNew ? '下次提交' : '下次查询',
    facts: isNew
      ? [errMsg || '等待发放']
      : [
          nextRunAt <= shanghaiNow() ? '即将进行' : '',
          tries > 0 ? `其间又查 ${tries} 次，均为${BillState.label(state)}` : '',
          confirmBefore ? `到 ${shortTimeText(confirmBefore)} 为止` : '',
        ].filter(Boolean),
    isComing: true,
  };
};

/** All that happened of an attempt and what comes, the newest first. */
export const toSteps = (attempt: PayoutAttempt, { amount, confirmBefore, draw }: RedInfo): Step[] => {
  let nthQuery = 0;
  const made: Step = {
    key: 'made',
    time: attempt.createTime,
    icon: Lock,
    title: attempt.attemptNo === 1 ? '建发放单' : '重新发放',
    facts:
      attempt.attemptNo === 1
        ? [draw ? '同一中奖只建一张' : '', `预占 ${moneyText(amount)} 元`].filter(Boolean)
        : ['上一次已失败或退回', '使用新的商户单号'],
  };
  const posted: Step[] = attempt.postedAt
    ? [
        {
          key: 'posted',
          time: attempt.postedAt,
          icon: Send,
          title: '提交微信支付',
          facts: ['商家转账', `${moneyText(amount)} 元`, '使用上面的商户单号'],
        },
      ]
    : [];
  const heard = attempt.events.map((event): Step => {
    if (event.source === PayEventSource.QUERY) nthQuery += 1;
    return { key: String(event.id), time: event.at, raw: event.raw, ...sayEvent(event, attempt, nthQuery) };
  });
  return [made, ...posted, ...heard, decision(attempt), next(attempt, confirmBefore)]
    .filter((step) => step !== undefined)
    .toReversed();
};

/** Why no second attempt may be made; nothing where one may. */
export const whyOnce = ({
  attempts: [last],
  hold,
  isClosed,
  status,
}: RedInfo): { title: string; text: string } | undefined => {
  if (hold) return { title: '为什么没有发放', text: '这笔发放已冻结，由另一人复核通过后才建第一次尝试。' };
  if (status === PayoutStatus.REJECTED)
    return { title: '为什么没有发放', text: '这笔发放冻结后被复核驳回，预占的预算已释放，不再发放。' };
  if (isClosed) return { title: '为什么不能再发', text: '这笔发放已关闭，预占的预算已释放，不再发放。' };
  if (status === Delivery.REFUND)
    return {
      title: '怎样再次发放',
      text: '款项已退回，预算仍为这笔中奖预占。消费者在领奖有效期内重新领取时，才用新的商户单号再发。',
    };
  if (!last) return undefined;
  const nth = `第 ${last.attemptNo} 次`;
  const title = `为什么没有第 ${last.attemptNo + 1} 次尝试`;
  switch (last.state) {
    case BillState.new:
      return { title, text: `${nth}还没有提交微信。提交后失败或撤销了，才能重发。` };
    case BillState.posting:
    case BillState.unknown:
      return {
        title,
        text: `${nth}结果不明，正在查询：钱可能已经付出。这时换新单号重发可能付两次，所以不新建尝试。查明失败或已撤销后，才能重发。`,
      };
    case BillState.accepted:
    case BillState.wait:
    case BillState.paying:
      return {
        title,
        text: `${nth}没有失败，也没有撤销，微信已经收单。这时换新单号重发可能付两次，所以不新建尝试。查明失败或已撤销后，才能重发。`,
      };
    case BillState.canceling:
      return { title, text: `${nth}正在撤销，款项退回之前不新建尝试。` };
    case BillState.success:
      return { title: '为什么不能再发', text: '消费者已领取。已领取的发放不能撤销，也不会再发。' };
    default:
      return undefined;
  }
};

/** What happens next, and until when. */
export const nextText = ({
  status,
  hold,
  isClosed,
  reason,
  confirmBefore,
  receivedAt,
  refundAt,
  review,
  attempts: [last],
}: RedInfo): string => {
  if (hold) return '冻结，待另一人复核';
  if (review && !review.isPassed) return '复核驳回，不再发放';
  if (isClosed) return '已关闭，不再发放';
  switch (status) {
    case Delivery.SENT:
      return confirmBefore ? `请消费者在 ${shortTimeText(confirmBefore)} 前确认收款` : '消费者已确认，微信转账中';
    case Delivery.RECEIVED:
      return receivedAt ? `${shortTimeText(receivedAt)} 到账` : '';
    case Delivery.FAILED:
      return reason;
    case Delivery.RFUND_ING:
      return '等待微信退回';
    case Delivery.REFUND:
      return refundAt ? `${shortTimeText(refundAt)} 退回` : '';
    default:
      if (!last || last.state === BillState.new) return last?.errMsg || '排队等待发放';
      return last.state === BillState.accepted ? '微信处理中' : '结果不明，正在查询';
  }
};
