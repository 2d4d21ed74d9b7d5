import type { ClaimPay } from '@zhuiyuan/contract/payout/public-claim';
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useLatest } from '../../../lib/use-latest.ts';
import { cashActOf, cashNoteOf, openCashWay, type CashStanding, type CashWayOptions } from '../../lib/cash-way.ts';
import type { Step } from '../../lib/prize-steps.ts';
import { Steps } from './steps.tsx';

export interface CashWay<P extends ClaimPay> extends CashStanding<P> {
  /** What can be done about it. */
  press: () => void;
}

/** Follows the way of money, once it `isOn`, as long as `place`, where it is shown, is on the page. `heard` is told how it stands, each time. */
export const useCashWay = <P extends ClaimPay>(
  place: RefObject<Element | null>,
  options: Omit<CashWayOptions<P>, 'isHere' | 'show'>,
  { isOn = true, heard }: { isOn?: boolean; heard?: (pay: P) => void } = {},
): CashWay<P> => {
  const [standing, setStanding] = useState<CashStanding<P>>({ pay: null, isBusy: false, trouble: '' });
  const press = useRef<() => void>(undefined);
  const latest = useLatest({ options, heard });
  useLayoutEffect(() => {
    if (!isOn) return undefined;
    const way = openCashWay<P>({
      ...latest.current.options,
      isHere: () => Boolean(place.current?.isConnected),
      show: (next) => {
        setStanding(next);
        if (next.pay) latest.current.heard?.(next.pay);
      },
    });
    press.current = way.press;
    return way.stop;
  }, [isOn, latest, place]);
  return { ...standing, press: () => press.current?.() };
};

/** The button of what its receiver can do about money now; nothing where nothing is to be done. */
export const CashAct = ({ pay, isBusy, press }: Pick<CashWay<ClaimPay>, 'pay' | 'isBusy' | 'press'>) => {
  const act = pay && cashActOf(pay);
  if (!act) return null;
  return (
    <button type="button" className="p-red" disabled={isBusy || !act.does} onClick={press}>
      {isBusy ? '请稍候' : act.words}
    </button>
  );
};

/** How far money has come, what its receiver can do about it, and what went wrong. */
export const MoneyWay = ({
  place,
  steps,
  way,
}: {
  place: RefObject<HTMLDivElement | null>;
  steps: readonly Step[];
  way: CashWay<ClaimPay>;
}) => (
  <>
    <div ref={place}>
      <Steps steps={steps} />
    </div>
    <div className="q-acts">
      <CashAct {...way} />
    </div>
    <p className="p-note q-trouble" role="status">
      {cashNoteOf(way)}
    </p>
  </>
);
