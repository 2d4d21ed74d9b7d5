import { prizeApi } from '@zhuiyuan/contract/campaign/prize/prize';
import { verificationApi } from '@zhuiyuan/contract/redeem/verification';
import { useSearchParams } from 'react-router';
import { useMay } from '../../../lib/session.ts';
import { ListTabs } from '../../../parts/list/list-tabs.tsx';
import { PrizeList } from './prize-list.tsx';
import { VerList } from './ver-list.tsx';

/** 奖品管理, in the tabs 奖品库 and 核销记录; `?tab=ver` opens the second. */
export const Prizes = () => {
  const may = useMay();
  const [address, setAddress] = useSearchParams();
  const items = [
    ...(may(prizeApi.list.may) ? [{ value: 'prize', label: '奖品库' }] : []),
    ...(may(verificationApi.list.may) ? [{ value: 'ver', label: '核销记录' }] : []),
  ];
  const asked = address.get('tab') ?? 'prize';
  const tab = items.find(({ value }) => value === asked)?.value ?? items[0]?.value;
  const tabs = (
    <ListTabs
      items={items}
      value={tab ?? ''}
      change={(value) => setAddress(value === 'prize' ? {} : { tab: value }, { replace: true })}
    />
  );
  return tab === 'ver' ? <VerList tabs={tabs} /> : <PrizeList tabs={tabs} />;
};
