import { RewardKind, RewardStatus } from '@zhuiyuan/contract/parties/deductible/shop-reward';
import { RemitStatus } from '@zhuiyuan/contract/settlement/settlement-enums';
import type { ShopRemitRow, ShopRewardRow } from '@zhuiyuan/contract/settlement/store/shop-pay';
import { moneyText } from '@zhuiyuan/contract/kit/decimal';
import type { ReactNode } from 'react';
import { shortMoment } from '../../../lib/words.ts';
import { StateTag, Tag } from '../../parts/cards.tsx';
import { BusyButton } from '../../../parts/form.tsx';
import { isToConfirm, noteOf, wayOf, worthOf } from './payments.ts';

const PaymentRow = ({
  at,
  title,
  text,
  act,
  worth,
  children,
}: {
  at: string;
  title: string | undefined;
  text: string;
  act?: ReactNode;
  worth: string;
  /** How it stands. */
  children: ReactNode;
}) => (
  <div className="f-row f-ver f-payment">
    <time>{shortMoment(at)}</time>
    <span className="f-body">
      <b>{title}</b>
      <span className="f-text">{text}</span>
      {act}
    </span>
    <span className="f-end f-money">
      <b>{worth}</b>
      {children}
    </span>
  </div>
);

/** A remittance, with what its payee can do about it. */
export const RemitRow = ({ remit, receive }: { remit: ShopRemitRow; receive: (id: number) => Promise<void> }) => (
  <PaymentRow
    at={remit.createTime}
    title={remit.remitNo}
    text={noteOf(remit)}
    worth={`${moneyText(remit.amount)} 元`}
    act={
      isToConfirm(remit) && (
        <BusyButton busy="请稍候" act={() => receive(remit.id)}>
          确认收款
        </BusyButton>
      )
    }
  >
    {remit.status === RemitStatus.waiting ? (
      <Tag {...wayOf(remit)} />
    ) : (
      <StateTag of={RemitStatus} value={remit.status} />
    )}
  </PaymentRow>
);

/** Something a shop was rewarded for. */
export const RewardRow = ({ reward }: { reward: ShopRewardRow }) => (
  <PaymentRow
    at={reward.at}
    title={RewardKind.of(reward.kind)?.label}
    text={[reward.actName, reward.remark].filter(Boolean).join(' · ')}
    worth={worthOf(reward)}
  >
    {reward.status === RewardStatus.open && reward.isTaken ? (
      <Tag words="打款中" tone="wait" />
    ) : (
      <StateTag of={RewardStatus} value={reward.status} />
    )}
  </PaymentRow>
);
