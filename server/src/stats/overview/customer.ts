import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { customerOverviewApi, customerScreen, type TopConsumer } from '@zhuiyuan/contract/stats/overview/customer';
import { overviewMetrics } from '@zhuiyuan/contract/stats/overview/overview-metrics';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import type { App } from '../../kit/http/app-context.ts';
import { serve } from '../../kit/http/serve.ts';
import { maskConsumer } from '../../member/mask-consumer.ts';
import type { Firms } from '../read/question.ts';
import { readBases } from '../read/read-bases.ts';
import { ask, firmsOf } from '../screens/ask.ts';
import { summarise } from '../screens/summary.ts';
import { chart } from '../screens/trend.ts';
import { countListed, isIn, toFirms } from './beside-figures.ts';
import type { StatTime } from '../read/span.ts';
import { rankPlaces } from '../read/ranked.ts';
import { readHabits } from './read-habits.ts';

const topLength = 20;
const people = ['scan_uv', 'part_uv', 'draw_uv', 'win_uv', 'claim_uv'] as const;

/** 客户概览: who the shoppers of a firm are, and how far they go. */
export const mountCustomerOverview = (app: App): void => {
  serve(app, customerOverviewApi, {
    overview: async ({ input, operator }) => {
      const question = await ask(app.db, operator, customerScreen, input);
      const summary = await summarise(question);
      const { label, unit } = overviewMetrics.blackCnt;
      const listed = await countListed(app.db, question.firms);
      return {
        ...summary,
        cards: [...summary.cards, { code: 'blackCnt', label, unit, value: listed, prev: null, ratio: null }],
      };
    },

    trend: async ({ input, operator }) => chart(await ask(app.db, operator, customerScreen, input), input.groupBy),

    funnel: async ({ input, operator }) => {
      const { firms, time } = await ask(app.db, operator, customerScreen, input);
      const { range: span, asOf } = time;
      const asked = { firms, span, asOf, place: { dim: 'firm', id: 0 }, by: 'all' } as const;
      const sums = (await readBases(app.db, asked, people)).get(0) ?? {};
      const of = (base: (typeof people)[number]) => sums[base] ?? 0;
      return {
        scan: of('scan_uv'),
        part: of('part_uv'),
        draw: of('draw_uv'),
        win: of('win_uv'),
        claim: of('claim_uv'),
      };
    },

    region: async ({ input, operator }) =>
      rankPlaces(app.db, await ask(app.db, operator, customerScreen, input), 'scanUv', input.province),

    source: ({ input, operator }) => countSources(app.db, firmsOf(operator, input.firmId)),

    habits: ({ input, operator }) => readHabits(app.db, firmsOf(operator, input.firmId)),

    top: async ({ input, operator }) => {
      const { firms, time } = await ask(app.db, operator, customerScreen, input);
      return findTop(app.db, firms, time);
    },
  });
};

/** Consumers that are known to an app of their firm's merchants, and the others. */
const countSources = async (db: Db, firms: Firms) => {
  const { rows } = await sql<{ total: number; wechat: number }>`
    select (select count(*) from member where firm_id = any (${toFirms(firms)})) as total, (
      select count(distinct m.id) from merchant mch join account_open_id o on o.app_id = mch.appid
      join member m on m.account_id = o.account_id and m.firm_id = mch.firm_id
      where mch.firm_id = any (${toFirms(firms)}) and mch.appid <> '') as wechat`.execute(db);
  const { total, wechat } = rows[0]!;
  return [
    { source: 'wechat' as const, count: wechat },
    { source: 'h5' as const, count: total - wechat },
  ].filter(({ count }) => count > 0);
};

/** Those who scanned most: of all time by what is kept of each of them, of a range by their scans in it. */
const findTop = async (db: Db, firms: Firms, { range, asOf }: StatTime): Promise<TopConsumer[]> => {
  const found =
    range.start === null
      ? sql`select id as uid, scan_cnt as scans from consumer_count
          where firm_id = any (${toFirms(firms)}) and scan_cnt > 0 order by scan_cnt desc, id limit ${sql.lit(topLength)}`
      : sql`select uid, count(*) as scans from scan_log
          where firm_id = any (${toFirms(firms)}) and is_counted and uid is not null and ${isIn(sql`at`, range, asOf)}
          group by uid order by scans desc, uid limit ${sql.lit(topLength)}`;
  const { rows } = await sql<Omit<TopConsumer, 'consumer'> & { nickName: string }>`
    select member.id, member.nick_name, top.scans, won.wins, won.win_amount
    from (${found}) top join member on member.id = top.uid
    cross join lateral (
      select count(*) filter (where prize_type <> ${sql.lit(PrizeType.none)}) as wins,
        coalesce(sum(amount) filter (where prize_type = ${sql.lit(PrizeType.cash)}), 0)::bigint as win_amount
      from draw where draw.firm_id = member.firm_id and draw.uid = member.id and ${isIn(sql`drawn_at`, range, asOf)}
    ) won
    order by top.scans desc, member.id`.execute(db);
  return rows.map(({ nickName, ...row }) => ({ ...row, consumer: maskConsumer({ nickName, uid: row.id }) }));
};
