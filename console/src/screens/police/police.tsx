import { useLocation, useNavigate } from 'react-router';
import { ListTabs } from '../../parts/list/list-tabs.tsx';
import { Events } from './events.tsx';
import { Rules } from './rules.tsx';

const tabs = [
  { value: 'event', label: '预警事件', screen: Events },
  { value: 'rule', label: '预警规则', screen: Rules },
] as const;

/** 预警管理: what rules warned of, and the rules. */
export const Police = () => {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const wanted = new URLSearchParams(search).get('tab');
  const shown = tabs.find(({ value }) => value === wanted) ?? tabs[0];
  const change = (tab: string) => void navigate({ pathname, search: `tab=${tab}` }, { replace: true });
  const Screen = shown.screen;
  return <Screen tabs={<ListTabs value={shown.value} change={change} items={tabs} />} />;
};
