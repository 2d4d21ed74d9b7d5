import { fenToYuan } from '@zhuiyuan/contract/kit/decimal';
import type { Filter } from '../../../parts/list/filters.tsx';
import { MoneyInput } from '../../../parts/form/fields.tsx';

/** 最低余额: typed in yuan, kept in fen. */
export const minAmountFilter: Filter<'minAmount'> = {
  name: 'minAmount',
  label: '最低余额',
  control: ({ value, set }) => (
    <MoneyInput
      prefix={<span className="zy-filter-label">最低余额</span>}
      aria-label="最低余额"
      value={value ? Number(value) : null}
      placeholder="不限"
      onChange={(fen) => set(fen === null ? undefined : String(fen))}
    />
  ),
  words: (value) => `${fenToYuan(Number(value))} 元`,
};
