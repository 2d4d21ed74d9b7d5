import { activityApi, type Activity } from '@zhuiyuan/contract/campaign/activity/activity';
import { AuditStatus, type DataOf } from '@zhuiyuan/contract/kit/endpoint';
import ScrollText from 'icon:scroll-text';
import { cell, enumTag, text, time, type Column } from '../../../../parts/list/columns.tsx';
import { dateFilter, textFilter } from '../../../../parts/list/filters.tsx';
import { ListScreen } from '../../../../parts/list/list-screen.tsx';
import { useSearch } from '../../../../parts/list/use-search.ts';

type OpRow = DataOf<typeof activityApi.ops>['list'][number];

const columns: Column<OpRow>[] = [
  time('operTime', '操作时间', { seconds: true }),
  text('title', '操作', { width: 140 }),
  enumTag('status', '结果', AuditStatus, { width: 88 }),
  {
    ...cell<OpRow>('detail', '内容', ({ detail, errorMsg }) => [detail, errorMsg].filter(Boolean).join('；') || '-'),
    least: 240,
  },
  text('operName', '操作人', { width: 112 }),
  text('operIp', 'IP', { width: 128 }),
];

/** 操作日志 of one activity: who did what with it, and what was refused. */
export const OpsTab = ({ activity }: { activity: Activity }) => {
  const search = { ...useSearch(activityApi.ops, { fixed: { id: activity.id } }), openView: undefined };
  return (
    <ListScreen
      search={search}
      thing="操作日志"
      columns={columns}
      keyOf={({ id }) => id}
      filters={[textFilter('operName', '操作人', '账号或姓名'), dateFilter('dateLimit', '操作时间')]}
      card={{ head: 'operTime', status: 'status', name: 'title', facts: ['detail', 'operName'] }}
      empty={{ icon: ScrollText, text: '发布、追加、调整概率等每一次操作都记在这里' }}
    />
  );
};
