import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';
import type { aiApi } from '@zhuiyuan/contract/stats/overview/ai';
import type { ReactNode } from 'react';
import { PeriodBar } from '../../../parts/charts/period-bar.tsx';
import { ChoiceSelect } from '../../../parts/form/choice-select.tsx';
import { rangeText } from '../../../parts/format/periods.ts';
import { useIsPlatform, useOptions } from '../../../parts/pickers/firm-field.tsx';
import type { Of } from './use-overview.ts';

export type Summary = DataOf<typeof aiApi.overview>;

/** The time and the firm that an overview tells of, and what it is compared with: as much of the period before as is over of this one. */
export const OverviewBar = ({
  of,
  put,
  summary,
  children,
}: {
  of: Of;
  put: (change: Partial<Record<keyof Of, string | number | undefined>>) => void;
  summary: Summary | undefined;
  children?: ReactNode;
}) => {
  const isPlatform = useIsPlatform();
  const firms = useOptions('firm');
  const before = summary?.before;
  const isOpen = summary && summary.range.end === summary.asOf.slice(0, 10);
  const compared =
    before && before.start !== null
      ? `对比 ${rangeText({ start: before.start, end: before.end })}${isOpen ? ` ${summary.asOf.slice(11, 16)}` : ''}`
      : '';
  return (
    <PeriodBar
      value={of.dateLimit}
      change={(dateLimit) => put({ dateLimit })}
      hasWhole
      compared={compared}
      isCompared={compared !== ''}
      filters={
        isPlatform && (
          <ChoiceSelect
            from={firms}
            value={of.firmId}
            onChange={(next) => put({ firmId: next as number | undefined })}
            placeholder="全部企业"
            aria-label="所属企业"
            className="zy-stats-choice"
            allowClear
            mayFind
          />
        )
      }
    >
      {children}
    </PeriodBar>
  );
};
