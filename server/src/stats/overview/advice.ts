import { ActivityStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import { addDays } from '@zhuiyuan/contract/kit/date-limit';
import { fenToYuan, percentText } from '@zhuiyuan/contract/kit/decimal';
import { AdviceKind, type Advice } from '@zhuiyuan/contract/stats/overview/ai';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { Dim, Grain } from '../figures/dims.ts';
import type { Firms } from '../read/question.ts';
import { toFirms } from './beside-figures.ts';
import { rank } from '../read/ranked.ts';

const { lit } = sql;

/** What is said of an activity is said from its last days. */
const days = 7;
/** A budget that lasts less is told of, and a stock that lasts less hours. */
const [shortDays, shortHours] = [7, 48];
/** So much more is won than the odds say, of so many draws at least. */
const [farAbove, leastDraws] = [1.2, 200];
/** Scans that fell by more than this part, of so many at least. */
const [farBelow, leastScans] = [0.3, 50];
const most = 12;

interface Found extends Advice {
  /** The smaller, the more urgent. */
  urgency: number;
}

const running = lit(ActivityStatus.running);
const lastsHours = (hours: number): string => (hours < 1 ? '不到 1 小时' : `约 ${Math.floor(hours)} 小时`);

/** Budgets that are empty, or soon will be at the speed of the last days. */
const findBudgets = async (db: Db, firms: Firms): Promise<Found[]> => {
  const { rows } = await sql<{ id: number; name: string; remain: number; won: number }>`
    select a.id, a.act_name as name, b.remain, coalesce((
      select sum(l.reserved) from fund_ledger l where l.firm_id = a.firm_id and l.activity_id = a.id and l.type = ${lit(LedgerType.reserve)}
        and l.at >= now() - make_interval(days => ${lit(days)})), 0)::bigint as won
    from activity a join activity_budget b on b.firm_id = a.firm_id and b.activity_id = a.id
    where a.firm_id = any (${toFirms(firms)}) and a.is_del = 0 and a.status = ${running} and b.closed_at is null and b.budget > 0`.execute(
    db,
  );
  return rows.flatMap(({ id, name, remain, won }): Found[] => {
    const said = { kind: AdviceKind.budget, activityId: id, province: null };
    if (remain === 0) return [{ ...said, urgency: 0, text: `「${name}」的预算已用完，追加后才能继续发放现金` }];
    const left = won > 0 ? (remain * days) / won : Infinity;
    if (left >= shortDays) return [];
    const when = left < 1 ? '1 天内' : `约 ${Math.floor(left)} 天后`;
    return [
      { ...said, urgency: left * 24, text: `「${name}」的预算剩 ${fenToYuan(remain)} 元，按近 7 天速度${when}用完` },
    ];
  });
};

/** Stocks that are gone, or soon will be at the speed of the last day. */
const findStocks = async (db: Db, firms: Firms): Promise<Found[]> => {
  const { rows } = await sql<{ id: number; name: string; tier: string; remain: number; drawn: number }>`
    select a.id, a.act_name as name, tier.tier_name as tier, tier.remain, (
      select count(*) from draw d where d.activity_id = a.id and d.firm_id = a.firm_id and d.tier_id = tier.id
        and d.drawn_at >= now() - interval '24 hours') as drawn
    from activity a join tier on tier.firm_id = a.firm_id and tier.activity_id = a.id
    where a.firm_id = any (${toFirms(firms)}) and a.is_del = 0 and a.status = ${running} and tier.is_on
      and tier.prize_type <> ${lit(PrizeType.none)} and tier.stock_total > 0`.execute(db);
  return rows.flatMap(({ id, name, tier, remain, drawn }): Found[] => {
    const said = { kind: AdviceKind.stock, activityId: id, province: null };
    if (remain === 0) return [{ ...said, urgency: 1, text: `「${name}」的${tier}已发完` }];
    const hours = drawn > 0 ? (remain * 24) / drawn : Infinity;
    if (hours >= shortHours) return [];
    return [
      {
        ...said,
        urgency: hours,
        text: `「${name}」的${tier}剩 ${remain} 份，按近 24 小时速度${lastsHours(hours)}后发完`,
      },
    ];
  });
};

/** Activities where far more was won than their odds say, while these stood. */
const findWins = async (db: Db, firms: Firms): Promise<Found[]> => {
  const { rows } = await sql<{ id: number; name: string; plan: number; drawn: number; won: number }>`
    select a.id, a.act_name as name, odds.plan, d.drawn, d.won
    from activity a
    cross join lateral (
      select sum(weight) / 1000000.0::float8 as plan from tier
      where tier.firm_id = a.firm_id and tier.activity_id = a.id and tier.prize_type <> ${lit(PrizeType.none)}
    ) odds
    cross join lateral (
      select coalesce(sum(draw_cnt), 0)::bigint as drawn, coalesce(sum(win_cnt), 0)::bigint as won from stat_day
      where stat_day.firm_id = a.firm_id and grain = ${lit(Grain.day)} and day > current_date - ${lit(days)}::int and dim = ${lit(Dim.activity)} and stat_day.id = a.id and dim2 = 0
    ) d
    where a.firm_id = any (${toFirms(firms)}) and a.is_del = 0 and a.status = ${running} and d.drawn >= ${lit(leastDraws)} and not exists (
      select from weight_version w where w.firm_id = a.firm_id and w.activity_id = a.id and w.version > 1
        and w.effective_at > now() - make_interval(days => ${lit(days)}))`.execute(db);
  return rows
    .filter(({ plan, drawn, won }) => plan > 0 && won / drawn > plan * farAbove)
    .map(({ id, name, plan, drawn, won }) => ({
      kind: AdviceKind.winRate,
      activityId: id,
      province: null,
      urgency: 500,
      text: `「${name}」近 7 天中奖率 ${percentText(won / drawn)}，设定 ${percentText(plan)}`,
    }));
};

/** Provinces where far less was scanned in the last seven whole days than in the seven before. */
const findDrops = async (db: Db, firms: Firms, asOf: string): Promise<Found[]> => {
  const end = addDays(asOf.slice(0, 10), -1);
  const range = { start: addDays(end, 1 - 2 * days), end: addDays(end, -days) };
  const later = { start: addDays(end, 1 - days), end };
  // The earlier time is ranked, so that a province without any scan is found too.
  const { rows } = await rank(
    db,
    { firms, time: { range, before: later, asOf } },
    { dim: 'province', code: 'scanPv', most: 40 },
  );
  return rows
    .filter(({ value, prev }) => value >= leastScans && prev! < value * (1 - farBelow))
    .map(({ id, name, value, prev }) => ({
      kind: AdviceKind.drop,
      activityId: null,
      province: id,
      urgency: 1000 - (value - prev!) / value,
      text: `${name}近 7 天扫码 ${prev} 次，比前 7 天的 ${value} 次少 ${percentText((value - prev!) / value)}`,
    }));
};

/** What the figures say should be looked at, the most urgent first. `db` sees all firms: what is asked names them. */
export const findAdvice = async (db: Db, firms: Firms, asOf: string): Promise<Advice[]> => {
  const found = await Promise.all([
    findBudgets(db, firms),
    findStocks(db, firms),
    findWins(db, firms),
    findDrops(db, firms, asOf),
  ]);
  return found
    .flat()
    .toSorted((a, b) => a.urgency - b.urgency)
    .slice(0, most);
};
