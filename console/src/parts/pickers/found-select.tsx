import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { queryClient } from '../../lib/query-client.ts';
import type { Filter, FilterControl } from '../list/filters.tsx';
import '../form/pick-popup.css';
import './found-select.css';
import { useSettled } from '../frame/use-settled.ts';
import { clearable } from '../form/clearable.tsx';

/** How many rows are offered at a time. */
export const mostFound = 20;
const waitMs = 250;

/** A row offered: its number, what it is called, and what tells it from others of that name. */
export interface FoundOption {
  value: number;
  label: string;
  note?: string;
}

/** Where rows are looked for. */
export interface FoundSource {
  /** Call and fixed filters the answers depend on. */
  key: readonly unknown[];
  find: (words: string) => Promise<FoundOption[]>;
  nameOf: (id: number) => Promise<string>;
}

export interface FoundProps {
  id?: string;
  value?: number | null;
  onChange?: (id: number | undefined) => void;
  placeholder?: string;
  disabled?: boolean;
  label?: string;
  prefix?: ReactNode;
}

const nameKey = (key: readonly unknown[], id: number) => ['name', key[0], id];

const offered = ({ data }: { data: FoundOption }) => (
  <span className="zy-found">
    <span>{data.label}</span>
    {data.note && <small>{data.note}</small>}
  </span>
);

/** One row out of thousands: the server finds those that match what is typed, so that no list has to hold them all. */
export const FoundSelect = ({
  source: { key, find, nameOf },
  value,
  onChange,
  label,
  nothing,
  ...rest
}: FoundProps & { source: FoundSource; nothing: string }) => {
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const words = useSettled(typed, waitMs).trim();
  const found = useQuery({
    queryKey: [...key, 'found', words],
    queryFn: () => find(words),
    placeholderData: keepPreviousData,
    enabled: isOpen,
  });
  const chosenRow = useQuery({
    queryKey: nameKey(key, value ?? 0),
    queryFn: () => nameOf(value ?? 0),
    enabled: Boolean(value),
  });
  const options = found.data ?? [];
  const isKnown = !value || options.some((option) => option.value === value);
  return (
    <Select<number, FoundOption>
      {...rest}
      className="zy-full"
      aria-label={label}
      allowClear={clearable}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      onOpenChange={setIsOpen}
      loading={found.isFetching}
      options={isKnown || words !== '' ? options : [{ value, label: chosenRow.data ?? '' }, ...options]}
      value={value || undefined}
      labelRender={({ label: name }) => name ?? chosenRow.data ?? ''}
      optionRender={offered}
      onChange={(next: number | undefined) => onChange?.(next)}
      notFoundContent={found.isPending ? '正在查找' : nothing}
      classNames={{ popup: { root: 'zy-pick-popup' } }}
    />
  );
};

const FoundControl = ({
  of: Input,
  filter: { label, value, set },
}: {
  of: (props: FoundProps) => ReactNode;
  filter: FilterControl;
}) => (
  <Input
    label={label}
    prefix={<span className="zy-filter-label">{label}</span>}
    placeholder="全部"
    value={value ? Number(value) : undefined}
    onChange={(id) => set(id === undefined ? undefined : String(id))}
  />
);

/** A filter by one row, chosen with `Input`; `key` is that of its source. */
export const foundFilter = <N extends string>(
  name: N,
  label: string,
  Input: (props: FoundProps) => ReactNode,
  key: readonly unknown[],
): Filter<N> => ({
  name,
  label,
  control: (props) => <FoundControl of={Input} filter={props} />,
  words: (id) => queryClient.getQueryData<string>(nameKey(key, Number(id))) ?? id,
});
