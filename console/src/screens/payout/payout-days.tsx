import { PayoutStatus } from '@zhuiyuan/contract/payout/payout-enums';
import { redInfoApi } from '@zhuiyuan/contract/payout/red-info';
import type { QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { useMemo } from 'react';
import { useRead } from '../../lib/use-read.ts';
import { ChartCard } from '../../parts/charts/chart-card.tsx';
import { moneyText, yuanText } from '../../parts/format/numbers.ts';

const minuteMs = 60_000;

interface CountedDay {
  day: string;
  counted: readonly { status: string; amount: number }[];
}

/** Amounts of each day as stacked bars, a part for each status that occurs. */
export const toStack = (days: readonly CountedDay[]) => ({
  labels: days.map(({ day }) => day.slice(5)),
  isStacked: true,
  series: PayoutStatus.options
    .filter(({ value }) => days.some(({ counted }) => counted.some(({ status }) => status === value)))
    .map(({ value, label }) => ({
      name: label,
      kind: 'bar' as const,
      values: days.map(({ counted }) => (counted.find(({ status }) => status === value)?.amount ?? 0) / 100),
      write: yuanText,
    })),
});

/** 按天: what was opened on each day, by the status it has now. */
export const PayoutDays = ({ input }: { input: QueryOf<typeof redInfoApi.days> }) => {
  const { data, error, refetch } = useRead(redInfoApi.days, input, { every: minuteMs, keeps: true });
  const stack = useMemo(() => data && toStack(data), [data]);
  const total = (data ?? []).reduce((sum, { counted }) => sum + counted.reduce((of, { amount }) => of + amount, 0), 0);
  return (
    <ChartCard
      title="每日发放金额"
      finding={
        data &&
        (total > 0
          ? `${data.length} 天共 ${moneyText(total)} 元，按创建日期，状态为现在的状态`
          : `${data.length} 天没有发放`)
      }
      data={stack}
      error={error && !data ? error : null}
      retry={() => void refetch()}
      height={320}
    />
  );
};
