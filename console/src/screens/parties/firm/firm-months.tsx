import { homeApi } from '@zhuiyuan/contract/stats/home';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../lib/call.ts';
import { ChartCard } from '../../../parts/charts/chart-card.tsx';
import { countText } from '../../../parts/format/numbers.ts';

/** 码统计: a firm's codes issued, activated and scanned in each of the last twelve months. */
export const FirmMonths = ({ id }: { id: number }) => {
  const { data, error, refetch } = useQuery({
    queryKey: [homeApi.firmMonths.path, id],
    queryFn: () => call(homeApi.firmMonths, { id }, { quiet: true }),
  });
  const trend = useMemo(
    () =>
      data && {
        labels: data.map(({ month }) => month.slice(2)),
        series: [
          { name: '生码', kind: 'bar' as const, values: data.map((row) => row.codeNum) },
          { name: '启用', kind: 'bar' as const, values: data.map((row) => row.activeNum) },
          { name: '扫码', values: data.map((row) => row.scanNum), isRight: true },
        ],
      },
    [data],
  );
  const sum = (of: 'codeNum' | 'activeNum' | 'scanNum') =>
    countText((data ?? []).reduce((all, row) => all + row[of], 0));
  return (
    <ChartCard
      title="近 12 个月"
      finding={data && `生码 ${sum('codeNum')} 个，启用 ${sum('activeNum')} 个，扫码 ${sum('scanNum')} 次`}
      data={trend}
      error={error}
      retry={() => void refetch()}
      height={272}
    />
  );
};
