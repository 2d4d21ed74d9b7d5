import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { Review } from '@zhuiyuan/contract/kit/review';
import { shopApi, type ShopRow } from '@zhuiyuan/contract/parties/shop/shop';
import { shopSettlementApi } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import { ShopLinkKind, ShopGrade, ShopType } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { shopLinkApi } from '@zhuiyuan/contract/parties/shop/shop-link';
import { bindingApi } from '@zhuiyuan/contract/redeem/binding';
import { shopVerApi } from '@zhuiyuan/contract/redeem/verification';
import { Button } from 'antd';
import Store from 'icon:store';
import { useMay } from '../../../lib/session.ts';
import { useAgentFilter } from '../../../parts/pickers/agent-input.tsx';
import { useChannelFilter, useSalesmanFilter } from '../class-inputs.tsx';
import { BatchSwitch } from '../../../parts/list/batch-switch.tsx';
import { acts } from '../../../parts/list/columns.tsx';
import { ExportButton } from '../../../parts/list/export-button.tsx';
import { dateFilter, selectFilter, textFilter } from '../../../parts/list/filters.tsx';
import { useFirmFilter } from '../../../parts/pickers/firm-field.tsx';
import { ImportButton } from '../../../parts/import/import-button.tsx';
import { ListScreen, type Picked } from '../../../parts/list/list-screen.tsx';
import { May } from '../../../parts/feedback/may.tsx';
import { regionFilter } from '../../../parts/pickers/region-input.tsx';
import { useOpened } from '../../../parts/list/use-opened.ts';
import { useSearch } from '../../../parts/list/use-search.ts';
import { BatchAssign } from '../batch-assign.tsx';
import { useShopCodes } from './shop-codes.tsx';
import { ShopReview, useShopReview } from './shop-review.tsx';
import { useShopColumns } from './use-shop-columns.tsx';
import { ShopDetail } from './shop-detail.tsx';
import { ShopForm, useShopCrud } from './shop-form.tsx';
import type { TabProps } from './use-shop-tab.ts';
import { oneFirm, ShopLinkDialog, useShopLinkDialog, type Relinked } from './shop-link-dialog.tsx';

const linkLists = [shopApi.list, shopApi.info, shopLinkApi.list];

/** 门店列表. */
export const ShopList = ({ tabs, go }: TabProps) => {
  const may = useMay();
  const search = useSearch(shopApi.list);
  const [shownShop, setShownShop] = useOpened();
  const crud = useShopCrud();
  const review = useShopReview();
  const linkDialog = useShopLinkDialog();
  const codes = useShopCodes();
  const relink = (rows: readonly ShopRow[]) => {
    const firmId = oneFirm(rows);
    if (!firmId) return;
    const [row] = rows;
    const single = rows.length === 1 &&
      row && { name: row.name, now: { 1: row.agentName, 2: row.picName, 3: row.channelName } };
    linkDialog.open(undefined, {
      kind: ShopLinkKind.agent,
      firmId,
      shopIds: rows.map(({ id }) => id),
      ...single,
    } satisfies Relinked);
  };
  const columns = [
    ...useShopColumns({ open: (row) => setShownShop(row.id), crud, go }),
    acts((row: ShopRow) => [
      crud.editAct(row),
      ...(row.audit === Review.waiting
        ? [{ label: '审核', may: shopApi.review.may, run: () => review.open(row) }]
        : []),
      { label: '改关联', may: shopLinkApi.batch.may, run: () => relink([row]) },
      { label: '绑定活动', may: bindingApi.shopList.may, run: () => go('act', { shopId: row.id }) },
      { label: '核销记录', may: shopVerApi.verLogList.may, run: () => go('ver', { shopId: row.id }) },
      { label: '抵扣', may: shopSettlementApi.dedList.may, run: () => go('ded', { shopId: row.id }) },
      ...codes.acts(row),
      crud.removeAct(row),
    ]),
  ];
  const add = crud.addButton('新增门店');
  const batch = (picked: Picked<ShopRow>) => (
    <>
      <May of={shopLinkApi.batch.may}>
        <Button onClick={() => relink(picked.rows)}>批量改关联</Button>
      </May>
      <BatchAssign api={shopLinkApi} thing="门店" picked={picked} refresh={linkLists} />
      <BatchSwitch endpoint={shopApi.updateStatus} picked={picked} refresh={crud.lists} />
      {crud.batch?.(picked)}
    </>
  );
  return (
    <>
      <ListScreen
        search={search}
        thing="门店"
        tabs={tabs}
        columns={columns}
        filters={[
          ...useFirmFilter(),
          textFilter('keywords', '门店', '名称、编号或电话'),
          useAgentFilter('agentId'),
          useSalesmanFilter('salesmanId'),
          useChannelFilter('channelId'),
          selectFilter('shopType', '类型', ShopType),
          selectFilter('grade', '等级', ShopGrade),
          regionFilter('regionCode', '地区'),
          selectFilter('audit', '审核状态', Review),
          selectFilter('status', '状态', Enabled),
          dateFilter('dateLimit', '创建时间'),
        ]}
        buttons={
          <>
            {add}
            <ImportButton endpoint={shopApi.import} biz="shop" thing="门店" refresh={crud.lists} />
            <ExportButton biz="shop" endpoint={shopApi.export} input={search.values} />
          </>
        }
        batch={
          may({ any: [shopApi.removeMany, shopApi.updateStatus, shopLinkApi.batch].map((one) => String(one.may)) })
            ? batch
            : undefined
        }
        flash={crud.draft.savedId}
        card={{ head: 'shopNo', status: 'audit', name: 'name', facts: ['agentName', 'contact', 'place'] }}
        empty={{ icon: Store, text: '门店归属经销商，核销奖品、签收货物都落到门店。', action: add }}
      />
      <ShopDetail id={shownShop} close={() => setShownShop(undefined)} />
      <ShopForm draft={crud.draft} />
      <ShopReview draft={review} />
      <ShopLinkDialog draft={linkDialog} />
      {codes.dialogs}
    </>
  );
};
