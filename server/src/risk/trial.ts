import { randomUUID } from 'node:crypto';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import type { RefusalText } from '@zhuiyuan/contract/kit/codes';
import { TrialState } from '@zhuiyuan/contract/risk/trial';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import type { App } from '../kit/http/app-context.ts';
import { notFound, refuse } from '../kit/refusal.ts';

const triedDays = 7;
const mostMs = 60_000;

/** Seven full days, `yyyy-MM-dd` in Asia/Shanghai: from and to included, and the day after them. */
export interface TriedDays {
  from: string;
  to: string;
  after: string;
}

/** When a day begins. */
export const beginOf = (day: string): RawBuilder<string> => sql<string>`${`${day} 00:00:00+08`}::timestamptz`;

/** A trial that waits in the background. */
interface Begun {
  id: number;
  firmId: number;
  name: string;
}

interface TriedRule<Found> {
  firmId: number;
  isTrying: boolean;
  /** One statement about what is kept of the days; undefined where nothing is kept of what the rule counts. */
  look: ((db: Db, days: TriedDays) => Promise<Found>) | undefined;
}

/** A trial of a rule: none to begin with, then the one by that name. */
export interface TrialOf {
  id: number;
  firmId: number;
  begun: string | undefined;
}

/** Rules of one kind, whose table has a column `trial`. */
interface Kind<Found> {
  job: string;
  refusals: { noHistory: RefusalText; isTrying: RefusalText };
  /** What stands in a trial that found nothing yet. */
  none: Found;
  /** A rule that is not deleted, by its number. */
  find: (db: Db, id: number, options: { isLocked: boolean }) => Promise<TriedRule<Found> | undefined>;
  /** Writes down how far a trial is; `begun`: only where it is this one, the rule not being changed and not tried anew since. */
  keep: (db: Db, rule: TrialOf, trial: RawBuilder<string>) => Promise<void>;
}

/** Whether a rule is being tried; a trial that somebody killed is over after five minutes. */
export const isTrying = (table: string): RawBuilder<boolean> => {
  const trial = sql.ref(`${table}.trial`);
  return sql<boolean>`coalesce(${trial} ->> 'state' = ${sql.lit(TrialState.running)} and (${trial} ->> 'at')::timestamp > now() at time zone 'Asia/Shanghai' - interval '5 minutes', false)`;
};

/** The trial of a rule as it is shown: one that somebody killed did not end in time. */
export const shownTrial = (table: string): RawBuilder<unknown> => {
  const trial = sql.ref(`${table}.trial`);
  return sql<unknown>`case when ${trial} ->> 'state' = ${sql.lit(TrialState.running)} and not ${isTrying(table)}
    then ${trial} || ${JSON.stringify({ state: TrialState.late })}::jsonb else ${trial} end`;
};

/** 试运行 of rules of one kind: asked for by staff, done in the background, at most 60 seconds, with the rule as it is by then. */
export const trialsOf = <Found extends object>({ job, refusals, none, find, keep }: Kind<Found>) => {
  const write = (db: Db, rule: TrialOf, name: string, state: TrialState, { from, to }: TriedDays, found: Found) =>
    keep(
      db,
      rule,
      sql<string>`${JSON.stringify({ name, state, from, to, ...found })}::jsonb || jsonb_build_object('at', to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS'))`,
    );
  const daysNow = (): TriedDays => {
    const after = shanghaiToday();
    return { from: addDays(after, -triedDays), to: addDays(after, -1), after };
  };

  /** Puts a rule to be tried into the background; refused of one without history, and while it is being tried. */
  const begin = async (app: Pick<App, 'jobs'>, db: Db, id: number): Promise<Begun> => {
    const rule = await find(db, id, { isLocked: true });
    if (!rule) throw notFound();
    if (!rule.look) throw refuse(refusals.noHistory);
    if (rule.isTrying) throw refuse(refusals.isTrying);
    const { firmId } = rule;
    const name = randomUUID();
    await write(db, { id, firmId, begun: undefined }, name, TrialState.running, daysNow(), none);
    await app.jobs.send(db, job, { id, firmId, name });
    return { id, firmId, name };
  };

  /** Looks at the seven full days before today as a rule would have; gives up after `most` milliseconds. */
  const run = async (db: Db, { id, firmId, name }: Begun, { most = mostMs }: { most?: number } = {}): Promise<void> => {
    const rule = await find(db, id, { isLocked: false });
    if (!rule?.look || rule.firmId !== firmId) return;
    const { look } = rule;
    const days = daysNow();
    const begun = { id, firmId, begun: name };
    try {
      const found = await db.transaction().execute(async (transaction) => {
        await sql`set local statement_timeout = ${sql.lit(most)}`.execute(transaction);
        return look(transaction as Db, days);
      });
      await write(db, begun, name, TrialState.done, days, found);
    } catch (error) {
      // 57014: the database stopped the statement.
      if ((error as { code?: string }).code !== '57014') throw error;
      await write(db, begun, name, TrialState.late, days, none);
    }
  };

  /** Tries rules one after the other in each process. */
  const mount = (app: App): void => {
    app.jobs.work<Begun>(job, (rule) => run(app.background.db, rule), {
      expireInSeconds: 120,
    });
  };

  return { begin, run, mount };
};
