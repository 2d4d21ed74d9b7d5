import { shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import type { App } from '../kit/http/app-context.ts';
import { eachByItself } from '../kit/jobs/each-by-itself.ts';
import { lockPoints, movePoints } from './move-points.ts';

/** Takes points whose time is over, each night. */
export const mountExpirePoints = (app: App): void => {
  app.jobs.work('pointsExpire', async () => void (await expirePoints(app.background)), {
    cron: '0 10 0 * * *',
    expireInSeconds: 3600,
  });
};

/** How many people are looked at together, and wait for it. */
const together = 200;

/** The day on which points came, in Shanghai. */
const dayOf = (time: RawBuilder<unknown>) => sql`(${time} at time zone 'Asia/Shanghai')::date`;

/** The last day on which points are good that came on a day. */
const lastDay = (day: RawBuilder<unknown>, months: number) =>
  sql`(${day} + make_interval(months => ${months}::int))::date`;

/** The last day whose points have had their time when `today` begins. */
const findUntilDay = async (db: Db, months: number, today: string): Promise<string> => {
  // A day of a long month ends with the last of a short one, so that days around it are tried.
  const { rows } = await sql<{ untilDay: string }>`
    select to_char(max(day), 'YYYY-MM-DD') as until_day from (
      select ${today}::date - make_interval(months => ${months}::int) - make_interval(days => near) as day from generate_series(-5, 5) near
    ) days where ${lastDay(sql`day::date`, months)} < ${today}::date`.execute(db);
  return rows[0]!.untilDay;
};

/**
 * What is left to each of these people of the points that came until a day, where anything is. The oldest points are spent first, and
 * nobody spends what he has not: so what all he ever spent does not cover is left.
 */
const findOver = async (
  db: Db,
  firmId: number,
  uids: readonly number[],
  untilDay: string,
): Promise<Map<number, number>> => {
  if (uids.length === 0) return new Map();
  const { rows } = await sql<{ uid: number; points: number }>`
    select uid, sum(delta)::bigint as points from point_log
    where firm_id = ${firmId} and uid = any(${[...uids]}::bigint[])
      and (delta < 0 or created_at < (${untilDay}::date + 1)::timestamp at time zone 'Asia/Shanghai')
    group by uid having sum(delta) > 0`.execute(db);
  return new Map(rows.map(({ uid, points }) => [uid, points]));
};

/** The name of what a night takes of somebody: it takes once. */
const nightOf = (uid: number, today: string): string => `${uid} ${today}`;

interface Night {
  firmId: number;
  today: string;
  untilDay: string;
}

/** Takes from these people, in the transaction of `db`, what is over; from whom this night took already, nothing. Answers from how many. */
const expireOf = async (db: Db, { firmId, today, untilDay }: Night, uids: readonly number[]): Promise<number> => {
  const balances = await lockPoints(db, firmId, uids);
  // Read anew behind the lock.
  const over = await findOver(db, firmId, uids, untilDay);
  const taken = await db
    .selectFrom('pointLog')
    .where('source', '=', 'expire')
    .where(
      'sourceId',
      'in',
      uids.map((uid) => nightOf(uid, today)),
    )
    .where('firmId', '=', firmId)
    .select('uid')
    .execute();
  for (const { uid } of taken) over.delete(uid);
  await movePoints(
    db,
    firmId,
    balances,
    [...over].map(([uid, points]) => ({
      firmId,
      uid,
      delta: -points,
      source: 'expire',
      sourceId: nightOf(uid, today),
      title: `${untilDay} 及以前获得的积分到期`,
      untilDay,
    })),
  );
  return over.size;
};

/**
 * Books what is over at the firms that let points expire, one entry for each person and night, however many processes do it at once; what
 * was left by one that died is booked by the next. `today` is the day that begins. Answers from how many people points were taken.
 */
export const expirePoints = async (
  { db, log }: Pick<App, 'db' | 'log'>,
  today: string = shanghaiToday(),
): Promise<number> => {
  const firms = await db
    .selectFrom('consumerConfig')
    .where('pointsMonths', '>', 0)
    .orderBy('firmId')
    .select(['firmId', 'pointsMonths'])
    .execute();
  let count = 0;
  const expireAll = async ({ firmId, pointsMonths }: (typeof firms)[number]): Promise<void> => {
    const night = { firmId, today, untilDay: await findUntilDay(db, pointsMonths, today) };
    for (let after = 0; ;) {
      const people = await db
        .selectFrom('member')
        .where('firmId', '=', firmId)
        .where('id', '>', after)
        .where('points', '>', 0)
        .orderBy('id')
        .limit(together)
        .select('id')
        .execute();
      const due = await findOver(
        db,
        firmId,
        people.map(({ id }) => id),
        night.untilDay,
      );
      if (due.size > 0)
        count += await db.transaction().execute((where) => expireOf(where as Db, night, [...due.keys()]));
      if (people.length < together) return;
      after = people.at(-1)!.id;
    }
  };
  await eachByItself(firms, expireAll, { log, toName: ({ firmId }) => ({ firmId }) });
  return count;
};

/** Points that go next, and the last day on which they are good; a day that is over already is today: they go this night. */
export interface PointsDue {
  points: number;
  day: string;
}

/** What somebody loses next where he spends nothing; null where his firm lets nothing expire, or he has nothing. */
export const findPointsDue = async (db: Db, firmId: number, uid: number): Promise<PointsDue | null> => {
  const config = await db
    .selectFrom('consumerConfig')
    .where('firmId', '=', firmId)
    .where('pointsMonths', '>', 0)
    .select('pointsMonths')
    .executeTakeFirst();
  if (!config) return null;
  const { rows } = await sql<PointsDue>`
    select (came - spent)::bigint as points, to_char(day, 'YYYY-MM-DD') as day from (
      select day, sum(sum(delta)) over (order by day) as came,
        (select coalesce(-sum(delta), 0) from point_log where firm_id = ${firmId} and uid = ${uid} and delta < 0) as spent
      from (
        select delta, greatest(${lastDay(dayOf(sql`created_at`), config.pointsMonths)}, ${shanghaiToday()}::date) as day
        from point_log where firm_id = ${firmId} and uid = ${uid} and delta > 0
      ) lots group by day
    ) sums where came > spent order by day limit 1`.execute(db);
  return rows[0] ?? null;
};
