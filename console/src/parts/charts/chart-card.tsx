import { Button, Tooltip } from 'antd';
import ChartLine from 'icon:chart-line';
import Table2 from 'icon:table-2';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { saidOf } from '../../lib/said-of.ts';
import type { TrendData } from './trend-data.ts';
import { Chart } from './chart.tsx';
import { useChartColors } from './chart-colors.ts';
import { countText } from '../format/numbers.ts';
import { SheetHead } from '../frame/sheet.tsx';
import { trendOption } from './trend-option.ts';
import { useSize } from '../frame/use-size.ts';
import { useLate } from '../frame/use-late.ts';

/** Left and right of the drawing, px. */
const padding = 32;

/** The numbers of a trend as a plain table. */
const TrendTable = ({ data, height }: { data: TrendData; height: number }) => (
  <div className="zy-chart-table" style={{ height }} tabIndex={0} role="region" aria-label="图表数据">
    <table>
      <thead>
        <tr>
          <th scope="col">时间</th>
          {data.series.map((series) => (
            <th key={series.name} scope="col">
              {series.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.labels.map((label, at) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {data.series.map((series) => {
              const value = series.values[at];
              return (
                <td key={series.name}>
                  {value === null || value === undefined ? '-' : (series.write ?? countText)(value)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** A trend in a sheet: title, one finding in words, a control at the right, chart or table. */
export const ChartCard = ({
  title,
  finding,
  findingText,
  control,
  data,
  error,
  retry,
  height = 240,
}: {
  title: string;
  finding?: ReactNode;
  /** The finding without markup, for screen readers; needed where `finding` is not plain text. */
  findingText?: string;
  /** A segmented control or a link. */
  control?: ReactNode;
  /** Undefined while loading. */
  data: TrendData | undefined;
  error?: { message: string } | null;
  retry?: () => void;
  height?: number;
}) => {
  const [isTable, setIsTable] = useState(false);
  const showsBones = useLate(!data && !error);
  const colors = useChartColors();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const choose = useCallback(
    (shown: Readonly<Record<string, boolean>>) =>
      setHidden(new Set(Object.keys(shown).filter((name) => shown[name] === false))),
    [],
  );
  const [body, { width }] = useSize();
  const option = useMemo(
    () => data && trendOption(data, colors, hidden, Math.max(0, width - padding) || undefined),
    [data, colors, hidden, width],
  );
  const words = findingText ?? (typeof finding === 'string' ? finding : '');
  return (
    <section className="sheet zy-chart-card" aria-label={title}>
      <SheetHead title={title} finding={finding}>
        {control}
        <Tooltip title={isTable ? '以图表查看' : '以表格查看'}>
          <Button
            type="text"
            className="zy-tool"
            aria-label={isTable ? '以图表查看' : '以表格查看'}
            icon={isTable ? <ChartLine size={16} strokeWidth={1.6} /> : <Table2 size={16} strokeWidth={1.6} />}
            onClick={() => setIsTable(!isTable)}
          />
        </Tooltip>
      </SheetHead>
      <div className="zy-chart-body" ref={body}>
        {error && (
          <p className="zy-chart-note" style={{ height }} role="alert">
            {saidOf(error)}
            {retry && (
              <button type="button" className="zy-link" onClick={retry}>
                重试
              </button>
            )}
          </p>
        )}
        {!error && !data && (
          <div style={{ height }} className={showsBones ? 'zy-chart-bones' : undefined} aria-busy="true" />
        )}
        {!error &&
          data &&
          option &&
          (isTable ? (
            <TrendTable data={data} height={height} />
          ) : (
            <Chart option={option} height={height} label={`${title}，${words}`} choose={choose} />
          ))}
      </div>
    </section>
  );
};
