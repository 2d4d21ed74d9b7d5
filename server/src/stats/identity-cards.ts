import { Holder, Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { addDays, readDateLimit, shanghaiToday, type DayRange } from '@zhuiyuan/contract/kit/date-limit';
import type { CardNumber, Funnel, IdentityCards, LifeTrend } from '@zhuiyuan/contract/stats/identity-home';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { live } from '../kit/db/live.ts';
import { countedScans, scanVerdicts } from './scan-days.ts';

const cancelled = 6;
const [activation, undone] = [1, 16];
const doubtful = `'OVER', 'VOID', 'INVALID', 'PIN_WRONG'`;
/** Before anything of ours happened. */
const always: DayRange = { start: '2000-01-01', end: '9999-01-01' };

/** The days a `dateLimit` speaks of; all days without one. */
export const toDays = (limit: string | undefined): DayRange => {
  const range = limit ? readDateLimit(limit) : undefined;
  return range ? { start: range.start.slice(0, 10), end: range.end.slice(0, 10) } : always;
};

const none: CardNumber = { today: 0, yesterday: 0, total: 0 };

/** A card from the rows that have a day: three sums of one expression. */
const card = (value: string, day: string, { start, end }: DayRange, today: string) => {
  const at = sql.raw(day);
  const sum = (condition: RawBuilder<unknown>) =>
    sql`coalesce(sum(${sql.raw(value)}) filter (where ${condition}), 0)::bigint`;
  return sql<CardNumber>`json_build_object(
    'today', ${sum(sql`${at} = ${today}::date`)},
    'yesterday', ${sum(sql`${at} = ${today}::date - 1`)},
    'total', ${sum(sql`${at} between ${start}::date and ${end}::date`)})`;
};

/** The numbers at the head of 标识首页, `total` within the given days. */
export const identityCards = async (db: Db, range: DayRange): Promise<IdentityCards> => {
  const today = shanghaiToday();
  const yesterday = addDays(today, -1);
  // Today and yesterday are asked for whatever the range is.
  const read: DayRange = {
    start: range.start < yesterday ? range.start : yesterday,
    end: range.end > today ? range.end : today,
  };
  const codes = 'case obj_kind when 3 then upper(span) - lower(span) else 1 end';
  const [issued, ops, moved, scans, registered, quota] = await Promise.all([
    db
      .selectFrom('task')
      .where('phase', '<>', cancelled)
      .select(card('item_count + box_count + case_count', 'created_at::date', range, today).as('codeNum'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('codeOp')
      .where('opType', 'in', [activation, undone] as number[])
      .select(['opType', card(`coalesce((result ->> 'ok')::bigint, ok_cnt)`, 'created_at::date', range, today).as('n')])
      .groupBy('opType')
      .execute(),
    db
      .selectFrom('moveDay')
      .where('day', '>=', read.start)
      .where('day', '<=', read.end)
      .select([
        card('pack_qty', 'day', range, today).as('packNum'),
        card('ship_qty', 'day', range, today).as('shipNum'),
        card('sign_qty', 'day', range, today).as('signNum'),
      ])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom(scanVerdicts(db, read).as('seen'))
      .select([
        card('counted', 'day::date', range, today).as('scanNum'),
        card(`case verdict when 'FIRST' then counted end`, 'day::date', range, today).as('firstNum'),
        card(`case when verdict in (${doubtful}) then scans end`, 'day::date', range, today).as('doubtNum'),
      ])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('registration')
      .where('registeredAt', 'is not', null)
      .select([
        card(codes, 'registered_at::date', range, today).as('regNum'),
        card(`case status when 2 then ${codes} end`, 'parsed_at::date', range, today).as('parseNum'),
      ])
      .executeTakeFirstOrThrow(),
    live(db, 'firm')
      .select([
        sql<number>`coalesce(sum(code_quota - code_used), 0)::bigint`.as('left'),
        sql<boolean>`coalesce(bool_or(code_quota is null), false)`.as('isUnlimited'),
      ])
      .executeTakeFirstOrThrow(),
  ]);
  const toCard = (type: number): CardNumber => ops.find(({ opType }) => opType === type)?.n ?? none;
  const [activated, takenBack] = [toCard(activation), toCard(undone)];
  return {
    ...issued,
    activeNum: {
      today: activated.today - takenBack.today,
      yesterday: activated.yesterday - takenBack.yesterday,
      total: activated.total - takenBack.total,
    },
    ...moved,
    ...scans,
    ...registered,
    quotaLeft: quota.isUnlimited ? null : quota.left,
  };
};

/** How far the codes of products have come: those of their segments, then what was packed, left the firm and was signed for by its customers. */
export const lifeFunnel = async (db: Db): Promise<Funnel> => {
  const left = sql`from_kind = ${sql.lit(Holder.firm)}`;
  const [counters, moved] = await Promise.all([
    db
      .selectFrom('segment')
      .innerJoin('task', 'task.id', 'segment.taskId')
      .where('segment.level', '=', Level.item)
      .where('task.phase', '<>', cancelled)
      .select(
        (['count', 'activeCnt', 'scanCnt'] as const).map((column) =>
          sql<number>`coalesce(sum(${sql.ref(`segment.${column}`)}), 0)::bigint`.as(column),
        ),
      )
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('moveDay')
      .select([
        sql<number>`coalesce(sum(pack_qty), 0)::bigint`.as('packNum'),
        sql<number>`coalesce(sum(ship_qty) filter (where ${left}), 0)::bigint`.as('shipNum'),
        sql<number>`coalesce(sum(sign_qty) filter (where ${left}), 0)::bigint`.as('signNum'),
      ])
      .executeTakeFirstOrThrow(),
  ]);
  return { codeNum: counters.count, activeNum: counters.activeCnt, ...moved, firstNum: counters.scanCnt };
};

/** Most days a trend shows. */
const longestTrend = 366;

/** Codes activated and scans counted, day by day. */
export const lifeTrend = async (db: Db, limit: string | undefined): Promise<LifeTrend> => {
  const today = shanghaiToday();
  const askedDays = limit ? toDays(limit) : { start: addDays(today, -29), end: today };
  const end = askedDays.end < today ? askedDays.end : today;
  const earliest = addDays(end, 1 - longestTrend);
  const start = askedDays.start > earliest ? askedDays.start : earliest;
  const labels: string[] = [];
  for (let day = start; day <= end; day = addDays(day, 1)) labels.push(day);
  const [activated, scanned] = await Promise.all([
    db
      .selectFrom('codeOp')
      .where('opType', 'in', [activation, undone] as number[])
      .where('createdAt', '>=', sql<string>`${start}::timestamptz`)
      .where('createdAt', '<', sql<string>`${end}::timestamptz + interval '1 day'`)
      .select([
        sql<string>`created_at::date::text`.as('day'),
        sql<number>`sum(case op_type when ${sql.lit(activation)} then 1 else -1 end * coalesce((result ->> 'ok')::bigint, ok_cnt))::bigint`.as(
          'n',
        ),
      ])
      .groupBy('day')
      .execute(),
    db
      .selectFrom(countedScans(db, { start, end }).as('counted'))
      .select(['day', sql<number>`sum(scans)::bigint`.as('n')])
      .groupBy('day')
      .execute(),
  ]);
  const byDay = (rows: { day: string; n: number }[]): number[] => {
    const known = new Map(rows.map(({ day, n }) => [day, n]));
    return labels.map((day) => known.get(day) ?? 0);
  };
  return { labels, active: byDay(activated), scans: byDay(scanned) };
};
