import { statApis, wholeTime } from '@zhuiyuan/contract/stats/screens/stat-api';
import { statScreens, type StatName } from '@zhuiyuan/contract/stats/screens/stat-screens';
import type { StatScreen } from '@zhuiyuan/contract/stats/screens/stat-screen';
import { useRead } from '../../../lib/use-read.ts';
import { PeriodBar } from '../../../parts/charts/period-bar.tsx';
import { BlockFailed } from '../../../parts/feedback/block-failed.tsx';
import { rangeText } from '../../../parts/format/periods.ts';
import { timeText } from '../../../parts/format/times.ts';
import { ExportButton } from '../../../parts/list/export-button.tsx';
import { DimFilters } from './dim-filters.tsx';
import { StatCards } from './stat-cards.tsx';
import { StatChart } from './stat-chart.tsx';
import { StatTable } from './stat-table.tsx';
import { groupsOf, isTold, useStatInput } from './use-stat-input.ts';
import './board.css';

const everyMs = 60_000;

/** A statistics screen: what it shows stands in the contract, all of them are this one frame. */
const StatBoard = ({ name }: { name: StatName }) => {
  const [input, table, put] = useStatInput(name);
  const api = statApis[name];
  const screen: StatScreen = statScreens[name];
  const { data, error, refetch } = useRead(api.summary, input, { every: everyMs, keeps: true });
  const groups = groupsOf(screen, input.dim);
  const groupBy = groups.includes(table.groupBy) ? table.groupBy : groups[0]!;
  const compared = data?.before?.start ? `对比 ${rangeText({ start: data.before.start, end: data.before.end })}` : '';
  return (
    <div className="zy-stats-board">
      <PeriodBar
        value={input.dateLimit ?? wholeTime}
        change={(dateLimit) => put({ dateLimit })}
        hasWhole
        compared={compared}
        isCompared={compared !== ''}
        filters={<DimFilters screen={screen} input={input} put={put} />}
      >
        <ExportButton endpoint={api.export} input={{ ...input, groupBy, sort: table.sort, order: table.order }} />
      </PeriodBar>
      {error && !data ? (
        <section className="sheet">
          <BlockFailed error={error} retry={refetch} />
        </section>
      ) : (
        <StatCards cards={data?.cards ?? []} input={input} />
      )}
      <div className="zy-stats-charts">
        {screen.charts
          .filter(({ by }) => isTold(screen, input.dim, by))
          .map((chart) => (
            <div key={chart.title} className={`zy-stats-${chart.kind}`}>
              <StatChart chart={chart} endpoint={api.trend} input={input} />
            </div>
          ))}
      </div>
      <StatTable name={name} api={api} input={input} table={{ ...table, groupBy }} groups={groups} put={put} />
      {data && <p className="zy-stats-as-of">数据更新至 {timeText(data.asOf, true)}</p>}
    </div>
  );
};

/** The screen of these statistics. */
export const boardOf = (name: StatName) => {
  const Board = () => <StatBoard name={name} />;
  return Board;
};
