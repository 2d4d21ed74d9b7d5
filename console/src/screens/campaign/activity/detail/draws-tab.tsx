import type { Activity } from '@zhuiyuan/contract/campaign/activity/activity';
import { drawLogApi } from '@zhuiyuan/contract/campaign/activity/draw-log';
import { Fallback } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import type { QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { agentApi } from '@zhuiyuan/contract/parties/agent/agent';
import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { Button, Dropdown } from 'antd';
import ChevronDown from 'icon:chevron-down';
import Dices from 'icon:dices';
import Download from 'icon:download';
import { call } from '../../../../lib/call.ts';
import { toast } from '../../../../lib/toast.ts';
import { May } from '../../../../parts/feedback/may.tsx';
import { useSubmitLock } from '../../../../parts/feedback/use-submit-lock.ts';
import { acts, cell, code, extra, money, name, text, time, type Column } from '../../../../parts/list/columns.tsx';
import { takeExport } from '../../../../parts/list/export-button.tsx';
import { dateFilter, selectFilter, textFilter } from '../../../../parts/list/filters.tsx';
import { ListScreen } from '../../../../parts/list/list-screen.tsx';
import { useOpened } from '../../../../parts/list/use-opened.ts';
import { useSearch } from '../../../../parts/list/use-search.ts';
import { useAgentFilter } from '../../../../parts/pickers/agent-input.tsx';
import { regionFilter } from '../../../../parts/pickers/region-input.tsx';
import { shopFilter } from '../../../../parts/pickers/shop-input.tsx';
import { DrawDrawer } from './draw-drawer.tsx';
import { DrawState } from './recent-draws.tsx';
import type { DrawRow } from '../rows.ts';

const columnsOf = (open: (row: DrawRow) => void): Column<DrawRow>[] => [
  name('drawNo', '抽奖编号', { open, least: 168 }),
  text('consumer', '消费者', { width: 120 }),
  code('codeText', '编码', { width: 188 }),
  text('productName', '产品', { width: 160 }),
  text('tierName', '奖级', { width: 80 }),
  {
    ...cell<DrawRow>('prizeName', '奖品', (row) => (row.prizeType === PrizeType.none ? '谢谢参与' : row.prizeName), {
      width: 140,
    }),
  },
  money('amount', '金额', { width: 96 }),
  { ...cell<DrawRow>('claimStatus', '状态', (row) => <DrawState row={row} />, { width: 116 }), isStatus: true },
  cell('fallback', '兜底原因', (row) => Fallback.label(row.fallback || 'NONE'), { width: 128 }),
  text('region', '地区', { width: 112 }),
  text('ip', 'IP', { width: 120 }),
  extra(text('device', '设备', { width: 120 })),
  extra(text('shopName', '门店', { width: 140 })),
  extra(text('agentName', '经销商', { width: 140 })),
  time('drawnAt', '抽奖时间', { seconds: true }),
  acts((row) => [{ label: '详情', run: () => open(row) }]),
];

const won = [
  { value: 1, label: '中奖' },
  { value: 0, label: '未中奖' },
];

const files = [
  { key: 'exportUser', label: '按用户导出' },
  { key: 'exportUserList', label: '用户明细导出' },
  { key: 'exportShop', label: '按门店导出' },
  { key: 'exportShopList', label: '门店明细导出' },
] as const;

/** The four files of the draws that the filters leave. */
const Exports = ({ input }: { input: QueryOf<typeof drawLogApi.exportUser> }) => {
  const [isBusy, lock] = useSubmitLock();
  const take = (key: string) =>
    lock(async () => {
      try {
        takeExport(await call(drawLogApi[key as (typeof files)[number]['key']], input));
      } catch (error) {
        toast.failure(error);
      }
    });
  return (
    <May of={drawLogApi.exportUser.may}>
      <Dropdown
        trigger={['click']}
        menu={{ items: files.map((file) => ({ ...file })), onClick: ({ key }) => void take(key) }}
      >
        <Button loading={isBusy} icon={<Download size={14} strokeWidth={1.6} />}>
          导出
          <ChevronDown size={14} strokeWidth={1.6} aria-hidden="true" />
        </Button>
      </Dropdown>
    </May>
  );
};

/** 抽奖记录 of one activity. */
export const DrawsTab = ({ activity }: { activity: Activity }) => {
  const [opened, setOpened] = useOpened();
  const agentFilter = useAgentFilter('agentId', '经销商', activity.firmId);
  // The page is of one activity: its views are none of the list's.
  const search = { ...useSearch(drawLogApi.list, { fixed: { activityId: activity.id } }), openView: undefined };
  const { page: _page, limit: _limit, ...filters } = search.input;
  return (
    <>
      <ListScreen
        search={search}
        thing="抽奖记录"
        columns={columnsOf(({ id }) => setOpened(id))}
        filters={[
          textFilter('drawNo', '抽奖编号'),
          textFilter('consumer', '消费者', '编号或昵称'),
          selectFilter(
            'tierId',
            '奖级',
            activity.tiers.map(({ id, tierName }) => ({ value: id, label: tierName })),
          ),
          selectFilter('won', '结果', won),
          regionFilter('region', '地区'),
          { ...shopFilter('shopId'), may: shopApi.list.may },
          { ...agentFilter, may: agentApi.list.may },
          dateFilter('dateLimit', '抽奖时间'),
        ]}
        buttons={<Exports input={filters} />}
        card={{ head: 'drawNo', status: 'claimStatus', name: 'prizeName', facts: ['consumer', 'region', 'drawnAt'] }}
        empty={{ icon: Dices, text: '消费者抽过奖后，每一次都记在这里' }}
      />
      <DrawDrawer id={opened} close={() => setOpened(undefined)} />
    </>
  );
};
