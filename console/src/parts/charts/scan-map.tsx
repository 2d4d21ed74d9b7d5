import { diversionApi } from '@zhuiyuan/contract/diversion/diversion';
import { Verdict } from '@zhuiyuan/contract/codes/state/verdict';
import { Skeleton } from 'antd';
import { useMemo } from 'react';
import { Failed } from '../feedback/states.tsx';
import { timeText } from '../format/times.ts';
import { useNarrow } from '../frame/use-narrow.ts';
import { useRead } from '../../lib/use-read.ts';
import { ChinaMap } from './china-map.tsx';
import '../format/codes.css';

/** The provinces a code's agent may sell in, and where the code was asked about; asks nothing without a code. */
export const ScanMap = ({ code }: { code: string | undefined }) => {
  const isNarrow = useNarrow();
  const { data, error, refetch } = useRead(diversionApi.map, code === undefined ? undefined : { code });
  const points = useMemo(
    () =>
      (data?.scans ?? []).flatMap(({ lng, lat, regionName, at, verdict }) =>
        lng === null || lat === null
          ? []
          : [{ lng, lat, name: `${timeText(at)}　${regionName || '地点未知'}　${Verdict.label(verdict)}` }],
      ),
    [data],
  );
  const provinces = data?.provinces ?? [];
  const places = new Set((data?.scans ?? []).map(({ city, province }) => city || province).filter(Boolean));
  if (error && !data) return <Failed title="没有加载出来" error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton active={false} title={false} paragraph={{ rows: 8 }} />;
  return (
    <>
      <p className="zy-map-note">
        {provinces.length > 0 ? `授权省份：${provinces.join('、')}。` : '没有授权区域。'}
        {data.scans.length === 0
          ? '还没有人查询过这个编码。'
          : `最近 ${data.scans.length} 次查询${places.size > 0 ? `，出现在${[...places].slice(0, 8).join('、')}` : ''}；${points.length} 次有坐标。`}
      </p>
      <ChinaMap
        label={`编码的授权省份和 ${points.length} 次查询的位置`}
        height={isNarrow ? 360 : 460}
        marked={provinces}
        points={points}
      />
    </>
  );
};
