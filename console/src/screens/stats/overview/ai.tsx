import { aiApi, MapMetric, TopKind, TopMetric, type TopKind as Kind } from '@zhuiyuan/contract/stats/overview/ai';
import { overviewMetrics, type OverviewCode } from '@zhuiyuan/contract/stats/overview/overview-metrics';
import { Button, Segmented } from 'antd';
import MonitorPlay from 'icon:monitor-play';
import { useMemo, useState } from 'react';
import { activityPage, productPage } from '../../../lib/object-addresses.ts';
import { useMay } from '../../../lib/session.ts';
import { ChartCard } from '../../../parts/charts/chart-card.tsx';
import { RankBars } from '../../../parts/charts/stat-card.tsx';
import { BlockFailed } from '../../../parts/feedback/block-failed.tsx';
import { useBlock } from '../../../parts/feedback/use-block.ts';
import { countText, moneyText } from '../../../parts/format/numbers.ts';
import { timeText } from '../../../parts/format/times.ts';
import { Sheet } from '../../../parts/frame/sheet.tsx';
import { Advised, Ending, LotteryTodo, Wins } from './ai-side.tsx';
import { Funnel } from './funnel.tsx';
import { OverviewBar } from './overview-bar.tsx';
import { OverviewCards } from './overview-cards.tsx';
import { Places } from './places.tsx';
import { useRowsBehind } from './rows-behind.ts';
import { TrendCard } from './trend-card.tsx';
import { useOverviewOf, type Of } from './use-overview.ts';
import './overview.css';

const first: OverviewCode[] = ['scanPv', 'scanUv', 'scanFirst', 'partUv', 'drawCnt', 'winCnt', 'winRate', 'paidAmount'];
const second: OverviewCode[] = [
  'freshUv',
  'verCnt',
  'unpackCnt',
  'crossCode',
  'blockRate',
  'budgetRate',
  'costPerUser',
];
const retryOf = (refetch: () => unknown) => () => void refetch();

const Trend = ({ of }: { of: Of }) => {
  const { data, error, refetch } = useBlock(aiApi.trend, of);
  return <TrendCard title="营销趋势" data={data} error={error} retry={retryOf(refetch)} first={['scanPv']} />;
};

const Map = ({ of }: { of: Of }) => {
  const [metric, setMetric] = useState<(typeof MapMetric.options)[number]['value']>('scanPv');
  const [province, setProvince] = useState<{ id: number; name: string }>();
  const { data, error, refetch } = useBlock(aiApi.map, {
    ...of,
    metric,
    ...(province && { province: province.id }),
  });
  const behind = useRowsBehind(of);
  return (
    <Places
      title={`${MapMetric.label(metric)}地区`}
      unit={overviewMetrics[metric].unit}
      data={data}
      error={error}
      retry={retryOf(refetch)}
      province={province}
      pick={setProvince}
      linkOf={({ id }) =>
        metric === 'scanPv' || metric === 'scanFirst' ? behind(metric, { regionCode: id }) : undefined
      }
      control={
        <Segmented
          size="small"
          aria-label="地图指标"
          value={metric}
          onChange={setMetric}
          options={MapMetric.options.map(({ value, label }) => ({ value, label }))}
        />
      }
    />
  );
};

const Steps = ({ of }: { of: Of }) => {
  const { data, error, refetch } = useBlock(aiApi.funnel, of);
  return (
    <Sheet title="转化漏斗" finding="这段时间里的码，右侧是占上一步的比例" isFlush>
      {error && !data && <BlockFailed error={error} retry={refetch} />}
      {data && (
        <Funnel
          steps={[
            { name: '激活码', value: data.activated },
            { name: '首扫', value: data.scanFirst },
            { name: '参与抽奖', value: data.drawCnt },
            { name: '中奖', value: data.winCnt },
            { name: '领取', value: data.claimCnt },
          ]}
        />
      )}
    </Sheet>
  );
};

const Top = ({ of, kind, metric }: { of: Of; kind: Kind; metric: (typeof TopMetric.options)[number]['value'] }) => {
  const may = useMay();
  const behind = useRowsBehind(of);
  const { data, error, refetch } = useBlock(aiApi.top, { ...of, kind, metric });
  const linkOf = (id: number): string | undefined => {
    if (kind === 'activity') return may('admin:lottery:aiActive:info') ? activityPage(id) : undefined;
    if (kind === 'product')
      return metric === 'scanPv' || metric === 'scanFirst'
        ? behind(metric, { productId: id })
        : may('admin:identity:product:list')
          ? productPage(id)
          : undefined;
    return kind === 'agent' && (metric === 'scanPv' || metric === 'scanFirst')
      ? behind(metric, { agentId: id })
      : undefined;
  };
  const isMoney = metric === 'winAmount';
  return (
    <Sheet
      title={`${TopKind.label(kind)} TOP10`}
      extra={<small>{isMoney ? '元' : overviewMetrics[metric].unit}</small>}
      isFlush
    >
      {error && !data && <BlockFailed error={error} retry={refetch} />}
      {data?.length === 0 && <p className="zy-block-note">这段时间没有数据</p>}
      {data && data.length > 0 && (
        <div className="zy-over-tops">
          <RankBars
            rows={data.map(({ id, name, value, prev }) => ({
              name,
              value,
              ...(prev === null ? {} : { before: prev }),
              to: linkOf(id),
            }))}
            write={isMoney ? moneyText : countText}
          />
        </div>
      )}
    </Sheet>
  );
};

const Tops = ({ of }: { of: Of }) => {
  const [metric, setMetric] = useState<(typeof TopMetric.options)[number]['value']>('scanPv');
  return (
    <>
      <div className="zy-over-switch">
        <b>排行</b>
        <Segmented
          aria-label="排行指标"
          value={metric}
          onChange={setMetric}
          options={TopMetric.options.map(({ value, label }) => ({ value, label }))}
        />
      </div>
      <div className="zy-over-halves">
        {TopKind.options.map(({ value }) => (
          <Top key={value} of={of} kind={value} metric={metric} />
        ))}
      </div>
    </>
  );
};

const Hours = ({ of }: { of: Of }) => {
  const { data, error, refetch } = useBlock(aiApi.trend, { ...of, groupBy: 'hour' });
  const scans = data?.series.find(({ code }) => code === 'scanPv');
  const chart = useMemo(
    () =>
      data && {
        labels: data.x.map(({ name }) => name.replace(' ', '')),
        series: [
          {
            name: '扫码次数',
            kind: 'bar' as const,
            values: scans?.data ?? [],
            write: (value: number) => `${countText(value)} 次`,
          },
        ],
      },
    [data, scans],
  );
  const most = Math.max(0, ...(scans?.data ?? []).map((value) => value ?? 0));
  const at = (scans?.data ?? []).indexOf(most);
  return (
    <ChartCard
      title="扫码时段"
      finding={data && (most > 0 ? `${at} 时最多，${countText(most)} 次` : '没有扫码')}
      data={chart}
      error={data ? null : error}
      retry={retryOf(refetch)}
      height={240}
    />
  );
};

/** 智能营销概览: what campaigns brought in a time, and what should be looked at now. */
export const AiOverview = () => {
  const [of, put] = useOverviewOf();
  const { data, error, refetch } = useBlock(aiApi.overview, of);
  const behind = useRowsBehind(of);
  const anonymous = data?.cards.find(({ code }) => code === 'scanAnon')?.value;
  return (
    <div className="zy-over">
      <OverviewBar of={of} put={put} summary={data}>
        <Button
          icon={<MonitorPlay size={14} strokeWidth={1.6} />}
          onClick={() => window.open(`/lottery/ai/wall${of.firmId ? `?firmId=${of.firmId}` : ''}`, 'zhuiyuan-wall')}
        >
          大屏
        </Button>
      </OverviewBar>
      {error && !data ? (
        <section className="sheet">
          <BlockFailed error={error} retry={refetch} />
        </section>
      ) : (
        <>
          <OverviewCards
            label="扫码与抽奖"
            codes={first}
            summary={data}
            note={anonymous ? { scanUv: `另有 ${countText(anonymous)} 次未登录扫码` } : undefined}
            linkOf={behind}
          />
          <OverviewCards label="拉新、核销与风险" codes={second} summary={data} linkOf={behind} />
        </>
      )}
      <div className="zy-over-main">
        <div>
          <Trend of={of} />
          <Map of={of} />
          <div className="zy-over-halves">
            <Steps of={of} />
            <Hours of={of} />
          </div>
          <Tops of={of} />
        </div>
        <div>
          <LotteryTodo />
          <Advised of={of} />
          <Ending />
          <Wins of={of} />
        </div>
      </div>
      {data && <p className="zy-over-as-of">数据更新至 {timeText(data.asOf, true)}</p>}
    </div>
  );
};
