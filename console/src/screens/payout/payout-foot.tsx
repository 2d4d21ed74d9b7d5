import type { RedInfo } from '@zhuiyuan/contract/payout/red-info';
import { BillState } from '@zhuiyuan/contract/payout/payout-enums';
import { Button } from 'antd';
import Ban from 'icon:ban';
import LockOpen from 'icon:lock-open';
import RefreshCw from 'icon:refresh-cw';
import RotateCcw from 'icon:rotate-ccw';
import Undo2 from 'icon:undo-2';
import X from 'icon:x';
import { saidOf } from '../../lib/said-of.ts';
import type { IconType } from '../../parts/icon/make-icon.tsx';
import { useState } from 'react';
import { useMay } from '../../lib/session.ts';
import { confirm } from '../../lib/toast.ts';
import { NoticeBar } from '../../parts/feedback/notice-bar.tsx';
import { useSubmitLock } from '../../parts/feedback/use-submit-lock.ts';
import { shortTimeText } from '../../parts/format/times.ts';
import { answersTo, type Act } from '../../parts/list/acts.tsx';
import { usePayoutActs } from './use-payout-acts.ts';
import { useReview } from './use-review.tsx';

const icons: Record<string, IconType> = {
  sync: RefreshCw,
  resend: RotateCcw,
  cancel: Undo2,
  close: X,
  pass: LockOpen,
  reject: Ban,
};

/** Who may do something with the payout, and what; a refusal is kept to be shown beside the buttons. */
export const usePayoutButtons = (payout: RedInfo) => {
  const may = useMay();
  const actsOf = usePayoutActs();
  const review = useReview();
  const [refusal, setRefusal] = useState('');
  const [isBusy, lock] = useSubmitLock();
  const [running, setRunning] = useState('');
  const acts = Object.entries({ ...actsOf(payout), ...review.actsOf(payout) }).flatMap(([key, act]) =>
    act && (!act.may || may(act.may)) ? [{ key, act }] : [],
  );
  const run = async (key: string, act: Act) => {
    if (act.confirm && !(await confirm({ text: act.confirm, ...answersTo(act.label), isDanger: act.destructive })))
      return;
    setRunning(key);
    setRefusal('');
    await lock(async () => {
      try {
        await act.run();
      } catch (error) {
        setRefusal(saidOf(error));
      }
    });
    setRunning('');
  };
  const order = ['cancel', 'close', 'reject', 'sync', 'resend', 'pass'];
  const main = ['pass', 'resend'].find((key) => acts.some((one) => one.key === key)) ?? 'sync';
  const buttons = order.flatMap((key) => {
    const found = acts.find((one) => one.key === key);
    if (!found) return [];
    const { act } = found;
    const Icon = icons[key]!;
    return [
      <Button
        key={key}
        danger={act.destructive}
        type={key === main ? 'primary' : 'default'}
        disabled={Boolean(act.blocked) || (isBusy && running !== key)}
        title={act.blocked}
        loading={isBusy && running === key}
        icon={<Icon size={14} strokeWidth={1.6} aria-hidden="true" />}
        onClick={() => void run(key, act)}
      >
        {act.label}
      </Button>,
    ];
  });
  return { buttons, refusal, dialog: review.dialog };
};

/** When WeChat Pay was asked last, and what it said. */
export const askedText = ({ attempts: [last] }: RedInfo): string =>
  last?.askedAt ? `最近查询 ${shortTimeText(last.askedAt)}，${BillState.label(last.state)}` : '';

/** Foot of the drawer: a refusal above, when it was asked last at the left, the buttons at the right. */
export const PayoutFoot = ({ payout }: { payout: RedInfo }) => {
  const { buttons, refusal, dialog } = usePayoutButtons(payout);
  return (
    <>
      {dialog}
      {refusal && <NoticeBar tone="bad">{refusal}</NoticeBar>}
      <div className="zy-payout-foot">
        <span>{askedText(payout)}</span>
        {buttons}
      </div>
    </>
  );
};
