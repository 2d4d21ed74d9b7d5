import { Tooltip } from 'antd';
import CircleQuestionMark from 'icon:circle-question-mark';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { changeOf, type Change } from '../format/change.ts';
import './stat.css';

/** An arrow with its size: the arrow says the direction, the colour whether that is good. */
export const Delta = ({ change, better = 'up' }: { change: Change; better?: 'up' | 'down' | 'neither' }) => {
  const tone =
    change.direction === 'same' || better === 'neither' ? 'same' : change.direction === better ? 'good' : 'bad';
  return <span className={`zy-delta zy-delta-${tone}`}>{change.text}</span>;
};

/** One number of a KPI strip: label, value and unit, the period before and the change. Red only when it is an alarm. */
export const StatCard = ({
  label,
  value,
  unit,
  hint,
  note,
  beforeLabel = '昨日',
  before,
  change,
  better,
  isAlarm = false,
  to,
}: {
  label: string;
  /** Already written: `12,846`, `68.4`. */
  value: string;
  unit?: string;
  hint?: string;
  /** What the value is, in place of the period before. */
  note?: string;
  beforeLabel?: string;
  before?: string;
  change?: Change;
  better?: 'up' | 'down' | 'neither';
  isAlarm?: boolean;
  /** Where the rows behind it stand. */
  to?: string;
}) => (
  <div className="zy-stat">
    <dt>
      {label}
      {hint && (
        <Tooltip title={hint}>
          <CircleQuestionMark size={14} strokeWidth={1.6} tabIndex={0} aria-label={hint} />
        </Tooltip>
      )}
    </dt>
    <dd className={isAlarm ? 'zy-stat-value zy-stat-alarm' : 'zy-stat-value'}>
      {to ? (
        <Link to={to} aria-label={`${label} ${value}${unit ?? ''}，查看明细`}>
          {value}
        </Link>
      ) : (
        value
      )}
      {unit && <small>{unit}</small>}
    </dd>
    {note && <dd className="zy-stat-before">{note}</dd>}
    {(before !== undefined || change) && (
      <dd className="zy-stat-before">
        {before !== undefined && (
          <span>
            {beforeLabel} {before}
          </span>
        )}
        {change && <Delta change={change} better={better} />}
      </dd>
    )}
  </div>
);

/** Four to six numbers in one sheet, cut by hairlines; two columns on phones. */
export const StatStrip = ({ children, label = '概况' }: { children: ReactNode; label?: string }) => (
  <dl className="sheet zy-stats" aria-label={label}>
    {children}
  </dl>
);

/** One row of a ranking. */
export interface Ranked {
  name: string;
  value: number;
  before?: number;
  /** Where the rows behind it stand. */
  to?: string;
}

/** A ranking: the top three bars full, the rest pale. */
export const RankBars = ({
  rows,
  write,
  better,
}: {
  rows: readonly Ranked[];
  write: (value: number) => string;
  /** Which direction of a change is good. */
  better?: 'up' | 'down' | 'neither';
}) => {
  const most = Math.max(1, ...rows.map((row) => row.value));
  const isCompared = rows.some(({ before }) => before !== undefined);
  return (
    <ol className={isCompared ? 'zy-ranks' : 'zy-ranks zy-ranks-plain'}>
      {rows.map((row, at) => (
        <li key={`${row.name} ${row.to}`} className={at < 3 ? 'zy-rank-top' : undefined}>
          <i>{at + 1}</i>
          <span className="zy-rank-name" title={row.name}>
            {row.to ? (
              <Link className="zy-link" to={row.to}>
                {row.name}
              </Link>
            ) : (
              row.name
            )}
          </span>
          <span className="zy-rank-bar" aria-hidden="true">
            <b style={{ width: `${(row.value / most) * 100}%` }} />
          </span>
          <span className="zy-rank-value">{write(row.value)}</span>
          {row.before !== undefined && <Delta change={changeOf(row.value, row.before)} better={better} />}
        </li>
      ))}
    </ol>
  );
};
