import { Entry, GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import type { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { Verdict } from '@zhuiyuan/contract/codes/state/verdict';
import { Skeleton } from 'antd';
import Truck from 'icon:truck';
import { useState, type ReactNode } from 'react';
import { CodeEvents } from '../../../parts/codes/code-events.tsx';
import { cell, enumDot, enumTag, text, time, type Column } from '../../../parts/list/columns.tsx';
import { ListTabs } from '../../../parts/list/list-tabs.tsx';
import { Empty, Failed } from '../../../parts/feedback/states.tsx';
import type { Search } from '../../../parts/list/use-search.ts';
import type { RowOf } from '../../../lib/list-endpoint.ts';
import { PagedTable } from '../../../parts/list/plain-table.tsx';
import type { useRead } from '../../../lib/use-read.ts';
import '../../../parts/list/list.css';

export type ScanRow = RowOf<(typeof identityApi)['scans']>;

const columns: Column<ScanRow>[] = [
  time('at', '时间', { seconds: true }),
  enumTag('verdict', '验证结果', Verdict, { width: 102 }),
  cell('place', '地区', (row) => [row.province, row.city].filter(Boolean).join(' ') || '未知', { width: 112 }),
  enumDot('geoSource', '定位', GeoSource, { width: 80 }),
  enumDot('entry', '方式', Entry, { width: 56 }),
  text('device', '设备', { width: 84 }),
  text('ip', 'IP', { width: 116 }),
  cell('isCounted', '计次', (row) => (row.isCounted ? '计次' : '不计'), { width: 56 }),
];

/** What happened to a code: everything, its queries, and what staff did with it. */
export const CodeTabs = ({
  timeline,
  scans,
  flows,
  map,
}: {
  timeline: ReturnType<typeof useRead<(typeof identityApi)['timeline']>>;
  scans: Search<unknown, ScanRow>;
  /** Steps of its lot that apply to it, where somebody may see them. */
  flows?: ReactNode;
  /** Where it was asked about, where somebody may see that. */
  map?: ReactNode;
}) => {
  const [tab, setTab] = useState('all');
  const { data, error, refetch } = timeline;
  const events = data?.filter(({ kind }) => (tab === 'ops' ? kind !== 'scan' : tab !== 'moves' || kind === 'move'));
  return (
    <section className="sheet zy-code-tabs" aria-label="动态">
      <div className="zy-list-tabs">
        <ListTabs
          value={tab}
          change={setTab}
          items={[
            { value: 'all', label: '全部动态' },
            { value: 'moves', label: '流向' },
            { value: 'scans', label: '扫码记录', count: scans.isFirstLoad ? undefined : scans.total },
            { value: 'ops', label: '操作轨迹' },
            ...(flows ? [{ value: 'flows', label: '流程记录' }] : []),
            ...(map ? [{ value: 'map', label: '扫码地图' }] : []),
          ]}
        />
      </div>
      <div className="zy-code-tab">
        {tab === 'flows' && flows}
        {tab === 'map' && map}
        {tab === 'flows' || tab === 'map' ? null : tab === 'scans' ? (
          <PagedTable search={scans} columns={columns} keyOf={(row) => row.id} empty="还没有人查询过这个码" />
        ) : (
          <>
            {error && !data && <Failed title="动态没有加载出来" error={error} retry={() => void refetch()} />}
            {!data && !error && <Skeleton active={false} title={false} paragraph={{ rows: 6 }} />}
            {tab === 'moves' && events?.length === 0 && <Empty icon={Truck} title="这个码还没有发货" />}
            {events && <CodeEvents events={events} isBroken={tab !== 'all' && events.length !== data?.length} />}
          </>
        )}
      </div>
    </section>
  );
};
