import { RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import { policeEventApi } from '@zhuiyuan/contract/police/police-event';
import { useMemo, useState } from 'react';
import { useRead } from '../../lib/use-read.ts';
import { ChartCard } from '../../parts/charts/chart-card.tsx';
import { ChinaMap } from '../../parts/charts/china-map.tsx';
import { RankBars, StatCard, StatStrip } from '../../parts/charts/stat-card.tsx';
import { BlockFailed } from '../../parts/feedback/block-failed.tsx';
import { countText } from '../../parts/format/numbers.ts';
import { shortTimeText } from '../../parts/format/times.ts';
import { Sheet } from '../../parts/frame/sheet.tsx';
import './police.css';

/** The warnings in numbers: how many wait, how fast they end, when they came, where goods were met and whose. */
export const EventStats = ({ firmId }: { firmId: number | undefined }) => {
  const [isOpen, setIsOpen] = useState(false);
  const { data, error, refetch } = useRead(policeEventApi.stat, firmId === undefined ? {} : { firmId }, {
    keeps: true,
  });
  const trend = useMemo(
    () =>
      data && {
        labels: data.days.map((day) => day.slice(5)),
        series: data.types.map(({ type, counts }) => ({
          name: RiskType.label(type),
          values: counts,
          kind: 'bar' as const,
        })),
        isStacked: true,
      },
    [data],
  );
  const heat = useMemo(
    () => (data?.provinces ?? []).map(({ province, codes }) => ({ province, value: codes })),
    [data],
  );
  if (error && !data) return <BlockFailed error={error} retry={() => void refetch()} />;
  const total = data ? data.types.reduce((sum, { counts }) => sum + counts.reduce((a, b) => a + b, 0), 0) : 0;
  const text = (value: number | undefined) => (value === undefined ? '-' : countText(value));
  return (
    <div className="zy-police-stats">
      <StatStrip label="预警概况">
        <StatCard
          label="待处理"
          value={text(data?.waiting)}
          unit="条"
          isAlarm={(data?.waiting ?? 0) > 0}
          note={data?.oldestAt ? `最早 ${shortTimeText(data.oldestAt)}` : '没有待处理的预警'}
        />
        <StatCard label="处理中" value={text(data?.doing)} unit="条" note="已有人受理" />
        <StatCard
          label="今日新增"
          value={text(data?.today)}
          unit="条"
          note="今天发出的预警"
          to={`/lottery/policeManager?raisedLimit=today${firmId === undefined ? '' : `&firmId=${firmId}`}`}
        />
        <StatCard label="窜货预警" value={text(data?.diverted)} unit="条" note="本月" />
        <StatCard
          label="平均处理时长"
          value={data ? (data.hours === null ? '-' : String(data.hours)) : '-'}
          unit={data?.hours === null ? undefined : '小时'}
          note="近 30 天，从首次命中到处理"
        />
      </StatStrip>
      {isOpen && (
        <div className="zy-police-charts">
          <ChartCard
            title="预警趋势"
            finding={data ? `近 30 天 ${countText(total)} 条` : undefined}
            data={total > 0 || !data ? trend : { labels: trend!.labels, series: [] }}
            height={220}
          />
          <Sheet title="窜货扫码地" finding="近 90 天，按省，不含已排除">
            {heat.length > 0 ? (
              <ChinaMap label="各省的窜货扫码件数" height={220} heat={heat} unit=" 件" />
            ) : (
              <p className="zy-police-none">近 90 天没有授权区域外的扫码</p>
            )}
          </Sheet>
          <Sheet title="窜货经销商" finding="近 90 天已确认件数">
            {(data?.agents.length ?? 0) > 0 ? (
              <RankBars
                rows={data!.agents.map(({ name, codes }) => ({ name, value: codes }))}
                write={(value) => `${countText(value)} 件`}
              />
            ) : (
              <p className="zy-police-none">近 90 天没有确认的窜货</p>
            )}
          </Sheet>
        </div>
      )}
      <button
        type="button"
        className="zy-link zy-police-fold"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? '收起图表' : '展开图表'}
      </button>
    </div>
  );
};
