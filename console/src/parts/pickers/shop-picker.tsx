import { shopApi, type ShopRow } from '@zhuiyuan/contract/parties/shop/shop';
import { Button, Checkbox, Modal, Tag } from 'antd';
import Store from 'icon:store';
import { useState } from 'react';
import { useNeeded } from '../../lib/asked-rows.ts';
import { useClassList } from '../../lib/use-class-list.ts';
import { useAgentFilter } from './agent-input.tsx';
import { cell, name, text, type Column } from '../list/columns.tsx';
import { Cut } from '../format/cut.tsx';
import { textFilter } from '../list/filters.tsx';
import { ListScreen, type Picked } from '../list/list-screen.tsx';
import { countText } from '../format/numbers.ts';
import { regionFilter } from './region-input.tsx';
import { useLocalSearch } from '../list/use-local-search.ts';
import { useNarrow } from '../frame/use-narrow.ts';
import './shop-picker.css';

const shownTags = 8;

const facts: Column<ShopRow>[] = [
  text('shopNo', '编号', { width: 108 }),
  text('agentName', '经销商', { width: 200 }),
  cell('regionName', '地区', (row) => <Cut>{row.regionName || '-'}</Cut>, { width: 200 }),
];

interface PickerListProps {
  firmId: number | undefined;
  take: (ids: number[]) => void;
}

/** On phones the cards are ticked, and a bar at the bottom takes them. */
const PickerList = ({ firmId, take }: PickerListProps) => {
  const isNarrow = useNarrow();
  const search = useLocalSearch(shopApi.list, { fixed: { firmId } });
  const [ticked, setTicked] = useState<readonly number[]>([]);
  const tick = ({ id }: ShopRow, isOn: boolean) =>
    setTicked(isOn ? [...ticked, id] : ticked.filter((each) => each !== id));
  const takeButton = (ids: readonly number[]) => (
    <Button type="primary" disabled={ids.length === 0} onClick={() => take([...ids])}>
      选择 {countText(ids.length)} 家
    </Button>
  );
  const named: Column<ShopRow> = isNarrow
    ? cell('name', '门店名称', (row) => (
        <Checkbox checked={ticked.includes(row.id)} onChange={(event) => tick(row, event.target.checked)}>
          {row.name}
        </Checkbox>
      ))
    : name('name', '门店名称');
  const batch = ({ rows }: Picked<ShopRow>) => takeButton(rows.map(({ id }) => id));
  return (
    <>
      <ListScreen
        search={search}
        thing="门店"
        columns={[named, ...facts]}
        filters={[
          textFilter('keywords', '门店', '名称、编号或电话'),
          useAgentFilter('agentId', '经销商', firmId),
          regionFilter('regionCode', '地区'),
        ]}
        batch={batch}
        card={{ head: 'shopNo', name: 'name', facts: ['agentName', 'regionName'] }}
        empty={{ icon: Store }}
      />
      {isNarrow && <div className="zy-shop-picker-foot">{takeButton(ticked)}</div>}
    </>
  );
};

/** Several shops of one firm: their names, and a list to choose more from. */
export const ShopPicker = ({
  id,
  value = [],
  onChange,
  firmId,
  isFixed = false,
  waits = false,
}: {
  id?: string;
  value?: number[];
  onChange?: (ids: number[]) => void;
  firmId?: number;
  /** Shows the shops only. */
  isFixed?: boolean;
  /** The firm has to be chosen first. */
  waits?: boolean;
}) => {
  const isNarrow = useNarrow();
  const [isOpen, setIsOpen] = useState(false);
  const shops = useClassList('shop');
  useNeeded(shops, value.slice(0, shownTags));
  const names = new Map(shops.all.map((shop) => [shop.id, shop.name]));
  const take = (ids: number[]) => {
    onChange?.([...new Set([...value, ...ids])]);
    setIsOpen(false);
  };
  return (
    <>
      <span className="zy-picked-shops">
        {value.slice(0, shownTags).map((shop) => (
          <Tag
            key={shop}
            closable={!isFixed}
            onClose={(event) => {
              event.preventDefault();
              onChange?.(value.filter((each) => each !== shop));
            }}
          >
            {names.get(shop) ?? `门店 ${shop}`}
          </Tag>
        ))}
        {value.length > shownTags && <span>等 {countText(value.length)} 家</span>}
        {!isFixed && (
          <Button id={id} icon={<Store size={14} strokeWidth={1.6} />} disabled={waits} onClick={() => setIsOpen(true)}>
            {waits ? '先选择所属企业' : '选择门店'}
          </Button>
        )}
        {!isFixed && value.length > 1 && (
          <Button type="link" onClick={() => onChange?.([])}>
            清空
          </Button>
        )}
      </span>
      <Modal
        open={isOpen}
        onCancel={() => setIsOpen(false)}
        title="选择门店"
        width={isNarrow ? '100%' : 1000}
        footer={null}
        destroyOnHidden
        className="zy-modal zy-shop-picker"
      >
        <PickerList firmId={firmId} take={take} />
      </Modal>
    </>
  );
};
