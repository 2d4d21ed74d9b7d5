import { useLocation, useNavigate } from 'react-router';
import { ListTabs } from '../../parts/list/list-tabs.tsx';
import { BlackEntries, WhiteEntries } from './entries.tsx';
import { Hits } from './hits.tsx';
import { Rules } from './rules.tsx';

const tabs = [
  { value: 'black', label: '黑名单', screen: BlackEntries },
  { value: 'white', label: '白名单', screen: WhiteEntries },
  { value: 'rule', label: '风控规则', screen: Rules },
  { value: 'hit', label: '命中记录', screen: Hits },
] as const;

/** 黑名单: whom a firm keeps away or leaves alone, by which rules, and who hit them. */
export const Blacks = () => {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const wanted = new URLSearchParams(search).get('tab');
  const shown = tabs.find(({ value }) => value === wanted) ?? tabs[0];
  const change = (tab: string) => void navigate({ pathname, search: `tab=${tab}` }, { replace: true });
  const Screen = shown.screen;
  return <Screen tabs={<ListTabs value={shown.value} change={change} items={tabs} />} />;
};
