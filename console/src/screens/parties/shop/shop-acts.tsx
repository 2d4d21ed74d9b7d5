import { ActivityStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { bindingApi, type BindActRow } from '@zhuiyuan/contract/redeem/binding';
import { Button } from 'antd';
import { May } from '../../../parts/feedback/may.tsx';
import { acts, count, enumTag, name, time, type Column } from '../../../parts/list/columns.tsx';
import { PagedTable } from '../../../parts/list/plain-table.tsx';
import { useLocalSearch } from '../../../parts/list/use-local-search.ts';
import { BindActForm, useBindAct } from './bind-act-form.tsx';
import { useUnbindAct } from './use-unbind-act.ts';

/** 绑定活动 of one shop, beside the list. */
export const ShopActs = ({ id }: { id: number }) => {
  const search = useLocalSearch(bindingApi.shopList, { fixed: { shopId: id } });
  const unbind = useUnbindAct();
  const draft = useBindAct();
  const columns: Column<BindActRow>[] = [
    name('actName', '活动', { least: 140 }),
    enumTag('actStatus', '活动状态', ActivityStatus, { width: 92 }),
    time('bindAt', '绑定时间'),
    count('verCnt', '核销数', { width: 72 }),
    acts((row) => [unbind(row)]),
  ];
  return (
    <>
      <May of={bindingApi.save.may}>
        <Button className="zy-shop-acts-add" onClick={() => draft.open(undefined, { shopIds: [id] })}>
          绑定活动
        </Button>
      </May>
      <PagedTable search={search} columns={columns} keyOf={(row) => row.id} empty="还没有绑定活动" />
      <BindActForm draft={draft} />
    </>
  );
};
