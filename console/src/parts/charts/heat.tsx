import { countText } from '../format/numbers.ts';
import './chart.css';

/** Which of the six steps a value takes, by its share of the largest. */
export const heatStep = (value: number, most: number): 1 | 2 | 3 | 4 | 5 | 6 => {
  if (most <= 0) return 1;
  return Math.min(6, Math.max(1, Math.ceil((value / most) * 6))) as 1 | 2 | 3 | 4 | 5 | 6;
};

/** The six steps between 少 and 多. */
export const HeatLegend = () => (
  <span className="zy-heat-legend" aria-hidden="true">
    少
    {[1, 2, 3, 4, 5, 6].map((step) => (
      <i key={step} className={`zy-heat-${step}`} />
    ))}
    多
  </span>
);

/** A heat map as a real table: a row per label, a cell per column, its number on hover and to screen readers. */
export const HeatMap = ({
  rows,
  columns,
  every = 3,
  caption,
}: {
  rows: readonly { label: string; values: readonly number[] }[];
  columns: readonly string[];
  /** Every which column is named under the map. */
  every?: number;
  caption: string;
}) => {
  const most = Math.max(0, ...rows.flatMap((row) => row.values));
  return (
    <div className="zy-heat" role="region" aria-label={caption} tabIndex={0}>
      <table>
        <caption className="sr-only">{caption}</caption>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label}>
              <th scope="row">{row.label}</th>
              {row.values.map((value, at) => (
                <td
                  key={columns[at]}
                  className={`zy-heat-${heatStep(value, most)}`}
                  title={`${row.label} ${columns[at]}：${countText(value)}`}
                >
                  <span className="sr-only">{countText(value)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th aria-hidden="true" />
            {columns.map((column, at) => (
              <th key={column} scope="col">
                {at % every === 0 ? column : <span className="sr-only">{column}</span>}
              </th>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
};
