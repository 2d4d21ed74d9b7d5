import { RiskLevel, RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import type { App } from '../../kit/http/app-context.ts';
import { raiseRisk } from '../../scan/log/raise-risk.ts';
import { awaitsDemo } from '../../settings/demo-state.ts';
import { advanceFigures } from './advance-figures.ts';
import { closeDays, findFigureFaults } from './check-figures.ts';
import { tellHabits } from './habits.ts';
import { fillRecency } from './fill-recency.ts';

/** Holds the figures of each day against the facts; what differs is logged and becomes a warning of its firm. */
export const warnOfFigures = async ({ db, log }: Pick<App, 'db' | 'log'>): Promise<void> => {
  const warned = new Set<number>();
  for (const fault of await findFigureFaults(db)) {
    log.error({ ...fault }, 'figures are not what the facts say');
    if (warned.has(fault.firmId)) continue;
    warned.add(fault.firmId);
    await raiseRisk(db, {
      firmId: fault.firmId,
      type: RiskType.budget,
      level: RiskLevel.severe,
      key: 'figures',
      title: `统计数据核对不一致：${fault.day}`,
      detail: { detail: fault.detail },
    });
  }
};

/** Before the demonstration is there nothing is told: days that are quiet by then are added together, others move line by line. */
const advance = async (db: App['db']): Promise<void> => {
  if (!(await awaitsDemo(db))) await advanceFigures(db);
};

/** The background work on figures: the open day every minute, yesterday anew at 00:45, when its people came and their habits after it, and a look at all of them. */
export const runFigures = ({ background, jobs }: App): void => {
  const { db } = background;
  jobs.work('stat-advance', () => advance(db), { cron: '* * * * *', expireInSeconds: 3600 });
  jobs.work('stat-close', () => closeDays(db), { cron: '45 0 * * *', expireInSeconds: 3600 });
  jobs.work('stat-habits', () => tellHabits(db), { cron: '55 * * * *', expireInSeconds: 3600 });
  jobs.work('stat-coming', () => fillRecency(db), { cron: '50 * * * *', expireInSeconds: 3600 });
  jobs.work('stat-check', () => warnOfFigures(background), { cron: '50 2 * * *', expireInSeconds: 3600 });
  // Beside the first calls: after a long pause there may be much to add.
  jobs.work(
    'stat-start',
    async () => {
      await advance(db);
      await tellHabits(db);
    },
    { isFirst: true, expireInSeconds: 3600 },
  );
};
