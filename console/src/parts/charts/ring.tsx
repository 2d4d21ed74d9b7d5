import { Link } from 'react-router';
import { useChartColors } from './chart-colors.ts';
import { countText, percentText } from '../format/numbers.ts';
import './chart.css';

const radius = 56;
const around = 2 * Math.PI * radius;

/** Parts of a whole, five at most: the rest is 其他. The total stands in the hole; a part leads to the rows behind it. */
export const Ring = ({
  parts,
  unit,
  write = countText,
}: {
  parts: readonly { name: string; value: number; to?: string }[];
  unit: string;
  write?: (value: number) => string;
}) => {
  const { categorical, rest: restColor } = useChartColors();
  const sorted = parts.toSorted((a, b) => b.value - a.value);
  const rest = sorted.slice(5).reduce((sum, part) => sum + part.value, 0);
  const shownParts = [
    ...sorted.slice(0, 5).map((part, at) => ({ ...part, color: categorical[at] ?? restColor })),
    ...(rest > 0 ? [{ name: '其他', value: rest, color: restColor, to: undefined }] : []),
  ];
  const total = shownParts.reduce((sum, part) => sum + part.value, 0);
  let from = 0;
  return (
    <div className="zy-ring">
      <svg viewBox="0 0 144 144" width="144" height="144" aria-hidden="true">
        <circle cx="72" cy="72" r={radius} fill="none" stroke="var(--zy-fill)" strokeWidth="18" />
        {shownParts.map((part) => {
          const share = total ? part.value / total : 0;
          const arc = (
            <circle
              key={`${part.name} ${part.to}`}
              cx="72"
              cy="72"
              r={radius}
              fill="none"
              stroke={part.color}
              strokeWidth="18"
              strokeDasharray={`${Math.max(0, share * around - 1.5)} ${around}`}
              strokeDashoffset={-from * around}
              transform="rotate(-90 72 72)"
            />
          );
          from += share;
          return arc;
        })}
        <text x="72" y="72" textAnchor="middle" fontSize="18" fontWeight="600" fill="var(--zy-ink)">
          {write(total)}
        </text>
        <text x="72" y="90" textAnchor="middle" fontSize="12" fill="var(--zy-ink-3)">
          {unit}
        </text>
      </svg>
      <ul className="zy-ring-parts">
        {shownParts.map((part) => (
          <li key={`${part.name} ${part.to}`}>
            <i style={{ background: part.color }} />
            {part.to ? (
              <Link className="zy-link" to={part.to}>
                {part.name}
              </Link>
            ) : (
              part.name
            )}
            <b>{write(part.value)}</b>
            <small>{percentText(total ? part.value / total : 0)}</small>
          </li>
        ))}
      </ul>
    </div>
  );
};
