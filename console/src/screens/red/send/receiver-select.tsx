import { mostPickedReceivers, redSendApi, type Receiver } from '@zhuiyuan/contract/red/send/red-send';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { call } from '../../../lib/call.ts';
import { useLeftByTab } from '../../../parts/form/choice-select.tsx';
import { useSettled } from '../../../parts/frame/use-settled.ts';

const waitMs = 250;

const labelOf = ({ consumer, openid }: Receiver): string => `${consumer} ****${openid}`;

/** Shoppers whom an activity's merchant can pay, found by what is typed; several of them. */
export const ReceiverSelect = ({
  id,
  value = [],
  onChange,
  redActiveId,
}: {
  id?: string;
  value?: number[];
  onChange?: (uids: number[]) => void;
  redActiveId: number | undefined;
}) => {
  const [typed, setTyped] = useState('');
  const leftByTab = useLeftByTab();
  /** Those chosen here, whose names are known. */
  const [chosen, setChosen] = useState<readonly Receiver[]>([]);
  const keywords = useSettled(typed, waitMs).trim();
  const found = useQuery({
    queryKey: [redSendApi.receivers.path, redActiveId, keywords],
    queryFn: ({ signal }) =>
      call(redSendApi.receivers, { redActiveId: redActiveId!, keywords }, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    enabled: leftByTab.open && redActiveId !== undefined,
  });
  const offered = found.data ?? [];
  const beside = chosen.filter(({ id: uid }) => value.includes(uid) && !offered.some((row) => row.id === uid));
  return (
    <Select<number[]>
      id={id}
      mode="multiple"
      className="zy-full"
      aria-label="消费者"
      disabled={redActiveId === undefined}
      placeholder={redActiveId === undefined ? '请先选择红包活动' : '编号、OpenID 或昵称开头'}
      maxCount={mostPickedReceivers}
      maxTagCount={40}
      showSearch={{ filterOption: false, onSearch: setTyped, autoClearSearchValue: false }}
      {...leftByTab}
      loading={found.isFetching}
      options={[...beside, ...offered].map((row) => ({
        value: row.id,
        label: labelOf(row),
      }))}
      value={value}
      onChange={(next) => {
        setChosen([...beside, ...offered].filter((row) => next.includes(row.id)));
        onChange?.(next);
      }}
      notFoundContent={found.isPending ? '正在查找' : '没有可以收款的消费者'}
    />
  );
};
