import { prizeApi, type PrizeRow } from '@zhuiyuan/contract/campaign/prize/prize';
import { ClaimMode, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { Button, Checkbox, Modal } from 'antd';
import Gift from 'icon:gift';
import { useState } from 'react';
import { countText } from '../../../../parts/format/numbers.ts';
import { useNarrow } from '../../../../parts/frame/use-narrow.ts';
import { cell, enumDot, money, name, text, type Column } from '../../../../parts/list/columns.tsx';
import { selectFilter, textFilter } from '../../../../parts/list/filters.tsx';
import { ListScreen } from '../../../../parts/list/list-screen.tsx';
import { useLocalSearch } from '../../../../parts/list/use-local-search.ts';

const facts: Column<PrizeRow>[] = [
  enumDot('prizeType', '奖品类型', PrizeType, { width: 84 }),
  text('amountText', '面额', { width: 132 }),
  money('faceValue', '价值', { width: 112 }),
  enumDot('claimMode', '领取方式', ClaimMode, { width: 92 }),
];

const none: readonly PrizeRow[] = [];

const Choice = ({
  firmId,
  most,
  take,
}: {
  firmId: number | undefined;
  /** One prize replaces another; else so many are added. */
  most: number;
  take: (prizes: PrizeRow[]) => void;
}) => {
  const isNarrow = useNarrow();
  const search = useLocalSearch(prizeApi.list, { fixed: { firmId, status: Enabled.on } });
  const [ticked, setTicked] = useState(none);
  const isTicked = ({ id }: PrizeRow) => ticked.some((prize) => prize.id === id);
  const tick = (prize: PrizeRow) =>
    setTicked(isTicked(prize) ? ticked.filter(({ id }) => id !== prize.id) : [...ticked, prize].slice(0, most));
  const named: Column<PrizeRow> =
    most === 1
      ? name('name', '奖品名称', { picture: 'image', open: (prize) => take([prize]) })
      : cell('name', '奖品名称', (prize) => (
          <Checkbox
            checked={isTicked(prize)}
            disabled={!isTicked(prize) && ticked.length >= most}
            onChange={() => tick(prize)}
          >
            {prize.name}
          </Checkbox>
        ));
  return (
    <>
      <ListScreen
        search={search}
        thing="奖品"
        columns={[named, ...facts]}
        filters={[
          textFilter('name', '奖品名称'),
          selectFilter('prizeType', '奖品类型', PrizeType),
          selectFilter('claimMode', '领取方式', ClaimMode),
        ]}
        card={{ head: 'prizeType', name: 'name', facts: ['amountText', 'claimMode'] }}
        empty={{ icon: Gift, text: '启用的奖品会列在这里，先到奖品管理新增' }}
      />
      {most > 1 && (
        <div className={isNarrow ? 'zy-prize-picker-foot zy-prize-picker-phone' : 'zy-prize-picker-foot'}>
          <span role="status">还可添加 {countText(most - ticked.length)} 个奖级</span>
          <Button type="primary" disabled={ticked.length === 0} onClick={() => take([...ticked])}>
            添加 {countText(ticked.length)} 个
          </Button>
        </div>
      )}
    </>
  );
};

/** Prizes of the firm that are in use, to choose one or several from. */
export const PrizePicker = ({
  most,
  firmId,
  take,
  close,
}: {
  /** How many may be chosen; 0 while it is closed. */
  most: number;
  firmId: number | undefined;
  take: (prizes: PrizeRow[]) => void;
  close: () => void;
}) => {
  const isNarrow = useNarrow();
  return (
    <Modal
      open={most > 0}
      onCancel={close}
      title="选择奖品"
      width={isNarrow ? '100%' : 1000}
      footer={null}
      destroyOnHidden
      className="zy-modal zy-prize-picker"
    >
      <Choice firmId={firmId} most={most} take={take} />
    </Modal>
  );
};
