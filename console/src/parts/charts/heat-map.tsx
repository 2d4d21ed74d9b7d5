import { Tooltip } from 'antd';
import './chart.css';

const weekDays = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'];
const hours = Array.from({ length: 24 }, (_, hour) => hour);
const levels = 6;
/** Every third hour is named. */
const labelled = 3;

/** From pale to full: where the values above begin to be counted as more. */
const levelOf = (value: number, most: number): number =>
  value <= 0 ? 0 : Math.max(1, Math.ceil((value / Math.max(1, most)) * levels));

/** How the shades of {@link HeatMap} are read. */
export const HeatLegend = () => (
  <span className="zy-heat-legend" aria-hidden="true">
    少
    {Array.from({ length: levels }, (_, at) => (
      <i key={at} className={`zy-heat-${at + 1}`} />
    ))}
    多
  </span>
);

/** The hours of the week by how much happened in them: 168 values, Monday first. */
export const HeatMap = ({
  values,
  write,
  label,
}: {
  values: readonly (number | null)[];
  write: (value: number) => string;
  label: string;
}) => {
  const most = Math.max(0, ...values.map((value) => value ?? 0));
  return (
    <div className="zy-heat" tabIndex={0} role="region" aria-label={label}>
      <table role="img" aria-label={label}>
        <tbody>
          {weekDays.map((weekDay, at) => (
            <tr key={weekDay}>
              <th scope="row">{weekDay}</th>
              {hours.map((hour) => {
                const value = values[at * 24 + hour] ?? 0;
                return (
                  <Tooltip key={hour} title={`${weekDay} ${hour} 时　${write(value)}`} mouseEnterDelay={0}>
                    <td className={`zy-heat-${levelOf(value, most)}`} />
                  </Tooltip>
                );
              })}
            </tr>
          ))}
          <tr>
            <th />
            {hours
              .filter((hour) => hour % labelled === 0)
              .map((hour) => (
                <th key={hour} colSpan={labelled}>
                  {hour} 时
                </th>
              ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
};

/** The fullest hour in words: 周日 19 时. */
export const hottestOf = (values: readonly (number | null)[]): { name: string; value: number } | undefined => {
  const most = Math.max(0, ...values.map((value) => value ?? 0));
  const at = values.findIndex((value) => value === most);
  return most > 0 ? { name: `${weekDays[Math.floor(at / 24)]} ${at % 24} 时`, value: most } : undefined;
};
