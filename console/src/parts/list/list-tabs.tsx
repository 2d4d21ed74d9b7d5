import { Tabs } from 'antd';
import type { ReactNode } from 'react';
import { countText } from '../format/numbers.ts';
import './list.css';

/** Tabs of a list: one filter in another form, or parts of a screen. Counts stand after the label in grey, a mark before it. */
export const ListTabs = ({
  items,
  value,
  change,
}: {
  items: readonly { value: string; label: string; count?: number; mark?: ReactNode }[];
  value: string;
  change: (value: string) => void;
}) => (
  <Tabs
    activeKey={value}
    onChange={change}
    items={items.map((item) => ({
      key: item.value,
      label: (
        <>
          {item.mark}
          {item.label}
          {item.count !== undefined && <span className="zy-tab-count">{countText(item.count)}</span>}
        </>
      ),
    }))}
  />
);
