import { RedPayKind } from '@zhuiyuan/contract/campaign/prize-terms';
import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import { PayoutStatus, PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import type { PayoutAttempt, RedInfo } from '@zhuiyuan/contract/payout/red-info';
import ShieldCheck from 'icon:shield-check';
import { Link } from 'react-router';
import { drawOf } from '../../lib/object-addresses.ts';
import { NoticeBar } from '../../parts/feedback/notice-bar.tsx';
import { Code } from '../../parts/format/code.tsx';
import { Facts } from '../../parts/format/facts.tsx';
import { countText, moneyText } from '../../parts/format/numbers.ts';
import { ActivityLink, RedActiveLink } from '../../parts/format/object-links.tsx';
import { EnumTag, Tag } from '../../parts/format/tag.tsx';
import { Timeline } from '../../parts/format/timeline.tsx';
import { shortTimeText, timeText } from '../../parts/format/times.ts';
import { nextText, toSteps, whyOnce } from './attempt-steps.ts';
import './payouts.css';

/** Whom a payout goes to, masked. */
export const receiverText = ({ consumer, openid }: Pick<RedInfo, 'consumer' | 'openid'>): string =>
  [consumer, openid && `****${openid}`].filter(Boolean).join(' · ');

/** How far a payout is: one that waits for a person is not on its way. */
export const PayoutTag = ({ payout: { hold, status } }: { payout: Pick<RedInfo, 'hold' | 'status'> }) =>
  hold ? (
    <Tag tone="wait" glyph="dash">
      冻结
    </Tag>
  ) : (
    <EnumTag of={PayoutStatus} value={status} />
  );

/** Amount, status, and what happens next. */
export const PayoutHead = ({ payout }: { payout: RedInfo }) => (
  <div className="zy-payout-head">
    <b>{moneyText(payout.amount)}</b>
    <small>元</small>
    <PayoutTag payout={payout} />
    <span>{nextText(payout)}</span>
  </div>
);

/** 发放状态长时间未明确: nobody could say for three days what became of it. */
export const Unclear = ({ payout }: { payout: RedInfo }) =>
  payout.attempts[0]?.isUnclear ? (
    <NoticeBar tone="bad">
      发放状态长时间未明确。请在微信支付商户平台用商户单号 {payout.attempts[0].outBillNo}{' '}
      查询，仍不明确时联系微信支付商户客服
    </NoticeBar>
  ) : null;

const fundText = ({ amount, ledger }: RedInfo): string => {
  const last = ledger.at(-1)?.type;
  const money = moneyText(amount);
  if (last === LedgerType.pay) return `支出 ${money}`;
  if (last === LedgerType.release) return `释放 ${money}，未支出`;
  return last === LedgerType.reserve ? `预占 ${money}，未支出` : '';
};

export const PayoutFacts = ({ payout }: { payout: RedInfo }) => {
  const { draw, activityId, actName, source, payKind, mchName, mchid, prizeName, createName, remark, closedAt } =
    payout;
  return (
    <Facts
      isPaired
      items={[
        { label: '消费者', value: receiverText(payout) },
        payout.redActiveId === null
          ? { label: '活动', value: <ActivityLink id={activityId}>{actName}</ActivityLink> }
          : {
              label: '红包活动',
              value: <RedActiveLink id={payout.redActiveId}>{payout.redActiveName || actName}</RedActiveLink>,
            },
        {
          label: '来源',
          value: draw ? (
            <>
              {PaySource.label(source)} <DrawLink draw={draw} />
            </>
          ) : (
            PaySource.label(source)
          ),
        },
        { label: '支付方式', value: RedPayKind.label(payKind) },
        { label: '奖品', value: prizeName },
        { label: '发放商户', value: `${mchName} ${mchid}` },
        { label: '资金', value: fundText(payout) },
        { label: '创建时间', value: timeText(payout.createTime, true) },
        ...(createName && !payout.send ? [{ label: '创建人', value: createName }] : []),
        ...(closedAt ? [{ label: '关闭时间', value: timeText(closedAt, true) }] : []),
        ...(remark && remark !== payout.send?.remark ? [{ label: '备注', value: remark, isWide: true }] : []),
      ]}
    />
  );
};

/** Who asked for a packet that was sent by hand, why, and with how many others; and what its receiver was paid before. */
export const sendItems = ({ send, before, createName }: RedInfo): { label: string; value: string }[] => [
  ...(createName ? [{ label: '申请人', value: createName }] : []),
  ...(send
    ? [
        { label: '申请时间', value: timeText(send.at, true) },
        { label: '发放原因', value: send.remark },
        {
          label: '同次发放',
          value: `${send.sendNo}，${countText(send.count)} 人，共 ${moneyText(send.amount)} 元${send.fileName && `，名单 ${send.fileName}`}`,
        },
      ]
    : []),
  {
    label: '此前收款',
    value:
      before.count === 0
        ? '没有'
        : `${countText(before.count)} 笔，共 ${moneyText(before.amount)} 元${before.lastAt ? `，最近 ${shortTimeText(before.lastAt)}` : ''}`,
  },
];

/** Whether somebody has to decide, or has decided, or it was sent by hand. */
export const hasReview = ({ hold, review, send }: RedInfo): boolean => hold || review !== null || send !== null;

/** 手工发放 and its 复核. */
export const PayoutReview = ({ payout }: { payout: RedInfo }) => {
  const { review, send, hold } = payout;
  return (
    <Facts
      items={[
        ...sendItems(payout),
        ...(send && send.heldCount > 0
          ? [
              {
                label: '仍冻结',
                value: `${countText(send.heldCount)} 笔，共 ${moneyText(send.heldAmount)} 元`,
              },
            ]
          : []),
        ...(review
          ? [
              {
                label: '复核',
                value: `${review.name} ${timeText(review.at, true)} ${review.isPassed ? '解冻' : '驳回'}`,
              },
              ...(review.remark ? [{ label: '复核意见', value: review.remark }] : []),
            ]
          : hold
            ? [{ label: '复核', value: '待另一人解冻或驳回' }]
            : []),
      ]}
    />
  );
};

const DrawLink = ({ draw: { drawNo, activityId } }: { draw: NonNullable<RedInfo['draw']> }) => (
  <Link className="zy-payout-draw" to={drawOf(activityId, drawNo)}>
    {drawNo}
  </Link>
);

const Attempt = ({ attempt, payout }: { attempt: PayoutAttempt; payout: RedInfo }) => (
  <section className="zy-payout-attempt" aria-label={`第 ${attempt.attemptNo} 次尝试`}>
    <header>
      <span>商户单号</span>
      <Code code={attempt.outBillNo} />
      <small>{payout.attempts.length === 1 ? '第 1 次，全程只用这一个' : `第 ${attempt.attemptNo} 次`}</small>
    </header>
    <Timeline
      hasSeconds
      items={toSteps(attempt, payout).map(({ raw, ...step }) => ({
        ...step,
        more: raw && raw !== '{}' && (
          <details className="zy-payout-raw">
            <summary>原始报文</summary>
            <pre>{raw}</pre>
          </details>
        ),
      }))}
    />
  </section>
);

/** 发放尝试: one block for each, the newest first, and why there is no other. */
export const Attempts = ({ payout }: { payout: RedInfo }) => {
  const why = whyOnce(payout);
  return (
    <>
      {payout.attempts.length === 0 && <p className="zy-payout-none">还没有发放尝试</p>}
      {payout.attempts.map((attempt) => (
        <Attempt key={attempt.id} attempt={attempt} payout={payout} />
      ))}
      {why && (
        <div className="zy-payout-why">
          <ShieldCheck size={18} strokeWidth={1.6} aria-hidden="true" />
          <div>
            <b>{why.title}</b>
            <p>{why.text}</p>
          </div>
        </div>
      )}
    </>
  );
};

const columns = [
  { key: 'avail', name: '可用预算' },
  { key: 'reserved', name: '预占' },
  { key: 'outside', name: '消费者' },
  { key: 'pool', name: '资金池' },
] as const;

/** The two sides of each movement. */
const sidesOf = ({ ledger, actName }: RedInfo) =>
  ledger.flatMap((move) =>
    columns
      .filter(({ key }) => move[key] !== 0)
      .map(({ key, name }) => ({
        key: `${move.id} ${key}`,
        at: move.at,
        type: LedgerType.label(move.type),
        name: key === 'outside' || key === 'pool' ? name : `${actName} ${name}`,
        amount: move[key],
      })),
  );

export const ledgerFinding = (payout: RedInfo): string => {
  const sides = sidesOf(payout);
  if (sides.length === 0) return '';
  const sum = sides.reduce((of, { amount }) => of + amount, 0);
  return `${countText(sides.length)} 笔，相加为 ${sum === 0 ? '0' : moneyText(sum)}`;
};

/** 资金流水 of one payout; adds to 0. */
export const PayoutLedger = ({ payout }: { payout: RedInfo }) => {
  const sides = sidesOf(payout);
  if (sides.length === 0)
    return (
      <p className="zy-payout-none">
        {payout.source === PaySource.code ? '金额已随红包码批次预占，领取到账后在此出账' : '没有资金流水'}
      </p>
    );
  return (
    <table className="zy-payout-ledger">
      <thead className="sr-only">
        <tr>
          <th scope="col">时间</th>
          <th scope="col">类型</th>
          <th scope="col">账户</th>
          <th scope="col">金额（元）</th>
        </tr>
      </thead>
      <tbody>
        {sides.map(({ key, at, type, name, amount }) => (
          <tr key={key}>
            <td>{`${shortTimeText(at).slice(0, -5)}${at.slice(11, 19)}`}</td>
            <td>{type}</td>
            <td>{name}</td>
            <td>{moneyText(amount)} 元</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};
