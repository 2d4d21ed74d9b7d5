import {
  cohortWeeks,
  customerOverviewApi,
  frequencySteps,
  type Habits as Told,
} from '@zhuiyuan/contract/stats/overview/customer';
import type { CSSProperties } from 'react';
import { BlockFailed } from '../../../parts/feedback/block-failed.tsx';
import { useBlock } from '../../../parts/feedback/use-block.ts';
import { countText, percentText } from '../../../parts/format/numbers.ts';
import { Sheet } from '../../../parts/frame/sheet.tsx';
import type { Of } from './use-overview.ts';

/** A step of 扫码频次: 1 个, 2–3 个, 10 个以上. */
const stepText = (at: number): string => {
  const [least, next] = [frequencySteps[at]!, frequencySteps[at + 1]];
  if (next === undefined) return `${least - 1} 个以上`;
  return next - 1 === least ? `${least} 个` : `${least}–${next - 1} 个`;
};

const Frequency = ({ frequency, buyers, again }: Told) => {
  const all = frequency.reduce((sum, n) => sum + n, 0);
  const most = Math.max(1, ...frequency);
  return (
    <>
      <ol className="zy-over-funnel">
        {frequency.map((n, at) => (
          <li key={frequencySteps[at]}>
            <span>{stepText(at)}</span>
            <span className="zy-over-funnel-bar" aria-hidden="true">
              <b style={{ width: `${(n / most) * 100}%` }} />
            </span>
            <strong>{countText(n)}</strong>
            <small>{all > 0 ? percentText(n / all) : '—'}</small>
          </li>
        ))}
      </ol>
      <p className="zy-over-again">
        复购率 <strong>{buyers > 0 ? percentText(again / buyers) : '—'}</strong>
        <span>
          首扫过商品的 {countText(buyers)} 人中，{countText(again)} 人在两天以上有首扫
        </span>
      </p>
    </>
  );
};

const Retention = ({ cohorts }: Told) => (
  <div className="zy-over-kept" role="region" aria-label="留存" tabIndex={0}>
    <table>
      <thead>
        <tr>
          <th scope="col">首次扫码</th>
          <th scope="col">人数</th>
          {Array.from({ length: cohortWeeks - 1 }, (_, nth) => (
            <th key={nth} scope="col">
              {nth + 1} 周后
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cohorts.map(({ week, kept }) => (
          <tr key={week}>
            <th scope="row">{week.slice(5)} 当周</th>
            <td>{countText(kept[0]!)}</td>
            {Array.from({ length: cohortWeeks - 1 }, (_, nth) => {
              const n = kept[nth + 1];
              if (n === undefined) return <td key={nth} />;
              const share = kept[0]! > 0 ? n / kept[0]! : 0;
              return (
                <td key={nth} title={`${countText(n)} 人`} style={{ '--share': share } as CSSProperties}>
                  {kept[0]! > 0 ? percentText(share) : '—'}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** 扫码频次, 复购 and 留存: told as of the end of yesterday, whatever time the page looks at. */
export const Habits = ({ of }: { of: Of }) => {
  const { data, error, refetch } = useBlock(customerOverviewApi.habits, of.firmId ? { firmId: of.firmId } : {});
  const note = error
    ? undefined
    : data === null && <p className="zy-block-note">还没有登录的消费者扫码，这里每晚更新</p>;
  return (
    <div className="zy-over-halves">
      <Sheet title="扫码频次" finding={data && `近 30 天每人扫过的码，截至 ${data.asOf}`} isFlush>
        {error && !data && <BlockFailed error={error} retry={refetch} />}
        {note}
        {data && <Frequency {...data} />}
      </Sheet>
      <Sheet title="留存" finding={data && `首次扫码后各周又来的人，截至 ${data.asOf}`} isFlush>
        {error && !data && <BlockFailed error={error} retry={refetch} />}
        {note}
        {data && <Retention {...data} />}
      </Sheet>
    </div>
  );
};
