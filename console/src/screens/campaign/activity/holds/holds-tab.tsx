import type { Activity } from '@zhuiyuan/contract/campaign/activity/activity';
import { holdApi, type HoldRow } from '@zhuiyuan/contract/campaign/hold/hold';
import { RequestStatus } from '@zhuiyuan/contract/fund/ledger-enums';
import ShieldCheck from 'icon:shield-check';
import { acts, cell, enumTag, extra, money, text, time, type Column } from '../../../../parts/list/columns.tsx';
import { dateFilter, selectFilter, textFilter } from '../../../../parts/list/filters.tsx';
import { ListScreen } from '../../../../parts/list/list-screen.tsx';
import { useOpened } from '../../../../parts/list/use-opened.ts';
import { useSearch } from '../../../../parts/list/use-search.ts';
import { HoldDrawer } from './hold-drawer.tsx';
import { useReview } from './use-review.tsx';

/** 冻结复核: the prizes of one activity that wait for a person, and what was decided about others. */
export const HoldsTab = ({ activity }: { activity: Activity }) => {
  // The page is of one activity: its views are none of the list's.
  const search = { ...useSearch(holdApi.list, { fixed: { activityId: activity.id } }), openView: undefined };
  const [open, setOpen] = useOpened();
  const review = useReview();
  const columns: Column<HoldRow>[] = [
    text('drawNo', '抽奖编号', { width: 168 }),
    enumTag('state', '状态', RequestStatus, { width: 96 }),
    text('consumer', '消费者', { width: 140 }),
    text('tierName', '奖级', { width: 80 }),
    { ...text<HoldRow>('prizeName', '奖品'), least: 120 },
    money('worth', '价值', { width: 104 }),
    cell('hits', '冻结原因', (row) => row.hits.map(({ name }) => name).join('、') || '-', { width: 176 }),
    extra(text('region', '地区', { width: 128 })),
    time('drawnAt', '抽奖时间', { seconds: true }),
    extra(text('auditName', '复核人', { width: 100 })),
    extra(time('auditAt', '复核时间')),
    extra(text('remark', '复核意见', { width: 160 })),
    acts((row) => [{ label: '证据', run: () => setOpen(row.id) }, ...review.actsOf(row)]),
  ];
  return (
    <>
      <ListScreen
        search={search}
        thing="冻结记录"
        columns={columns}
        filters={[
          selectFilter('state', '状态', RequestStatus),
          textFilter('drawNo', '抽奖编号'),
          dateFilter('dateLimit', '抽奖时间'),
        ]}
        card={{ head: 'drawNo', status: 'state', name: 'prizeName', facts: ['consumer', 'worth', 'hits', 'drawnAt'] }}
        empty={{ icon: ShieldCheck, text: '被冻结的中奖等在这里，复核后才会发放' }}
      />
      <HoldDrawer id={open} close={() => setOpen(undefined)} actsOf={review.actsOf} />
      {review.layers}
    </>
  );
};
