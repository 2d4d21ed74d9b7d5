import { DateToken } from '@zhuiyuan/contract/kit/date-limit';
import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { DateLimitControl } from '../form/date-limit-control.tsx';
import { daysOf, periodBefore, rangeText } from '../format/periods.ts';
import './period-bar.css';

const tokens = ['today', 'yesterday', 'lately7', 'lately30', 'month', 'year'] as const;
const options = tokens.map((token) => ({ value: token as string, label: DateToken.label(token) }));
const withWhole = [{ value: 'all', label: '全部' }, ...options];

/** The bar above statistics: shortcuts, a range, the period compared with, then filters and 导出 at the right. */
export const PeriodBar = ({
  value,
  change,
  isCompared = true,
  compared,
  hasWhole = false,
  children,
}: {
  value: string;
  change: (value: string) => void;
  isCompared?: boolean;
  /** What it is compared with, in place of the days before. */
  compared?: string;
  /** Offers 全部 as `all`. */
  hasWhole?: boolean;
  children?: ReactNode;
}) => {
  const days = daysOf(value);
  return (
    <section className="sheet zy-period" aria-label="统计时间">
      <Segmented
        options={hasWhole ? withWhole : options}
        value={value}
        onChange={(next) => change(String(next))}
        aria-label="时间"
      />
      <DateLimitControl label="统计时间" value={value} set={(next) => change(next ?? 'lately30')} />
      {isCompared && (compared !== undefined || days) && (
        <span className="zy-period-before">{compared ?? `对比 ${rangeText(periodBefore(days!))}`}</span>
      )}
      {children && <div className="zy-period-end">{children}</div>}
    </section>
  );
};
