import { mostPickedReceivers, redSendApi, type Receiver } from '@zhuiyuan/contract/red/send/red-send';
import { useQuery } from '@tanstack/react-query';
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
    enabled: leftByTab.open && redActiveId !== undefined,
  });
  // What was found by other words is not offered any more: Enter takes the first of the list.
  const isCurrent = typed.trim() === keywords;
  const offered = (isCurrent && found.data) || [];
  const known = [...offered, ...chosen];
  return (
    <Select<number[]>
      id={id}
      mode="multiple"
      className="zy-full"
      aria-label="消费者"
      disabled={redActiveId === undefined}
      placeholder={redActiveId === undefined ? '请先选择红包活动' : '完整编号、OpenID，或昵称开头几个字'}
      maxCount={mostPickedReceivers}
      maxTagCount={40}
      showSearch={{ filterOption: false, searchValue: typed, onSearch: setTyped }}
      {...leftByTab}
      loading={found.isFetching}
      options={offered.map((row) => ({ value: row.id, label: labelOf(row) }))}
      labelRender={({ value: uid }) => {
        const row = known.find((each) => each.id === uid);
        return row ? labelOf(row) : String(uid);
      }}
      value={value}
      onChange={(next) => {
        setChosen(next.flatMap((uid) => known.find((row) => row.id === uid) ?? []));
        setTyped('');
        onChange?.(next);
      }}
      notFoundContent={found.isPending || !isCurrent ? '正在查找' : '没有可以收款的消费者'}
    />
  );
};
