import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ListTabs } from '../../../parts/list-tabs.tsx';
import { CodeQuery, nothingAsked } from './code-query.tsx';
import { Segments } from './segments.tsx';

const tabs = [
  { value: 'segments', label: '码段' },
  { value: 'query', label: '单码查询' },
];

/** 标识管理: issued segments, and the look-up of single codes. What was looked up stays while one changes tabs. */
export const Identities = () => {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const parameters = new URLSearchParams(search);
  const tab = parameters.get('tab') === 'query' ? 'query' : 'segments';
  const [asked, setAsked] = useState(nothingAsked);
  const change = (next: string) => {
    if (next === 'query') parameters.set('tab', next);
    else parameters.delete('tab');
    void navigate({ pathname, search: parameters.toString() }, { replace: true });
  };
  const bar = <ListTabs value={tab} change={change} items={tabs} />;
  return tab === 'query' ? <CodeQuery tabs={bar} asked={asked} setAsked={setAsked} /> : <Segments tabs={bar} />;
};
