import { ActivityStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { RowSource } from '@zhuiyuan/contract/parties/row-source';
import { bindingApi, type BindActRow } from '@zhuiyuan/contract/redeem/binding';
import { Button } from 'antd';
import Gift from 'icon:gift';
import { toast } from '../../../lib/toast.ts';
import { May } from '../../../parts/feedback/may.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { acts, count, enumDot, enumTag, name, text, time, type Column } from '../../../parts/list/columns.tsx';
import { selectFilter } from '../../../parts/list/filters.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { useSearch } from '../../../parts/list/use-search.ts';
import { activityFilter } from '../../../parts/pickers/activity-input.tsx';
import { useAgentFilter } from '../../../parts/pickers/agent-input.tsx';
import { useFirmColumn, useFirmFilter } from '../../../parts/pickers/firm-field.tsx';
import { shopFilter } from '../../../parts/pickers/shop-input.tsx';
import { BindActForm, useBindAct } from './bind-act-form.tsx';
import type { TabProps } from './use-shop-tab.ts';
import { useUnbindAct } from './use-unbind-act.ts';

/** 绑定活动: which shops hand out the prizes of which activities. */
export const BindActList = ({ tabs }: TabProps) => {
  const search = useSearch(bindingApi.shopList);
  const unbind = useUnbindAct();
  const draft = useBindAct();
  const { shopId } = search.values;
  const columns: Column<BindActRow>[] = [
    name('shopName', '门店'),
    text('agentName', '经销商', { width: 180 }),
    text('actName', '活动名称', { width: 180 }),
    enumTag('actStatus', '活动状态', ActivityStatus, { width: 92 }),
    count('verCnt', '核销数', { width: 84 }),
    enumDot('bindSource', '来源', RowSource, { width: 68 }),
    text('operatorName', '操作人', { width: 96 }),
    time('bindAt', '绑定时间', { seconds: true }),
    ...useFirmColumn<BindActRow>(),
    acts((row) => [unbind(row)]),
  ];
  const add = (
    <May of={bindingApi.save.may}>
      <Button
        type="primary"
        onClick={() =>
          shopId
            ? draft.open(undefined, { shopIds: [Number(shopId)] })
            : toast.warning('请先在筛选里选择一家门店；给活动绑定多家门店，请到抽奖活动里绑定')
        }
      >
        绑定活动
      </Button>
    </May>
  );
  return (
    <>
      <ListScreen
        search={search}
        thing="绑定活动"
        tabs={tabs}
        columns={columns}
        filters={[
          ...useFirmFilter(),
          shopFilter('shopId'),
          useAgentFilter('agentId'),
          activityFilter('activityId'),
          selectFilter('status', '活动状态', ActivityStatus),
        ]}
        buttons={add}
        card={{
          head: 'agentName',
          status: 'actStatus',
          name: 'shopName',
          facts: ['actName', 'bindAt', ({ verCnt }) => `核销 ${countText(verCnt)} 件`],
        }}
        empty={{ icon: Gift, text: '绑定活动的门店可以核销它的到店奖品；允许全部门店核销的活动不用绑定。' }}
      />
      <BindActForm draft={draft} />
    </>
  );
};
