import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import type { LotRow } from '@zhuiyuan/contract/trace/lot/lot';
import { cell, type Column } from '../../../parts/list/columns.tsx';

const soonDays = 30;

/** 有效期至: red when past, orange within 30 days. */
export const expireColumn: Column<LotRow> = cell(
  'expireDate',
  '有效期至',
  ({ expireDate }) => {
    if (!expireDate) return '-';
    const today = shanghaiToday();
    if (expireDate < today) return <span className="zy-expired">{expireDate}</span>;
    return <span className={expireDate <= addDays(today, soonDays) ? 'zy-expiring' : undefined}>{expireDate}</span>;
  },
  { width: 96 },
);
