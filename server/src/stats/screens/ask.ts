import type { StatAxis } from '@zhuiyuan/contract/stats/screens/stat-axis';
import type { StatScreen } from '@zhuiyuan/contract/stats/screens/stat-screen';
import type { Db } from '../../kit/db/database.ts';
import type { Operator } from '../../kit/operator.ts';
import { invalid } from '../../kit/refusal.ts';
import type { DimName } from '../figures/dims.ts';
import { allGames } from '../read/layout.ts';
import { firstDay } from '../read/first-day.ts';
import type { OfRow } from '../read/layout.ts';
import type { Firms, Place } from '../read/question.ts';
import type { Asked } from '../read/read-metrics.ts';
import { readAsOf, toStatTime, type StatTime } from '../read/span.ts';

/** What a call asks figures of. */
export interface StatInput {
  firmId?: number;
  dateLimit?: string;
  dim?: StatAxis;
  dimId?: number;
}

/** A call's question, read: whose figures, of when, of which row. */
export interface Question {
  db: Db;
  screen: StatScreen;
  firms: Firms;
  time: StatTime;
  since: string | null;
  of: OfRow | undefined;
  /** What all of it is of. */
  whole: Place;
  now: Asked;
}

/** The firms an operator asks about: his own, for staff of the platform the one that is chosen, or all. */
export const firmsOf = ({ firmId }: Pick<Operator, 'firmId'>, chosen: number | undefined): Firms => {
  if (firmId === null) return chosen === undefined ? 'all' : [chosen];
  return chosen === undefined || chosen === firmId ? [firmId] : [];
};

/** Reads what a call asks. `db` sees all firms: what is asked names them. */
export const ask = async (db: Db, operator: Operator, screen: StatScreen, input: StatInput): Promise<Question> => {
  const firms = firmsOf(operator, input.firmId);
  const time = toStatTime(input.dateLimit, await readAsOf(db));
  if (input.dim && !screen.filters.some(({ dim }) => dim === input.dim)) throw invalid('dim', '不支持该筛选条件');
  const chosen = input.dim && input.dimId !== undefined ? { dim: input.dim as DimName, id: input.dimId } : undefined;
  const of = chosen ?? (screen.isOfGames ? allGames : undefined);
  const since = time.range.start === null ? await firstDay(db, firms) : null;
  return {
    db,
    screen,
    firms,
    time,
    since,
    of,
    whole: of ?? { dim: 'firm', id: 0 },
    now: { firms, span: time.range, asOf: time.asOf, since },
  };
};
