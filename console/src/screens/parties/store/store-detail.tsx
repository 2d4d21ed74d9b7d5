import { DedKind } from '@zhuiyuan/contract/parties/deductible/deductible';
import { RewardKind, RewardStatus } from '@zhuiyuan/contract/parties/deductible/shop-reward';
import { bindingApi } from '@zhuiyuan/contract/redeem/binding';
import { VerStatus } from '@zhuiyuan/contract/redeem/redeem-states';
import { shopVerApi, type VerLogRow } from '@zhuiyuan/contract/redeem/verification';
import { ductApi, type DuctRow } from '@zhuiyuan/contract/settlement/duct';
import { PayeeKind } from '@zhuiyuan/contract/settlement/settlement-enums';
import { storeApi, type RewardRow, type Store } from '@zhuiyuan/contract/settlement/store/store';
import { Tabs } from 'antd';
import { useMay } from '../../../lib/session.ts';
import { StatCard, StatStrip } from '../../../parts/charts/stat-card.tsx';
import { Facts } from '../../../parts/format/facts.tsx';
import { countText, moneyText } from '../../../parts/format/numbers.ts';
import { RowDrawer } from '../../../parts/frame/row-drawer.tsx';
import { enumTag, money, name, text, time, type Column } from '../../../parts/list/columns.tsx';
import { PagedTable } from '../../../parts/list/plain-table.tsx';
import { useLocalSearch } from '../../../parts/list/use-local-search.ts';
import { ShopActs } from '../shop/shop-acts.tsx';
import { toShopFacts, toShopStates } from '../shop/shop-detail.tsx';

/** Parts of what is told of a shop. */
export type StorePart = 'facts' | 'acts' | 'rewards' | 'ver' | 'duct';
export interface OpenedStore {
  id: number;
  part: StorePart;
}

const Sums = ({ shop }: { shop: Store }) => (
  <StatStrip label="激励概况">
    <StatCard label="绑定活动" value={countText(shop.actCount)} unit="个" />
    <StatCard label="核销数" value={countText(shop.verCnt)} unit="件" />
    <StatCard label="开箱数" value={countText(shop.unpackCnt)} unit="箱" />
    <StatCard label="待结算奖励" value={moneyText(shop.rewardWait)} unit="元" />
    <StatCard label="抵扣余额" value={moneyText(shop.dedBalance)} unit="元" />
  </StatStrip>
);

const rewardColumns: Column<RewardRow>[] = [
  time('at', '时间'),
  enumTag('kind', '类型', RewardKind, { width: 92 }),
  money('amount', '金额', { width: 96 }),
  enumTag('status', '状态', RewardStatus, { width: 92 }),
  name('remark', '说明', { least: 120 }),
  text('actName', '活动', { width: 120 }),
  text('remitNo', '打款单', { width: 136 }),
];

const Rewards = ({ shopId }: { shopId: number }) => {
  const search = useLocalSearch(storeApi.rewards, { fixed: { shopId } });
  return <PagedTable search={search} columns={rewardColumns} keyOf={({ id }) => id} empty="还没有奖励" />;
};

const verColumns: Column<VerLogRow>[] = [
  time('verAt', '核销时间'),
  name('prizeName', '奖品', { least: 120 }),
  enumTag('status', '状态', VerStatus, { width: 84 }),
  money('dedAmount', '抵扣金额', { width: 96 }),
  text('verNo', '核销单号', { width: 164 }),
  text('activityName', '活动', { width: 120 }),
];

const Verifications = ({ shopId }: { shopId: number }) => {
  const search = useLocalSearch(shopVerApi.verLogList, { fixed: { shopId } });
  return <PagedTable search={search} columns={verColumns} keyOf={({ id }) => id} empty="还没有核销" />;
};

const ductColumns: Column<DuctRow>[] = [
  time('at', '时间'),
  enumTag('kind', '类型', DedKind, { width: 92 }),
  money('amount', '金额', { width: 96 }),
  money('balanceAfter', '余额', { width: 96 }),
  text('actName', '活动', { width: 120 }),
  name('ref', '单据', { least: 140 }),
  text('operatorName', '操作人', { width: 80 }),
];

const Ducts = ({ shopId }: { shopId: number }) => {
  const search = useLocalSearch(ductApi.list, { fixed: { ownerKind: PayeeKind.shop, ownerId: shopId } });
  return <PagedTable search={search} columns={ductColumns} keyOf={({ id }) => id} empty="还没有抵扣记录" />;
};

/** What campaigns brought one shop, beside the list. */
export const StoreDetail = ({
  opened,
  go,
  close,
}: {
  opened: OpenedStore | undefined;
  go: (part: StorePart) => void;
  close: () => void;
}) => {
  const may = useMay();
  return (
    <RowDrawer
      endpoint={storeApi.info}
      id={opened?.id}
      close={close}
      title="门店详情"
      name={({ name: shop }) => shop}
      mark={toShopStates}
      width={880}
    >
      {(shop) => (
        <Tabs
          className="zy-shop-detail"
          activeKey={opened?.part}
          onChange={(part) => go(part as StorePart)}
          items={[
            {
              key: 'facts',
              label: '基本信息',
              children: (
                <>
                  <Sums shop={shop} />
                  <Facts items={toShopFacts(shop)} isPaired />
                </>
              ),
            },
            ...(may(bindingApi.shopList.may)
              ? [{ key: 'acts', label: '绑定活动', children: <ShopActs id={shop.id} /> }]
              : []),
            { key: 'rewards', label: '奖励明细', children: <Rewards shopId={shop.id} /> },
            ...(may(shopVerApi.verLogList.may)
              ? [{ key: 'ver', label: '核销记录', children: <Verifications shopId={shop.id} /> }]
              : []),
            ...(may(ductApi.list.may)
              ? [{ key: 'duct', label: '抵扣记录', children: <Ducts shopId={shop.id} /> }]
              : []),
          ]}
        />
      )}
    </RowDrawer>
  );
};
