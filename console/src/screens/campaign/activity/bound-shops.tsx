import type { ActivityRow } from '@zhuiyuan/contract/campaign/activity/activity';
import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import { ActivityStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { bindingApi, type BindActRow } from '@zhuiyuan/contract/redeem/binding';
import { Button } from 'antd';
import Store from 'icon:store';
import { toast } from '../../../lib/toast.ts';
import { useRead } from '../../../lib/use-read.ts';
import { May } from '../../../parts/feedback/may.tsx';
import { NoticeBar } from '../../../parts/feedback/notice-bar.tsx';
import { useAct } from '../../../parts/feedback/use-act.ts';
import { OwnField } from '../../../parts/form/fields.tsx';
import { FormModal } from '../../../parts/form/form-modal.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { countText } from '../../../parts/format/numbers.ts';
import { SideDrawer } from '../../../parts/frame/side-drawer.tsx';
import { acts, count, name, text, time, type Column } from '../../../parts/list/columns.tsx';
import { ListScreen } from '../../../parts/list/list-screen.tsx';
import { useLocalSearch } from '../../../parts/list/use-local-search.ts';
import { useAgentFilter } from '../../../parts/pickers/agent-input.tsx';
import { shopFilter } from '../../../parts/pickers/shop-input.tsx';
import { ShopPicker } from '../../../parts/pickers/shop-picker.tsx';

/** The activity whose shops are shown. */
export type BoundActivity = Pick<ActivityRow, 'id' | 'actName' | 'status'>;

const changed = [
  bindingApi.list,
  bindingApi.shopList,
  bindingApi.bindable,
  activityApi.check,
  shopApi.list,
  shopApi.info,
];

/** What binding did, in words. */
const tellBound = ({ ok, repeat }: { ok: number; repeat: number }): void => {
  const words = `已绑定${countText(ok)}家${repeat > 0 ? `，${countText(repeat)}家已存在` : ''}`;
  if (ok === 0) toast.warning(words);
  else toast.success(words);
};

/** The shops of an activity, with binding and unbinding. */
export const BoundShopList = ({ activity }: { activity: BoundActivity }) => {
  const info = useRead(activityApi.info, { id: activity.id }).data;
  const search = useLocalSearch(bindingApi.list, { fixed: { activityId: activity.id } });
  const unbind = useAct(bindingApi.remove, { done: '', refresh: changed });
  const draft = useDraft({
    create: bindingApi.save,
    refresh: changed,
    done: { create: '' },
    onSaved: (data) => tellBound(data),
  });
  const columns: Column<BindActRow>[] = [
    name('shopName', '门店', { least: 150 }),
    text('agentName', '所属经销商', { width: 160 }),
    text('picName', '业务员', { width: 80 }),
    time('bindAt', '绑定时间'),
    count('verCnt', '核销数', { width: 72 }),
    acts((row) => [
      {
        label: '解绑',
        may: bindingApi.remove.may,
        destructive: true,
        confirm: '解绑后该门店不能再核销此活动的奖品，确定解绑？',
        run: async () => {
          const answer = await unbind({ id: row.id });
          if (answer) toast.warning(answer.warn);
          else toast.success('操作成功');
        },
      },
    ]),
  ];
  const add = activity.status !== ActivityStatus.recycled && (
    <May of={bindingApi.save.may}>
      <Button type="primary" onClick={() => draft.open(undefined, { activityId: activity.id })}>
        绑定门店
      </Button>
    </May>
  );
  return (
    <>
      {info?.verifyAll && <NoticeBar tone="idle">活动允许全部门店核销，没有绑定的门店也能核销奖品</NoticeBar>}
      <ListScreen
        search={search}
        thing="绑定门店"
        columns={columns}
        filters={[shopFilter('shopId'), useAgentFilter('agentId', '经销商', info?.firmId)]}
        buttons={add}
        card={{
          head: 'agentName',
          name: 'shopName',
          facts: ['bindAt', ({ verCnt }) => `核销 ${countText(verCnt)} 件`],
        }}
        empty={{ icon: Store, text: '绑定的门店可以核销活动的到店奖品。', action: add || undefined }}
      />
      <FormModal draft={draft} title="绑定门店" save="绑定" width={560}>
        <OwnField name="shopIds" label="门店" isWide>
          <ShopPicker firmId={info?.firmId} />
        </OwnField>
      </FormModal>
    </>
  );
};

/** 绑定门店: which shops hand out the prizes of an activity. */
export const BoundShops = ({ activity, close }: { activity: BoundActivity | undefined; close: () => void }) => (
  <SideDrawer
    isOpen={activity !== undefined}
    close={close}
    title="绑定门店"
    name={activity?.actName}
    width="min(960px, calc(100vw - 200px))"
  >
    {activity && <BoundShopList activity={activity} />}
  </SideDrawer>
);
