import { DateToken } from '@zhuiyuan/contract/kit/date-limit';
import { Button, Drawer, Segmented } from 'antd';
import ListFilter from 'icon:list-filter';
import { useState, type ReactNode } from 'react';
import { DateLimitControl } from '../form/date-limit-control.tsx';
import { daysOf, periodBefore, rangeText } from '../format/periods.ts';
import { useNarrow } from '../frame/use-narrow.ts';
import './period-bar.css';

const tokens = ['today', 'yesterday', 'lately7', 'lately30', 'month', 'year'] as const;
const options = tokens.map((token) => ({ value: token as string, label: DateToken.label(token) }));
const withWhole = [{ value: 'all', label: '全部' }, ...options];

/** Filters of a phone: a sheet from below. What is chosen there holds at once. */
const FilterSheet = ({ children }: { children: ReactNode }) => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        size="large"
        icon={<ListFilter size={20} strokeWidth={1.6} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        筛选
      </Button>
      <Drawer
        open={isOpen}
        onClose={() => setIsOpen(false)}
        placement="bottom"
        size="auto"
        title="筛选"
        closable={{ placement: 'end' }}
        className="zy-filter-sheet"
        footer={
          <Button size="large" type="primary" onClick={() => setIsOpen(false)}>
            查看结果
          </Button>
        }
      >
        <div className="zy-period-filters">{children}</div>
      </Drawer>
    </>
  );
};

/** The bar above statistics: shortcuts, a range, the period compared with, then filters and what else is done at the right. */
export const PeriodBar = ({
  value,
  change,
  isCompared = true,
  compared,
  hasWhole = false,
  filters,
  children,
}: {
  value: string;
  change: (value: string) => void;
  isCompared?: boolean;
  /** What it is compared with, in place of the days before. */
  compared?: string;
  /** Offers 全部 as `all`. */
  hasWhole?: boolean;
  /** Whose figures they are; on a phone in a sheet of their own. */
  filters?: ReactNode;
  children?: ReactNode;
}) => {
  const isNarrow = useNarrow();
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
      {(filters || children) && (
        <div className="zy-period-end">
          {filters && (isNarrow ? <FilterSheet>{filters}</FilterSheet> : filters)}
          {children}
        </div>
      )}
    </section>
  );
};
