import type { Activity } from '@zhuiyuan/contract/campaign/activity/activity';
import { partLogApi, PartStep } from '@zhuiyuan/contract/campaign/activity/part-log';
import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';
import UserRoundCheck from 'icon:user-round-check';
import { code, enumTag, extra, text, time, type Column } from '../../../../parts/list/columns.tsx';
import { ExportButton } from '../../../../parts/list/export-button.tsx';
import { dateFilter, selectFilter, textFilter } from '../../../../parts/list/filters.tsx';
import { ListScreen } from '../../../../parts/list/list-screen.tsx';
import { useSearch } from '../../../../parts/list/use-search.ts';

type PartRow = DataOf<typeof partLogApi.list>['list'][number];

const columns: Column<PartRow>[] = [
  text('consumer', '消费者', { width: 132 }),
  enumTag('step', '步骤', PartStep, { width: 112 }),
  text('reason', '原因', { width: 200 }),
  code('codeText', '编码', { width: 188 }),
  text('productName', '产品', { width: 160 }),
  text('region', '地区', { width: 112 }),
  text('ip', 'IP', { width: 120 }),
  text('device', '设备', { width: 140 }),
  extra(text('shopName', '门店', { width: 140 })),
  extra(text('agentName', '经销商', { width: 140 })),
  time('at', '参与时间', { seconds: true }),
];

/** 参与记录 of one activity: everybody who asked to draw, also those who were refused. */
export const PartsTab = ({ activity }: { activity: Activity }) => {
  const search = { ...useSearch(partLogApi.list, { fixed: { activityId: activity.id } }), openView: undefined };
  const { page: _page, limit: _limit, ...filters } = search.input;
  return (
    <ListScreen
      search={search}
      thing="参与记录"
      columns={columns}
      filters={[
        textFilter('consumer', '消费者', '编号或昵称'),
        selectFilter('step', '步骤', PartStep),
        dateFilter('dateLimit', '参与时间'),
      ]}
      buttons={<ExportButton label="按用户导出" endpoint={partLogApi.exportUser} input={filters} />}
      card={{ head: 'at', status: 'step', name: 'consumer', facts: ['reason', 'productName', 'region'] }}
      empty={{ icon: UserRoundCheck, text: '每一次请求抽奖都记在这里，没有通过资格的会写明原因' }}
    />
  );
};
