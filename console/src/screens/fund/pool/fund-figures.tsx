import { assetsApi, type AssetsOverview } from '@zhuiyuan/contract/fund/pool/assets';
import type { ReactNode } from 'react';
import { StatCard, StatStrip } from '../../../parts/charts/stat-card.tsx';
import { BlockFailed } from '../../../parts/feedback/block-failed.tsx';
import { NoticeBar } from '../../../parts/feedback/notice-bar.tsx';
import { useBlock } from '../../../parts/feedback/use-block.ts';
import { changeOf } from '../../../parts/format/change.ts';
import { countText, maybeMoney, moneyText } from '../../../parts/format/numbers.ts';

/** Beyond it the speed of a week foretells nothing. */
const mostDays = 999;
const daysText = (days: number): string => (days > mostDays ? `${mostDays}+` : countText(days));

const lastsText = (daysLeft: number | null): string =>
  daysLeft === null ? '' : `，按近 7 天速度约够 ${daysText(daysLeft)} 天`;

/** Pools below their line: one or two by name, more as a number. */
export const LowNotices = ({
  low,
  linkOf,
}: {
  low: AssetsOverview['low'];
  /** What is offered beside a pool, and beside many of them. */
  linkOf: (pool: AssetsOverview['low'][number] | undefined) => { text: string; run: () => void } | undefined;
}) => {
  if (low.length > 2)
    return (
      <NoticeBar tone="wait" link={linkOf(undefined)}>
        {countText(low.length)} 个资金池低于预警线
      </NoticeBar>
    );
  return low.map((pool) => (
    <NoticeBar key={pool.id} tone="wait" link={linkOf(pool)}>
      {pool.name}可用余额 {moneyText(pool.balance)} 元，低于预警线 {moneyText(pool.warnAmount)} 元
      {lastsText(pool.daysLeft)}
    </NoticeBar>
  ));
};

/** What all pools hold, and how fast it goes, read again every minute. */
export const useOverview = (firmId: number | undefined) => useBlock(assetsApi.overview, firmId ? { firmId } : {});

/** 资金概况: six numbers, and what a screen adds. `behind` says where the payouts of a figure stand, `pools` where pools do. */
export const FundFigures = ({
  overview: { data, error, refetch },
  behind,
  pools,
  children,
}: {
  overview: ReturnType<typeof useOverview>;
  behind?: (asked: Readonly<Record<string, string>>) => string | undefined;
  pools?: string;
  children?: ReactNode;
}) => {
  if (error && !data)
    return (
      <section className="sheet">
        <BlockFailed error={error} retry={refetch} />
      </section>
    );
  const count = (value: number | undefined) => countText(value ?? 0);
  return (
    <StatStrip label="资金概况">
      <StatCard
        label="资金池总余额"
        value={maybeMoney(data?.balance, '-')}
        unit="元"
        note={`${count(data?.poolCount)} 个资金池可用之和`}
        to={pools}
      />
      <StatCard
        label="已划拨"
        value={maybeMoney(data?.allocated, '-')}
        unit="元"
        note={`在 ${count(data?.activityCount)} 个活动的预算里`}
        to={pools}
      />
      <StatCard
        label="冻结（预占）"
        value={maybeMoney(data?.reserved, '-')}
        unit="元"
        note="已中奖或已生成红包码，尚未到账"
        to={pools}
      />
      <StatCard
        label="今日发放"
        value={maybeMoney(data?.paidToday, '-')}
        unit="元"
        before={maybeMoney(data?.paidYesterday, '-')}
        change={data && changeOf(data.paidToday, data.paidYesterday)}
        better="neither"
        to={behind?.({ dateType: 'received', dateLimit: 'today' })}
      />
      <StatCard
        label="今日退回"
        value={maybeMoney(data?.returnedToday, '-')}
        unit="元"
        before={maybeMoney(data?.returnedYesterday, '-')}
        change={data && changeOf(data.returnedToday, data.returnedYesterday)}
        better="down"
        to={behind?.({ dateType: 'refund', dateLimit: 'today' })}
      />
      <StatCard
        label="可用天数"
        value={data?.daysLeft === null || data?.daysLeft === undefined ? '-' : daysText(data.daysLeft)}
        unit={data?.daysLeft === null ? undefined : '天'}
        note={data && data.paidDaily > 0 ? `近 7 天日均 ${moneyText(data.paidDaily)}` : '近 7 天没有发放'}
      />
      {children}
    </StatStrip>
  );
};
