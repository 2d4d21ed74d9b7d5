import { useLocation, useNavigate } from 'react-router';
import { useMay } from '../../lib/session.ts';
import { ListTabs } from '../../parts/list/list-tabs.tsx';
import { Complaints } from './log/complaints.tsx';
import { AbnormalCodes } from './log/abnormal-codes.tsx';
import { Records } from './log/records.tsx';
import { QuerySettings } from './query/query-settings.tsx';

/** The tabs of 防伪查询, each with what one must be allowed to see it. */
const tabs = [
  { value: 'settings', label: '查询设置', may: 'admin:identity:select:list', screen: QuerySettings },
  { value: 'log', label: '查询记录', may: 'admin:identity:select:log', screen: Records },
  { value: 'abnormal', label: '异常码', may: 'admin:identity:select:log', screen: AbnormalCodes },
  { value: 'complaint', label: '消费者举报', may: 'admin:identity:select:complaint', screen: Complaints },
] as const;

/** 防伪查询: how queries are answered, what was asked, what looks wrong, what shoppers report. */
export const Queries = () => {
  const navigate = useNavigate();
  const may = useMay();
  const { pathname, search } = useLocation();
  const mine = tabs.filter((tab) => may(tab.may));
  const wanted = new URLSearchParams(search).get('tab');
  const shownTab = mine.find(({ value }) => value === wanted) ?? mine[0];
  if (!shownTab) return null;
  const change = (tab: string) => void navigate({ pathname, search: `tab=${tab}` }, { replace: true });
  const Screen = shownTab.screen;
  return <Screen tabs={<ListTabs value={shownTab.value} change={change} items={mine} />} />;
};
