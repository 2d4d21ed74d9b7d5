import type { DiversionRow } from '@zhuiyuan/contract/diversion/diversion';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ListTabs } from '../../parts/list/list-tabs.tsx';
import { Goods } from './goods.tsx';
import { LookUp } from './look-up.tsx';
import { Stock } from './stock.tsx';

const tabs = [
  { value: 'query', label: '经销商查询' },
  { value: 'stock', label: '经销商库存' },
];

/** 经销商查询: whose goods codes are and where they turned up; what agents have in hand. What was looked up stays while one changes tabs. */
export const Diversion = () => {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  const tab = params.get('tab') === 'stock' ? 'stock' : 'query';
  const asksGoods = ['deliverNo', 'agentId', 'shopId'].some((name) => params.get(name));
  const [askedRows, setAskedRows] = useState<DiversionRow[]>([]);
  const change = (next: string) =>
    void navigate({ pathname, search: next === 'query' ? '' : `tab=${next}` }, { replace: true });
  const bar = <ListTabs value={tab} change={change} items={tabs} />;
  if (tab === 'query' && asksGoods) return <Goods tabs={bar} />;
  return tab === 'query' ? <LookUp tabs={bar} asked={askedRows} setAsked={setAskedRows} /> : <Stock tabs={bar} />;
};
