import { OpType, TaskPhase } from '@zhuiyuan/contract/codes/state/code-enums';
import { shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { maskPhone } from '@zhuiyuan/contract/kit/phone';
import { firstStepsApi } from '@zhuiyuan/contract/stats/first-steps';
import { homeApi, type Merchant, type MonthRow } from '@zhuiyuan/contract/stats/home';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { App } from '../kit/http/app-context.ts';
import type { Db } from '../kit/db/database.ts';
import type { DB } from '../kit/db/database-types.gen.ts';
import { capped } from '../kit/db/page-keys.ts';
import { live } from '../kit/db/live.ts';
import type { Operator } from '../kit/operator.ts';
import { notFound } from '../kit/refusal.ts';
import { serve } from '../kit/http/serve.ts';
import { readSetting } from '../settings/read-setting.ts';
import { countedScans, rollUpScanDays } from './scan-days.ts';
import { productRank, scanTrend, traceNumbers } from './trace-numbers.ts';
import { productFigures } from './product-figures.ts';
import { findFirstSteps } from './find-first-steps.ts';
import { findTodo } from './find-todo.ts';

/** The first page after sign-in, and a firm's codes by month. Statistics read the tables of every domain and write none. */
export const mountHome = (app: App): void => {
  serve(app, homeApi, {
    merchant: ({ db, operator }) => findMerchant(db, operator),
    trace: ({ db }) => traceNumbers(db),
    todo: ({ db, operator }) => findTodo(db, operator),
    scanTrend: ({ db, input }) => scanTrend(db, input.period),
    productRank: ({ db }) => productRank(db),
    product: ({ db, input }) => productFigures(db, input.id),
    firmMonths: async ({ db, input }) => {
      const firm = await live(db, 'firm').select('id').where('id', '=', input.id).executeTakeFirst();
      if (!firm) throw notFound();
      return firmMonths(db, input.id);
    },
  });
  serve(app, firstStepsApi, { find: ({ db, operator }) => findFirstSteps(db, operator) });
  app.jobs.work('scan-days', () => rollUpScanDays(app.background.db), { cron: '* * * * *' });
};

/** How many there are; {@link countLimit} + 1 where there are more, as in lists, so that it does not get slower with the table. */
const countUpTo = <TB extends keyof DB>(rows: SelectQueryBuilder<DB, TB, object>) =>
  sql<number>`(select count(*) from ${capped(rows)} as rows)`;

const findMerchant = async (db: Db, operator: Operator): Promise<Merchant> => {
  const counts = await db
    .selectNoFrom((row) => [
      countUpTo(live(row, 'product')).as('productNum'),
      countUpTo(live(row, 'lot')).as('lotNum'),
      countUpTo(live(row, 'firm')).as('firmNum'),
      live(row, 'firm')
        .select(sql<number>`coalesce(sum(code_used), 0)::bigint`.as('n'))
        .$asScalar()
        .$notNull()
        .as('codeUsed'),
      sql<string>`now()`.as('serverTime'),
    ])
    .executeTakeFirstOrThrow();
  if (operator.firmId === null)
    return {
      ...counts,
      logo: '',
      name: await readSetting(db, 'site_name'),
      contact: '',
      phone: '',
      address: '',
      validEnd: null,
      codeQuota: null,
    };
  const firm = await db
    .selectFrom('firm')
    .select(['logo', 'name', 'contact', 'phone', 'address', 'validTo as validEnd', 'codeQuota'])
    .where('id', '=', operator.firmId)
    .executeTakeFirstOrThrow();
  return { ...counts, ...firm, phone: maskPhone(firm.phone), firmNum: null };
};

const shownMonths = 12;

/** The months that end with a day's, oldest first, as `yyyy-MM`. */
const monthsUntil = (day: string): string[] => {
  const [year, month] = day.split('-').map(Number) as [number, number];
  return Array.from({ length: shownMonths }, (_, at) =>
    new Date(Date.UTC(year, month - shownMonths + at, 1)).toISOString().slice(0, 7),
  );
};

/** Codes issued, activated and scanned in each of the last twelve months. */
const firmMonths = async (db: Db, firmId: number): Promise<MonthRow[]> => {
  const today = shanghaiToday();
  const months = monthsUntil(today);
  const start = `${months[0]}-01`;
  const from = sql<string>`${start}::timestamptz`;
  const month = (column: string) => sql<string>`to_char(${sql.ref(column)}, 'YYYY-MM')`.as('month');
  const [issued, activated, scanned] = await Promise.all([
    db
      .selectFrom('task')
      .where('firmId', '=', firmId)
      .where('createdAt', '>=', from)
      .where('phase', '<>', TaskPhase.cancelled)
      .select([month('createdAt'), sql<number>`sum(item_count + box_count + case_count)::bigint`.as('n')])
      .groupBy('month')
      .execute(),
    db
      .selectFrom('codeOp')
      .where('firmId', '=', firmId)
      .where('createdAt', '>=', from)
      .where('opType', '=', OpType.activate)
      .where('reversedBy', 'is', null)
      .select([month('createdAt'), sql<number>`coalesce(sum((result ->> 'ok')::bigint), 0)::bigint`.as('n')])
      .groupBy('month')
      .execute(),
    db
      .selectFrom(countedScans(db, { start, end: today }).as('counted'))
      .where('firmId', '=', firmId)
      .select([sql<string>`left(day, 7)`.as('month'), sql<number>`sum(scans)::bigint`.as('n')])
      .groupBy('month')
      .execute(),
  ]);
  const inMonth = (rows: { month: string; n: number }[], at: string) => rows.find((row) => row.month === at)?.n ?? 0;
  return months.map((each) => ({
    month: each,
    codeNum: inMonth(issued, each),
    activeNum: inMonth(activated, each),
    scanNum: inMonth(scanned, each),
  }));
};
