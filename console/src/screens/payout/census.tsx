import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import { censusApi, type CensusDay, type CensusSummary } from '@zhuiyuan/contract/payout/census';
import { poolApi } from '@zhuiyuan/contract/fund/pool/pool';
import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';
import ChartColumn from 'icon:chart-column';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useMay } from '../../lib/session.ts';
import { useRead } from '../../lib/use-read.ts';
import { ChartCard } from '../../parts/charts/chart-card.tsx';
import { PeriodBar } from '../../parts/charts/period-bar.tsx';
import { StatCard, StatStrip } from '../../parts/charts/stat-card.tsx';
import { BlockFailed } from '../../parts/feedback/block-failed.tsx';
import { Empty } from '../../parts/feedback/states.tsx';
import { ChoiceSelect } from '../../parts/form/choice-select.tsx';
import type { Choices } from '../../parts/form/choices.ts';
import { countText, maybeMoney, moneyText, percentText } from '../../parts/format/numbers.ts';
import { Sheet } from '../../parts/frame/sheet.tsx';
import { cell, count, day, money, type Column } from '../../parts/list/columns.tsx';
import { ExportButton } from '../../parts/list/export-button.tsx';
import { PagedTable } from '../../parts/list/plain-table.tsx';
import { useLocalSearch } from '../../parts/list/use-local-search.ts';
import { useIsPlatform, useOptions, useOptionsOf } from '../../parts/pickers/firm-field.tsx';
import { toStack } from './payout-days.tsx';
import { Reasons, Spread, type Of } from './census-parts.tsx';
import './census.css';

const minuteMs = 60_000;
const usualTime = 'lately30';
const rate = (value: number | null): string => (value === null ? '—' : percentText(value));

/** Seconds as a person says them. */
const lastsText = (seconds: number | null): { value: string; unit?: string } => {
  if (seconds === null) return { value: '—' };
  if (seconds < 600) return { value: countText(seconds), unit: '秒' };
  if (seconds < 36_000) return { value: countText(Math.round(seconds / 60)), unit: '分钟' };
  return { value: (seconds / 3600).toFixed(1), unit: '小时' };
};

const Figures = ({ of }: { of: Of }) => {
  const { data, error, refetch } = useRead(censusApi.summary, of, { every: minuteMs, keeps: true });
  if (error && !data)
    return (
      <section className="sheet">
        <BlockFailed error={error} retry={refetch} />
      </section>
    );
  const write = (how: (all: CensusSummary) => string) => (data ? how(data) : '—');
  const lasts = lastsText(data?.averageSeconds ?? null);
  return (
    <StatStrip label="发放概况">
      <StatCard label="发放笔数" value={write(({ count: all }) => countText(all))} unit="笔" />
      <StatCard
        label="发放金额"
        value={write(({ amount }) => moneyText(amount))}
        unit="元"
        hint="领取、待领取、退款、失败与已驳回之和；冻结后复核驳回的没有发放，不算失败"
        note={
          data && data.rejectedCount > 0
            ? `其中已驳回 ${moneyText(data.rejectedAmount)} 元，${countText(data.rejectedCount)} 笔`
            : undefined
        }
      />
      <StatCard
        label="领取金额"
        value={write(({ receivedAmount }) => moneyText(receivedAmount))}
        unit="元"
        note={write(
          ({ receivedCount, receivedRate }) => `${countText(receivedCount)} 笔，领取率 ${rate(receivedRate)}`,
        )}
      />
      <StatCard
        label="待领取"
        value={write(({ waitAmount }) => moneyText(waitAmount))}
        unit="元"
        hint="发放中和已发放待领取"
        note={write(({ waitCount }) => `${countText(waitCount)} 笔`)}
      />
      <StatCard
        label="退款"
        value={write(({ refundAmount }) => moneyText(refundAmount))}
        unit="元"
        hint="退款中和已退款"
        note={write(({ refundCount }) => `${countText(refundCount)} 笔`)}
      />
      <StatCard
        label="失败"
        value={write(({ failedAmount }) => moneyText(failedAmount))}
        unit="元"
        note={write(({ failedCount, failedRate }) => `${countText(failedCount)} 笔，失败率 ${rate(failedRate)}`)}
      />
      <StatCard label="平均金额" value={write(({ averageAmount }) => maybeMoney(averageAmount))} unit="元" />
      <StatCard
        label="平均到账时长"
        value={lasts.value}
        unit={lasts.unit}
        hint="从建发放单到消费者收款，只算已领取的"
      />
    </StatStrip>
  );
};

type Trend = DataOf<typeof censusApi.trend>;
const percentOf = (value: number): string => `${value.toFixed(1)}%`;

const useTrend = (of: Of) => useRead(censusApi.trend, of, { every: minuteMs, keeps: true });

const highest = (days: Trend): string => {
  const sums = days.map(({ day: at, counted }) => ({
    at,
    amount: counted.reduce((sum, { amount }) => sum + amount, 0),
  }));
  const most = sums.toSorted((a, b) => b.amount - a.amount)[0];
  return most && most.amount > 0 ? `${most.at.slice(5)} 最多，${moneyText(most.amount)} 元` : '没有发放';
};

const Trends = ({ of }: { of: Of }) => {
  const { data, error, refetch } = useTrend(of);
  const stack = useMemo(() => data && toStack(data), [data]);
  const rates = useMemo(
    () =>
      data && {
        labels: data.map(({ day: at }) => at.slice(5)),
        unit: '%' as const,
        series: [
          {
            name: '失败率',
            kind: 'bar' as const,
            values: data.map(({ failedRate }) => (failedRate === null ? null : failedRate * 100)),
            write: percentOf,
          },
        ],
      },
    [data],
  );
  const failing = (data ?? []).filter(({ failedRate }) => (failedRate ?? 0) > 0).length;
  const problem = error && !data ? error : null;
  return (
    <>
      <ChartCard
        title="每日发放金额"
        finding={data && `${highest(data)}，按创建日期，状态为现在的状态`}
        data={stack}
        error={problem}
        retry={() => void refetch()}
        height={272}
      />
      <ChartCard
        title="失败率"
        finding={data && (failing > 0 ? `${data.length} 天里 ${failing} 天有失败` : '没有失败')}
        data={rates}
        error={problem}
        retry={() => void refetch()}
        height={216}
      />
    </>
  );
};

const dayColumns: Column<CensusDay>[] = [
  day('day', '日期'),
  count('count', '发放笔数', { width: 92 }),
  money('amount', '发放金额', { width: 128 }),
  money('receivedAmount', '领取', { width: 128 }),
  money('waitAmount', '待领取', { width: 120 }),
  money('refundAmount', '退款', { width: 120 }),
  money('failedAmount', '失败', { width: 120 }),
  money('rejectedAmount', '已驳回', { width: 120 }),
  cell('receivedRate', '领取率', (row) => rate(row.receivedRate), { width: 84, align: 'right' }),
  cell('failedRate', '失败率', (row) => rate(row.failedRate), { width: 84, align: 'right' }),
];

const Days = ({ of }: { of: Of }) => (
  <Sheet title="每日明细" finding="只列有发放的日子" isFlush>
    <PagedTable
      search={useLocalSearch(censusApi.list, { fixed: of as never })}
      columns={dayColumns}
      keyOf={({ day: at }) => at}
      empty="没有发放"
    />
  </Sheet>
);

const Choice = ({
  from,
  label,
  value,
  change,
}: {
  from: Choices;
  label: string;
  value: number | undefined;
  change: (next: number | undefined) => void;
}) => (
  <ChoiceSelect
    from={from}
    value={value}
    onChange={(next) => change(next as number | undefined)}
    placeholder={`全部${label}`}
    aria-label={label}
    className="zy-census-choice"
    allowClear
    mayFind
  />
);

type Asked = Partial<Record<keyof Of, string | number | undefined>>;

/** The filters as the address has them, and how to change some of them; what is no number or no time asks nothing. */
const useOf = (): [Of, (change: Asked) => void] => {
  const [address, setAddress] = useSearchParams();
  const of = useMemo(() => {
    const asked: Record<string, unknown> = { dateLimit: usualTime };
    for (const [name, rule] of Object.entries(censusApi.summary.input.shape)) {
      const read = rule.safeParse(address.get(name) ?? undefined);
      if (read.success && read.data) asked[name] = read.data;
    }
    return asked as unknown as Of;
  }, [address]);
  const put = (change: Asked) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries(change))
          if (value === undefined || value === usualTime) next.delete(name);
          else next.set(name, String(value));
        return next;
      },
      { replace: true },
    );
  return [of, put];
};

/** 红包统计: what was paid out in a time, by day, amount, activity and cause. */
export const Census = () => {
  const may = useMay();
  const isPlatform = useIsPlatform();
  const firms = useOptions('firm');
  const [of, put] = useOf();
  const pools = useOptionsOf('pool', of.firmId);
  const activities = useOptionsOf('activity', of.firmId);
  const summary = useRead(censusApi.summary, of, { keeps: true }).data;
  return (
    <div className="zy-census">
      <PeriodBar value={of.dateLimit} change={(dateLimit) => put({ dateLimit })} isCompared={false}>
        {isPlatform && (
          <Choice
            from={firms}
            label="企业"
            value={of.firmId}
            change={(firmId) => put({ firmId, poolId: undefined, activityId: undefined })}
          />
        )}
        {may(poolApi.listAll.may) && (
          <Choice from={pools} label="资金池" value={of.poolId} change={(poolId) => put({ poolId })} />
        )}
        {may(activityApi.listAll.may) && (
          <Choice from={activities} label="活动" value={of.activityId} change={(activityId) => put({ activityId })} />
        )}
        <ExportButton endpoint={censusApi.export} input={of} />
      </PeriodBar>
      <Figures of={of} />
      {summary?.count === 0 ? (
        <section className="sheet">
          <Empty icon={ChartColumn} title="这段时间没有发放红包" text="换一段时间，或清除资金池和活动的条件。" />
        </section>
      ) : (
        <>
          <Trends of={of} />
          <Spread of={of} />
          <Reasons of={of} />
          <Days key={JSON.stringify(of)} of={of} />
        </>
      )}
    </div>
  );
};
