import { lotApi } from '@zhuiyuan/contract/trace/lot';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { call } from '../../lib/call.ts';
import { queryClient } from '../../lib/query-client.ts';
import type { Filter, FilterControl } from '../../parts/filters.tsx';

const shown = 20;
const nameKey = (id: number) => [lotApi.info.path, 'name', id];
const wordsOf = ({ lotNo, storeName }: { lotNo: string; storeName: string }) => `${lotNo}（${storeName}）`;

/** A lot found by its number, of one product or of all; the value is its number in the database. */
export const LotSelect = ({
  id,
  value,
  onChange,
  productId,
  prefix,
  label = '批次',
  placeholder = '输入批号查找',
}: {
  id?: string;
  value?: number;
  onChange?: (lotId: number | undefined) => void;
  productId?: number;
  prefix?: ReactNode;
  label?: string;
  placeholder?: string;
}) => {
  const [lotNo, setLotNo] = useState('');
  const found = useQuery({
    queryKey: [lotApi.list.path, 'choice', productId, lotNo],
    queryFn: () => call(lotApi.list, { lotNo, productId, page: 1, limit: shown }, { quiet: true }),
    placeholderData: keepPreviousData,
  });
  const chosen = useQuery({
    queryKey: nameKey(value ?? 0),
    queryFn: async () => wordsOf(await call(lotApi.info, { id: value ?? 0 }, { quiet: true })),
    enabled: value !== undefined,
  });
  const options = (found.data?.list ?? []).map((lot) => ({ value: lot.id, label: wordsOf(lot) }));
  if (value !== undefined && chosen.data && !options.some((option) => option.value === value))
    options.unshift({ value, label: chosen.data });
  return (
    <Select
      id={id}
      className="zy-full"
      aria-label={label}
      prefix={prefix}
      placeholder={placeholder}
      allowClear
      showSearch={{ filterOption: false, onSearch: setLotNo }}
      loading={found.isFetching}
      options={options}
      value={value}
      onChange={(next: number | undefined) => onChange?.(next)}
      notFoundContent="没有这个批次"
      popupMatchSelectWidth={false}
    />
  );
};

const LotControl = ({ label, value, set }: FilterControl) => (
  <LotSelect
    label={label}
    prefix={<span className="zy-filter-label">{label}</span>}
    placeholder="全部"
    value={value ? Number(value) : undefined}
    onChange={(id) => set(id === undefined ? undefined : String(id))}
  />
);

/** Filter by one lot. */
export const lotFilter = <N extends string>(name: N, label: string): Filter<N> => ({
  name,
  label,
  control: (props) => <LotControl {...props} />,
  words: (id) => queryClient.getQueryData<string>(nameKey(Number(id))) ?? id,
});
