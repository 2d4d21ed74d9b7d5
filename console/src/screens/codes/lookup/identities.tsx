import { useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ListTabs } from '../../../parts/list/list-tabs.tsx';
import { CodeQuery, nothingAsked } from './code-query.tsx';
import { Segments } from './segments.tsx';

const tabs = [
  { value: 'segments', label: '码段' },
  { value: 'query', label: '单码查询' },
  { value: 'registrations', label: '标识注册' },
];

/** 标识管理: issued segments, the look-up of single codes, and registrations with the identifier node. What was looked up stays while one changes tabs. */
export const Identities = ({ registrations }: { registrations: (tabs: ReactNode) => ReactNode }) => {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const parameters = new URLSearchParams(search);
  const asking = parameters.get('tab');
  const tab = tabs.find(({ value }) => value === asking)?.value ?? 'segments';
  const [askedFilters, setAskedFilters] = useState(nothingAsked);
  const change = (next: string) => {
    // Each tab has filters of its own.
    void navigate({ pathname, search: next === 'segments' ? '' : `tab=${next}` }, { replace: true });
  };
  const bar = <ListTabs value={tab} change={change} items={tabs} />;
  if (tab === 'registrations') return registrations(bar);
  return tab === 'query' ? (
    <CodeQuery tabs={bar} asked={askedFilters} setAsked={setAskedFilters} />
  ) : (
    <Segments tabs={bar} />
  );
};
