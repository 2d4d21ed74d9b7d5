import { useLocation, useNavigate } from 'react-router';
import { useMay } from '../../../lib/session.ts';
import { ListTabs } from '../../../parts/list-tabs.tsx';
import { Settings } from './settings.tsx';

/** The tabs of 防伪查询, each with what one must be allowed to see it. */
const tabs = [{ value: 'settings', label: '查询设置', may: 'admin:identity:select:list', screen: Settings }] as const;

/** 防伪查询: how queries are answered, what was asked, what looks wrong, what shoppers report. */
export const Selects = () => {
  const navigate = useNavigate();
  const may = useMay();
  const { pathname, search } = useLocation();
  const mine = tabs.filter((tab) => may(tab.may));
  const wanted = new URLSearchParams(search).get('tab');
  const shown = mine.find(({ value }) => value === wanted) ?? mine[0];
  if (!shown) return null;
  const change = (tab: string) => void navigate({ pathname, search: `tab=${tab}` }, { replace: true });
  const Screen = shown.screen;
  return <Screen tabs={<ListTabs value={shown.value} change={change} items={mine} />} />;
};
