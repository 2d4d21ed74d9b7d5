import { shopApi, type ShopRow } from '@zhuiyuan/contract/parties/shop';
import { Button, Modal, Tag } from 'antd';
import { Store } from 'lucide-react';
import { useState } from 'react';
import { useClassList } from '../../../lib/class-list.ts';
import { useAgentFilter } from '../../../parts/agent-picker.tsx';
import { name, text, type Column } from '../../../parts/columns.tsx';
import { Cut } from '../../../parts/cut.tsx';
import { textFilter } from '../../../parts/filters.tsx';
import { ListScreen, type Picked } from '../../../parts/list-screen.tsx';
import { countText } from '../../../parts/numbers.ts';
import { regionFilter } from '../../../parts/region-picker.tsx';
import { useLocalSearch } from '../../../parts/use-local-search.ts';
import { useNarrow } from '../../../parts/use-narrow.ts';
import './shops.css';

const shownTags = 8;

const columns: Column<ShopRow>[] = [
  name('name', '门店名称'),
  text('shopNo', '编号', { width: 108 }),
  text('agentName', '经销商', { width: 200 }),
  { key: 'regionName', title: '地区', width: 200, render: (row) => <Cut>{row.regionName || '-'}</Cut> },
];

const PickerList = ({ firmId, take }: { firmId: number | undefined; take: (rows: ShopRow[]) => void }) => {
  const search = useLocalSearch(shopApi.list, { fixed: { firmId } });
  const batch = (picked: Picked<ShopRow>) => (
    <Button type="primary" onClick={() => take(picked.rows)}>
      选择 {countText(picked.keys.length)} 家
    </Button>
  );
  return (
    <ListScreen
      search={search}
      thing="门店"
      columns={columns}
      filters={[
        textFilter('keywords', '门店', '名称、编号或电话'),
        useAgentFilter('agentId'),
        regionFilter('regionCode', '地区'),
      ]}
      batch={batch}
      card={{ head: 'shopNo', name: 'name', facts: ['agentName', 'regionName'] }}
      empty={{ icon: Store }}
    />
  );
};

/** Several shops of one firm: their names, and a list to choose more from. */
export const ShopPicker = ({
  id,
  value = [],
  onChange,
  firmId,
  disabled = false,
}: {
  id?: string;
  value?: number[];
  onChange?: (ids: number[]) => void;
  firmId?: number;
  disabled?: boolean;
}) => {
  const isNarrow = useNarrow();
  const [isOpen, setIsOpen] = useState(false);
  const names = new Map(useClassList('shop').map((shop) => [shop.id, shop.name]));
  const take = (rows: ShopRow[]) => {
    onChange?.([...new Set([...value, ...rows.map((row) => row.id)])]);
    setIsOpen(false);
  };
  return (
    <>
      <span className="zy-picked-shops">
        {value.slice(0, shownTags).map((shop) => (
          <Tag
            key={shop}
            closable={!disabled}
            onClose={(event) => {
              event.preventDefault();
              onChange?.(value.filter((each) => each !== shop));
            }}
          >
            {names.get(shop) ?? `门店 ${shop}`}
          </Tag>
        ))}
        {value.length > shownTags && <span>等 {countText(value.length)} 家</span>}
        {!disabled && (
          <Button
            id={id}
            aria-label="选择门店"
            icon={<Store size={14} strokeWidth={1.6} />}
            onClick={() => setIsOpen(true)}
          >
            选择门店
          </Button>
        )}
        {!disabled && value.length > 1 && (
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
