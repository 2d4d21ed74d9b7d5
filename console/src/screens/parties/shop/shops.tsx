import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { shopLinkApi } from '@zhuiyuan/contract/parties/shop/shop-link';
import { useMay } from '../../../lib/session.ts';
import { ListTabs } from '../../../parts/list/list-tabs.tsx';
import { BindActList } from './bind-act-list.tsx';
import { DeductibleList } from './deductible-list.tsx';
import { ShopList } from './shop-list.tsx';
import { ShopLinkList } from './shop-link-list.tsx';
import { shopTabs, useShopTab } from './use-shop-tab.ts';
import { VerifyList } from './verify-list.tsx';
import { VerLogList } from './ver-log-list.tsx';

const screens = {
  shop: ShopList,
  tie: ShopLinkList,
  verify: VerifyList,
  ver: VerLogList,
  ded: DeductibleList,
  act: BindActList,
};

/** 门店关联: shops, whom they belong to, what they handed out and are owed, and which activities they take part in. */
export const Shops = () => {
  const may = useMay();
  const tabs = shopTabs.filter(({ value }) => may(value === 'tie' ? shopLinkApi.list.may : shopApi.list.may));
  const { tab, go } = useShopTab(tabs.map(({ value }) => value));
  const Screen = screens[tab];
  return <Screen go={go} tabs={<ListTabs items={tabs} value={tab} change={(to) => go(to as typeof tab)} />} />;
};
