import { useLocation, useNavigate } from 'react-router';
import { ListTabs } from '../../parts/list/list-tabs.tsx';
import { ClaimList } from '../../parts/claims/claim-list.tsx';
import { Redemptions } from './redemptions.tsx';

const tabs = [
  { value: 'claim', label: '领取记录', screen: ClaimList },
  { value: 'redeem', label: '兑换单', screen: Redemptions },
] as const;

/** 领取明细: every prize that was won, and those among them that are sent by post. */
export const Receives = () => {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const wanted = new URLSearchParams(search).get('tab');
  const shown = tabs.find(({ value }) => value === wanted) ?? tabs[0];
  const change = (tab: string) => void navigate({ pathname, search: `tab=${tab}` }, { replace: true });
  const Screen = shown.screen;
  return <Screen tabs={<ListTabs value={shown.value} change={change} items={tabs} />} />;
};
