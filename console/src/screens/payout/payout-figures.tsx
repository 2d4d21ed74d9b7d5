import { Delivery, PayoutStatus } from '@zhuiyuan/contract/payout/payout-enums';
import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';
import type { redInfoApi } from '@zhuiyuan/contract/payout/red-info';
import { StatCard, StatStrip } from '../../parts/charts/stat-card.tsx';
import { cardText, moneyText, percentText } from '../../parts/format/numbers.ts';

type Counted = DataOf<typeof redInfoApi.board>['counted'];

/** From ten million yuan on in 万, as counts are. */
const inTenThousands = 1_000_000_000;
const cardMoney = (fen: number): string => (fen >= inTenThousands ? cardText(Math.round(fen / 100)) : moneyText(fen));

const tooMany = '符合条件的超过 10 万笔，请缩小范围';

/** Figures of the payouts the filters leave, whatever their status; — while they are not known, or are too many to count. */
export const PayoutFigures = ({ counted }: { counted: Counted | undefined }) => {
  const of = (key: 'count' | 'amount', ...statuses: string[]) =>
    (counted ?? [])
      .filter(({ status }) => statuses.length === 0 || statuses.includes(status))
      .reduce((sum, row) => sum + row[key], 0);
  const write = (how: (value: number) => string, value: number) => (counted ? how(value) : '—');
  const [failed, received] = [of('count', Delivery.FAILED), of('count', Delivery.RECEIVED)];
  const ended = failed + received;
  const rejected = of('amount', PayoutStatus.REJECTED);
  const hint = counted === null ? tooMany : undefined;
  return (
    <StatStrip label="发放概况">
      <StatCard label="笔数" value={write(cardText, of('count'))} unit="笔" hint={hint} />
      <StatCard
        label="金额"
        value={write(cardMoney, of('amount'))}
        unit="元"
        hint={hint}
        note={rejected > 0 ? `其中已驳回 ${cardMoney(rejected)} 元` : undefined}
      />
      <StatCard label="已领取" value={write(cardMoney, of('amount', Delivery.RECEIVED))} unit="元" hint={hint} />
      <StatCard
        label="待领取"
        value={write(cardMoney, of('amount', Delivery.SENDING, Delivery.SENT))}
        unit="元"
        hint={hint ?? '发放中和已发放待领取'}
      />
      <StatCard
        label="失败"
        value={write(cardMoney, of('amount', Delivery.FAILED))}
        unit="元"
        hint={hint}
        note={counted ? `发放失败率 ${ended > 0 ? percentText(failed / ended) : '—'}` : undefined}
      />
      <StatCard
        label="退款"
        value={write(cardMoney, of('amount', Delivery.RFUND_ING, Delivery.REFUND))}
        unit="元"
        hint={hint ?? '退款中和已退款'}
      />
    </StatStrip>
  );
};
