import type { ECharts, EChartsCoreOption } from 'echarts/core';
import { useEffect, useRef, useState } from 'react';
import './chart.css';

/** Loads the engine a chart needs; the usual one knows lines and bars. */
export type Engine = () => Promise<{ init: (element: HTMLElement) => ECharts }>;

const usual: Engine = () => import('./chart-engine.ts');

interface ChartProps {
  option: EChartsCoreOption;
  label: string;
  height?: number;
  engine?: Engine;
  /** Hears the name of what was clicked. */
  click?: (name: string) => void;
  /** Hears which series are shown, by their names, when one was turned on or off in the legend. */
  choose?: (shown: Readonly<Record<string, boolean>>) => void;
}

const Drawing = ({ option, label, height, engine = usual, click, choose, fail }: ChartProps & { fail: () => void }) => {
  const box = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<ECharts>();

  useEffect(() => {
    let drawn: ECharts | undefined;
    let observer: ResizeObserver | undefined;
    let isGone = false;
    engine().then(({ init }) => {
      if (isGone || !box.current) return;
      drawn = init(box.current);
      // A dialog that closes takes all room away before it is gone.
      observer = new ResizeObserver(([size]) => size && size.contentRect.width > 0 && drawn?.resize());
      observer.observe(box.current);
      setChart(drawn);
    }, fail);
    return () => {
      isGone = true;
      observer?.disconnect();
      drawn?.dispose();
      setChart(undefined);
    };
  }, [engine, fail]);

  useEffect(() => {
    if (chart && !chart.isDisposed()) chart.setOption(option, { notMerge: true });
  }, [chart, option]);

  useEffect(() => {
    if (!chart || !click) return undefined;
    const hear = ({ name }: { name: string }) => click(name);
    chart.on('click', hear as never);
    return () => {
      if (!chart.isDisposed()) chart.off('click', hear as never);
    };
  }, [chart, click]);

  useEffect(() => {
    if (!chart || !choose) return undefined;
    const hear = ({ selected }: { selected: Readonly<Record<string, boolean>> }) => choose(selected);
    chart.on('legendselectchanged', hear as never);
    return () => {
      if (!chart.isDisposed()) chart.off('legendselectchanged', hear as never);
    };
  }, [chart, choose]);

  return <div ref={box} role="img" aria-label={label} style={{ height }} className="zy-chart" />;
};

/** A chart drawn by ECharts, which is fetched when the first one is shown. `label` says in words what it shows. */
export const Chart = ({ height = 240, ...chart }: ChartProps) => {
  const [hasFailed, setHasFailed] = useState(false);
  const [fail] = useState(() => () => setHasFailed(true));
  if (!hasFailed) return <Drawing {...chart} height={height} fail={fail} />;
  return (
    <p className="zy-chart-note" style={{ height }}>
      图表没有加载出来
      <button type="button" className="zy-link" onClick={() => setHasFailed(false)}>
        重试
      </button>
    </p>
  );
};
