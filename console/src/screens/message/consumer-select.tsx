import { consumerApi } from '@zhuiyuan/contract/consumer/consumer';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { useLeftByTab } from '../../parts/form/choice-select.tsx';
import { useSettled } from '../../parts/frame/use-settled.ts';
import { FoundSelect, mostFound, type FoundProps, type FoundSource } from '../../parts/pickers/found-select.tsx';

const waitMs = 250;

const find = async (keywords: string, firmId: number | undefined, signal?: AbortSignal) => {
  const { list } = await call(
    consumerApi.list,
    { keywords, firmId, page: 1, limit: mostFound },
    { quiet: true, signal },
  );
  return list.map(({ id, consumer, phone }) => ({ value: id, label: consumer, note: phone || `编号 ${id}` }));
};

const sourceOf = (firmId: number | undefined): FoundSource => ({
  key: [consumerApi.list.path, firmId],
  find: (words) => find(words, firmId),
  nameOf: async (id) => (await call(consumerApi.info, { id }, { quiet: true })).consumer,
});

/** One consumer of a firm, found by nickname, the whole phone number or his own number. Goes into an `OwnField`. */
export const ConsumerInput = ({ firmId, ...props }: FoundProps & { firmId: number | undefined }) => (
  <FoundSelect placeholder="昵称、完整手机号或编号" {...props} source={sourceOf(firmId)} nothing="没有这个消费者" />
);

/** Several consumers of a firm, found likewise. */
export const ConsumersInput = ({
  id,
  value = [],
  onChange,
  firmId,
  disabled,
}: {
  id?: string;
  value?: number[];
  onChange?: (ids: number[]) => void;
  firmId: number | undefined;
  disabled?: boolean;
}) => {
  const [typed, setTyped] = useState('');
  const leftByTab = useLeftByTab();
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map());
  const words = useSettled(typed, waitMs).trim();
  const found = useQuery({
    queryKey: [consumerApi.list.path, firmId, 'found', words],
    queryFn: ({ signal }) => find(words, firmId, signal),
    enabled: leftByTab.open && !disabled,
  });
  // What was found by other words is not offered any more: Enter takes the first of the list.
  const isCurrent = typed.trim() === words;
  const offered = (isCurrent && found.data) || [];
  return (
    <Select<number[]>
      id={id}
      mode="multiple"
      className="zy-full"
      aria-label="消费者"
      disabled={disabled}
      placeholder={disabled ? '请先选择所属企业' : '昵称、完整手机号或编号'}
      maxCount={1000}
      maxTagCount={40}
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
      {...leftByTab}
      loading={found.isFetching}
      options={offered.map((row) => ({ value: row.value, label: `${row.label} ${row.note}` }))}
      labelRender={({ value: uid }) =>
        names.get(Number(uid)) ?? offered.find((row) => row.value === uid)?.label ?? String(uid)
      }
      value={value}
      onChange={(next) => {
        setNames(new Map([...names, ...offered.map((row) => [row.value, row.label] as const)]));
        setTyped('');
        onChange?.(next);
      }}
      notFoundContent={found.isPending || !isCurrent ? '正在查找' : '没有符合的消费者'}
    />
  );
};
