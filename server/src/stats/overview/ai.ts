import { ActivityStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { aiApi, aiScreen, todayScreen } from '@zhuiyuan/contract/stats/overview/ai';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import type { App } from '../../kit/http/app-context.ts';
import { serve } from '../../kit/http/serve.ts';
import { maskConsumer } from '../../member/mask-consumer.ts';
import { countLotteryTodo, toNumbers } from '../find-lottery-todo.ts';
import { readBases } from '../read/read-bases.ts';
import { readAsOf } from '../read/span.ts';
import { ask, firmsOf } from '../screens/ask.ts';
import { summarise } from '../screens/summary.ts';
import { chart } from '../screens/trend.ts';
import { findAdvice } from './advice.ts';
import { rank, rankPlaces } from '../read/ranked.ts';

const topLength = 10;
const shownWins = 20;
const [endingDays, shownEnding] = [7, 10];

/** 营销概览: what a firm's campaigns bring, read from the figures; what waits, and what was won just now, from the facts. */
export const mountAi = (app: App): void => {
  serve(app, aiApi, {
    overview: async ({ input, operator }) => summarise(await ask(app.db, operator, aiScreen, input)),

    today: async ({ operator }) => summarise(await ask(app.db, operator, todayScreen, { dateLimit: 'today' })),

    trend: async ({ input, operator }) => chart(await ask(app.db, operator, aiScreen, input), input.groupBy),

    map: async ({ input, operator }) =>
      rankPlaces(app.db, await ask(app.db, operator, aiScreen, input), input.metric, input.province),

    funnel: async ({ input, operator }) => {
      const { firms, time } = await ask(app.db, operator, aiScreen, input);
      const { range: span, asOf } = time;
      const sums =
        (
          await readBases(app.db, { firms, span, asOf, place: { dim: 'firm', id: 0 }, by: 'all' }, [
            'activated',
            'scan_first',
            'draw_cnt',
            'win_cnt',
            'claim_cnt',
          ])
        ).get(0) ?? {};
      return {
        activated: sums.activated ?? 0,
        scanFirst: sums.scan_first ?? 0,
        drawCnt: sums.draw_cnt ?? 0,
        winCnt: sums.win_cnt ?? 0,
        claimCnt: sums.claim_cnt ?? 0,
      };
    },

    top: async ({ input, operator }) => {
      const question = await ask(app.db, operator, aiScreen, input);
      return (await rank(app.db, question, { dim: input.kind, code: input.metric, most: topLength })).rows;
    },

    todo: async ({ db, operator }) => ({
      todo: await toNumbers(countLotteryTodo(db, operator)),
      ending: await findEnding(db),
    }),

    advice: async ({ input, operator }) => findAdvice(app.db, firmsOf(operator, input.firmId), await readAsOf(app.db)),

    ticker: ({ input, db }) => findWins(db, input.firmId),
  });
};

const findEnding = (db: Db) =>
  live(db, 'activity')
    .select(['id', 'actName as name'])
    .select((row) => row.ref('endAt').$notNull().as('endAt'))
    .where('status', 'in', [sql.lit(ActivityStatus.running), sql.lit(ActivityStatus.paused)])
    .where(sql<boolean>`end_at between now() and now() + make_interval(days => ${sql.lit(endingDays)})`)
    .orderBy('endAt')
    .orderBy('id')
    .limit(shownEnding)
    .execute();

const findWins = async (db: Db, firmId: number | undefined) => {
  const rows = await db
    .selectFrom('claim')
    .innerJoin('draw', 'draw.id', 'claim.drawId')
    .innerJoin('activity', 'activity.id', 'claim.activityId')
    .innerJoin('tier', 'tier.id', 'claim.tierId')
    .innerJoin('member', 'member.id', 'claim.uid')
    .leftJoin('city', (join) => join.on(sql<boolean>`city.id = coalesce(draw.city, draw.province)::int`))
    .select([
      'claim.drawId as id',
      'claim.activityId',
      'activity.actName',
      'tier.prizeName',
      'claim.prizeType',
      'claim.amount',
      'claim.uid',
      'member.nickName',
      sql<string>`coalesce(city.name, '')`.as('city'),
      'draw.drawnAt as at',
    ])
    .$if(firmId !== undefined, (all) => all.where('claim.firmId', '=', firmId!))
    .orderBy('claim.drawId', 'desc')
    .limit(shownWins)
    .execute();
  return rows.map(({ uid, nickName, ...row }) => ({ ...row, consumer: maskConsumer({ nickName, uid }) }));
};
