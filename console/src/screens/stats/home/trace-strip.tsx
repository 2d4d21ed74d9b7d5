import type { May } from '@zhuiyuan/contract/kit/endpoint';
import { policeEventApi } from '@zhuiyuan/contract/police/police-event';
import { homeApi, type TraceNumbers } from '@zhuiyuan/contract/stats/home';
import { changeOf } from '../../../parts/format/change.ts';
import { cardText, countText } from '../../../parts/format/numbers.ts';
import { StatCard, StatStrip } from '../../../parts/charts/stat-card.tsx';
import { BlockFailed } from '../../../parts/feedback/block-failed.tsx';
import { useMay } from '../../../lib/session.ts';
import { useBlock } from '../../../parts/feedback/use-block.ts';

interface Stat {
  label: string;
  unit: string;
  now: keyof TraceNumbers;
  before: keyof TraceNumbers;
  hint?: string;
  /** What is kept by the day alone stands beside the whole of yesterday, without a change. */
  isWholeDay?: boolean;
  /** Fewer is better, and any is a reason to look. */
  isAlarm?: boolean;
  /** The list that shows exactly these rows, and who may read it. */
  rows?: { to: string; may: May };
}

const stats: Stat[] = [
  {
    label: '今日扫码',
    unit: '次',
    now: 'scanNum',
    before: 'yesterdayScanNum',
    hint: '同一设备在间隔时间内重复查询不计次',
  },
  { label: '首次扫码', unit: '次', now: 'firstNum', before: 'yesterdayFirstNum' },
  {
    label: '扫码设备',
    unit: '台',
    now: 'scanUser',
    before: 'yesterdayScanUser',
    hint: '不同的手机，登录或未登录都算；消费者人数见客户概览',
  },
  { label: '今日启用', unit: '个', now: 'activeNum', before: 'yesterdayActiveNum' },
  {
    label: '今日发货',
    unit: '件',
    now: 'shipNum',
    before: 'yesterdayShipNum',
    hint: '已减去撤销的发货，不含退货',
    isWholeDay: true,
  },
  {
    label: '今日预警',
    unit: '条',
    now: 'policeNum',
    before: 'yesterdayPoliceNum',
    hint: '今天发出的预警，与预警管理的今日新增一致',
    isAlarm: true,
    rows: { to: '/lottery/policeManager?raisedLimit=today', may: policeEventApi.list.may },
  },
];

/** 追溯概况: today's numbers, each with yesterday's at this time of day. */
export const TraceStrip = () => {
  const may = useMay();
  const { data, error, refetch } = useBlock(homeApi.trace, {});
  if (error && !data)
    return (
      <section className="sheet">
        <BlockFailed error={error} retry={refetch} />
      </section>
    );
  return (
    <StatStrip label="追溯概况">
      {stats.map(({ label, unit, now, before, hint, isWholeDay, isAlarm, rows }) => (
        <StatCard
          key={label}
          label={label}
          unit={unit}
          hint={hint}
          value={data ? cardText(data[now]) : '-'}
          beforeLabel={isWholeDay ? '昨日全天' : '昨日此时'}
          before={data ? countText(data[before]) : '-'}
          change={data && !isWholeDay ? changeOf(data[now], data[before]) : undefined}
          better={isAlarm ? 'down' : 'up'}
          isAlarm={isAlarm && Boolean(data?.[now])}
          to={rows && may(rows.may) ? rows.to : undefined}
        />
      ))}
    </StatStrip>
  );
};
