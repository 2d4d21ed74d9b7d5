import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import type { FirmRow } from '@zhuiyuan/contract/parties/firm/firm';
import { cell, type Column } from '../../../parts/list/columns.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import './firms.css';

/** 码额度: used of granted with a thin bar, red above 90 %. */
export const quotaColumn: Column<FirmRow> = cell(
  'codeUsed',
  '码额度',
  ({ codeUsed, codeQuota }) => {
    if (codeQuota === null) return `${countText(codeUsed)} / 不限`;
    const share = codeQuota === 0 ? 1 : codeUsed / codeQuota;
    return (
      <span className="zy-quota">
        {countText(codeUsed)} / {countText(codeQuota)}
        <i className={share > 0.9 ? 'zy-quota-bar zy-quota-low' : 'zy-quota-bar'} aria-hidden="true">
          <b style={{ width: `${Math.min(100, share * 100)}%` }} />
        </i>
      </span>
    );
  },
  { width: 172 },
);

const soonDays = 30;

/** 有效期至: red when over or within less than 30 days. */
export const validToColumn: Column<FirmRow> = cell(
  'validTo',
  '有效期至',
  ({ validTo }) => {
    if (!validTo) return '不限';
    return <span className={validTo < addDays(shanghaiToday(), soonDays) ? 'zy-overdue' : undefined}>{validTo}</span>;
  },
  { width: 104 },
);
