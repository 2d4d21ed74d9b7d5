import { Verdict } from '@zhuiyuan/contract/codes/state/verdict';
import { RiskLevel, RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import type { FootRow, Wall } from '@zhuiyuan/contract/stats/overview/wall';
import { useMemo } from 'react';
import { rosettePath } from '../../../parts/charts/rosette-path.ts';
import { WallMap } from '../../../parts/charts/wall-map.tsx';
import { scaleOf } from '../../../parts/charts/trend-data.ts';
import { changeOf } from '../../../parts/format/change.ts';
import { axisText, countText } from '../../../parts/format/numbers.ts';

type Scans = NonNullable<Wall['scans']>;

/** Behind the one number alone; gone before the chart begins. */
export const Rosette = () => {
  const path = useMemo(() => rosettePath(), []);
  return (
    <svg className="zy-wall-rosette" viewBox="-320 -320 640 640" aria-hidden="true">
      <path d={path} />
    </svg>
  );
};

export const Today = ({ scans }: { scans: Scans }) => {
  const change = changeOf(scans.today, scans.yesterday);
  return (
    <section className="zy-wall-today" aria-label="今日扫码">
      <h2>今日扫码</h2>
      {scans.today === 0 ? (
        <p className="zy-wall-none">今日还没有扫码</p>
      ) : (
        <b className="zy-wall-number">{countText(scans.today)}</b>
      )}
      <p>
        昨日此时 {countText(scans.yesterday)} 次
        {change.direction !== 'same' && <em className={`zy-wall-${change.direction}`}>{change.text}</em>}
      </p>
      <dl>
        <div>
          <dt>首次扫码</dt>
          <dd>{countText(scans.first)}</dd>
        </div>
        <div>
          <dt>扫码人数</dt>
          <dd>{countText(scans.people)}</dd>
        </div>
      </dl>
      {scans.anonymous > 0 && <small>另有 {countText(scans.anonymous)} 次未登录扫码</small>}
    </section>
  );
};

const [chartWidth, chartHeight, left, bottom] = [520, 250, 76, 34];
const named = [0, 6, 12, 18];

/** Bars by hour, yesterday as a dashed line over them. */
export const Hours = ({ scans }: { scans: Scans }) => {
  const most = Math.max(0, ...scans.hours.map((value) => value ?? 0), ...scans.hoursBefore);
  const { max, interval } = scaleOf(most, true) ?? { max: 1, interval: 1 };
  const lines = Array.from({ length: Math.round(max / interval) + 1 }, (_, at) => at * interval);
  const step = (chartWidth - left) / 24;
  const top = 14;
  const y = (value: number) => chartHeight - bottom - (value / max) * (chartHeight - bottom - top);
  const x = (hour: number) => left + hour * step;
  return (
    <section className="zy-wall-hours" aria-label="每小时扫码">
      <h2>
        每小时扫码
        <span>
          <i /> 今日
          <i className="zy-wall-dashed" /> 昨日
        </span>
      </h2>
      <svg width={chartWidth} height={chartHeight} role="img" aria-label={`每小时扫码，最多 ${countText(most)} 次`}>
        {lines.map((value) => (
          <g key={value}>
            <line x1={left} x2={chartWidth} y1={y(value)} y2={y(value)} />
            <text x={left - 12} y={y(value) + 8} textAnchor="end">
              {axisText(value)}
            </text>
          </g>
        ))}
        {scans.hours.map((value, hour) =>
          value ? (
            <rect
              key={x(hour)}
              x={x(hour) + 2}
              width={step - 4}
              y={y(value)}
              height={chartHeight - bottom - y(value)}
              rx="1"
            />
          ) : null,
        )}
        <polyline points={scans.hoursBefore.map((value, hour) => `${x(hour) + step / 2},${y(value)}`).join(' ')} />
        {named.map((hour) => (
          <text key={hour} x={x(hour) + step / 2} y={chartHeight - 4} textAnchor={hour === 0 ? 'start' : 'middle'}>
            {hour} 时
          </text>
        ))}
      </svg>
    </section>
  );
};

export const Places = ({ map }: { map: NonNullable<Wall['map']> }) => {
  const crossed = map.crossed ?? [];
  const words = [
    map.plant?.name && `${map.plant.name}发出`,
    map.provinces.length > 0 ? `今日 ${map.provinces.length} 个省级地区有扫码` : '今日还没有能定位的扫码',
  ].filter(Boolean);
  const isGuessed = crossed.some(({ from }) => from?.isGuess);
  return (
    <section className="zy-wall-map" aria-label="扫码流向">
      <h2>
        扫码流向<small>{words.join('，')}</small>
      </h2>
      <WallMap told={{ ...map, crossed }} width={800} height={690} label={words.join('，')} />
      <p>
        {map.plant && (
          <span>
            <i /> 授权区域内
          </span>
        )}
        {crossed.length > 0 && (
          <span>
            <i className="zy-wall-dashed" /> 疑似窜货{isGuessed && '（经销商位置含估算）'}
          </span>
        )}
        <span>示意图</span>
      </p>
    </section>
  );
};

export const Products = ({ products }: { products: NonNullable<Wall['products']> }) => {
  const most = Math.max(1, ...products.map(({ value }) => value));
  return (
    <section className="zy-wall-products" aria-label="产品扫码">
      <h2>
        产品扫码<small>今日，次</small>
      </h2>
      {products.length === 0 && <p>今日还没有扫码</p>}
      <ol>
        {products.map(({ id, name, value }, at) => (
          <li key={id} className={at < 3 ? 'zy-wall-top' : undefined}>
            <i>{at + 1}</i>
            <span>{name}</span>
            <b>{countText(value)}</b>
            <em aria-hidden="true">
              <i style={{ width: `${(value / most) * 100}%` }} />
            </em>
          </li>
        ))}
      </ol>
    </section>
  );
};

const marks = { [RiskLevel.severe]: '✕', [RiskLevel.usual]: '◆', [RiskLevel.notice]: '●' } as const;

export const Warnings = ({ warnings }: { warnings: NonNullable<Wall['warnings']> }) => (
  <section className="zy-wall-warnings" aria-label="预警">
    <h2>
      预警
      <small>
        今日 {countText(warnings.today)} 条，未处理完 {countText(warnings.waiting)} 条
      </small>
    </h2>
    {warnings.rows.length === 0 && <p>没有未处理完的预警</p>}
    <ul>
      {warnings.rows.map(({ id, type, level, title, at }) => (
        <li key={id}>
          <i className={`zy-wall-level-${level}`} aria-label={RiskLevel.label(level)}>
            {marks[level as keyof typeof marks] ?? '●'}
          </i>
          <b>{RiskType.label(type)}</b>
          <time>{at.slice(5, 16)}</time>
          <span>{title}</span>
        </li>
      ))}
    </ul>
  </section>
);

const saidOf = ({ verdict, nth }: FootRow): string =>
  verdict === 'FIRST' ? '首次查询' : nth !== null && nth > 1 ? `第 ${countText(nth)} 次查询` : Verdict.label(verdict);

/** The last scans: the city alone, never a person or a code. A new one slides in. */
export const Foot = ({ rows }: { rows: readonly FootRow[] }) => (
  <footer className="zy-wall-foot" aria-label="刚刚">
    <b>刚刚</b>
    {rows.length === 0 && <p>今日还没有扫码</p>}
    {rows.map((row) => (
      <p key={row.id}>
        <span>
          <time>{row.at.slice(11, 16)}</time>
          {[
            row.province === row.city
              ? ''
              : row.province.replace(/(?:壮族自治区|回族自治区|维吾尔自治区|自治区|特别行政区|省)$/, ''),
            row.city,
          ]
            .filter(Boolean)
            .join(' ') || '未知地区'}
        </span>
        <span>
          {row.product || '未绑定产品'}，
          <em className={row.verdict === 'FIRST' ? 'zy-wall-up' : 'zy-wall-again'}>{saidOf(row)}</em>
        </span>
      </p>
    ))}
  </footer>
);
