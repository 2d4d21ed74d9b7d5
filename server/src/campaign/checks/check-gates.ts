import { Fallback } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import { sql } from 'kysely';
import { mostFaults } from '../../fund/broken-rows.ts';
import type { Fault } from '../../fund/check-fund.ts';
import type { Db } from '../../kit/db/database.ts';
import { openSeed } from '../fair/epochs.ts';
import { drawAmount } from '../fair/numbers.ts';

const { lit } = sql;
const none = lit(PrizeType.none);

/** A draw that did not get a prize although, as far as the amount does not decide it, it could have had it. */
interface Denied {
  firmId: number;
  drawId: number;
  tierId: number;
  fallback: Fallback;
  isRaw: boolean;
  isCash: boolean;
  /** What was free of the budget before it, fen. */
  budget: number;
}

/**
 * Each draw that gave way to another tier (`is_raw`), or to none although there is a fallback tier, with what was there just before it: stock
 * and budget by their ledgers, caps by the draws before, limits as they were noted. Answers those whose gate was open.
 *
 * Draws of an activity are made one after the other behind the locks of its tiers, so that their times, and those of whatever else moved stock or budget
 * behind the same locks, order them; within a period their places do, should the clock have been set back. What added at the very time of a draw
 * came after it, what took came before.
 */
const findDenied = async (db: Db, firmId: number | undefined): Promise<Denied[]> => {
  const asked = sql`${firmId ?? null}::bigint`;
  const { rows } = await sql<Denied>`
    with gone as (
      select distinct activity_id from draw
      where place is not null and fallback <> ${lit(Fallback.none)} and (${asked} is null or firm_id = ${asked})
    ), made as (
      select d.id, d.firm_id, d.activity_id, d.uid, d.day, d.place, d.raw_tier_id, d.tier_id, d.fallback, d.prize_type,
        max(d.drawn_at) over (partition by d.epoch_id order by d.place nulls first, d.id rows unbounded preceding) as at
      from draw d join gone on gone.activity_id = d.activity_id
    ), look as (
      select made.*, raw_tier_id as wanted, true as is_raw from made
      where fallback <> ${lit(Fallback.none)} and place is not null
      union all
      select made.*, second.id, false from made
      join tier second on second.activity_id = made.activity_id and second.firm_id = made.firm_id and second.is_fallback
      where fallback <> ${lit(Fallback.none)} and place is not null and made.prize_type = ${none} and second.id <> made.raw_tier_id
    ), step as (
      select activity_id, tier_id, uid, day, date_trunc('hour', at) as hour, at, coalesce(place, 0) as place, id, 1 as won, -1 as moved,
        null::boolean as is_raw, null::varchar as fallback
      from made where prize_type <> ${none}
      union all
      select activity_id, wanted, uid, day, date_trunc('hour', at), at, place, id, 0, 0, is_raw, fallback from look
      union all
      select m.activity_id, m.tier_id, null, null, null, m.at, case when m.delta > 0 then 2147483647 else -1 end, 0, 0, m.delta, null, null
      from stock_move m join gone on gone.activity_id = m.activity_id
    ), before as (
      select step.*,
        sum(moved) over (partition by tier_id order by at, place, id, won rows unbounded preceding) as stock,
        sum(won) over (partition by tier_id, day order by at, place, id, won rows unbounded preceding) as in_day,
        sum(won) over (partition by tier_id, hour order by at, place, id, won rows unbounded preceding) as in_hour,
        sum(won) over (partition by tier_id, uid order by at, place, id, won rows unbounded preceding) as of_tier,
        sum(won) over (partition by activity_id, uid order by at, place, id, won rows unbounded preceding) as of_person,
        sum(won) over (partition by activity_id, uid, day order by at, place, id, won rows unbounded preceding) as of_person_day
      from step
    ), money as (
      select id, sum(avail) over (partition by activity_id order by at, place, id, is_look rows unbounded preceding) as budget, is_look from (
        select l.activity_id, coalesce(made.at, l.at) as at,
          coalesce(made.place, case when made.id is not null then 0 when l.avail > 0 then 2147483647 else -1 end) as place,
          coalesce(made.id, 0) as id, l.avail, 1 as is_look
        from fund_ledger l join gone on gone.activity_id = l.activity_id
        left join made on l.type = ${lit(LedgerType.reserve)} and l.ref_kind = 'draw' and made.id = l.ref_id
        where l.avail <> 0
        union all
        select distinct activity_id, at, place, id, 0, 0 from look
      ) moves
    ), judged as (
      select before.id as draw_id, before.tier_id, before.fallback, before.is_raw, tier.firm_id,
        tier.prize_type = ${lit(PrizeType.cash)} as is_cash, coalesce(money.budget, 0) as budget,
        not limits.is_on as is_off,
        coalesce(of_person_day >= limits.win_day, false) or coalesce(of_person >= limits.win_total, false)
          or coalesce(of_tier >= limits.user_cap, false) as is_sated,
        -- Which hour it was is known before the locks are: in the first minute one may count for the hour before.
        limits.hour_cap is not null and (in_hour >= limits.hour_cap or before.at < before.hour + interval '1 minute') as is_hour_full,
        coalesce(in_day >= limits.day_cap, false) as is_day_full,
        stock < 1 as is_sold_out,
        tier.prize_type = ${lit(PrizeType.cash)} and coalesce(money.budget, 0) < tier.amount_min as is_broke
      from before join tier on tier.id = before.tier_id
      left join money on money.id = before.id and money.is_look = 0
      join lateral (
        select * from tier_limit l where l.tier_id = before.tier_id and l.at <= before.at order by l.at desc, l.id desc limit 1
      ) limits on true
      where before.is_raw is not null and tier.prize_type <> ${none}
    )
    select firm_id, draw_id, tier_id, fallback, is_raw, is_cash, least(budget, ${lit(Number.MAX_SAFE_INTEGER)})::bigint as budget from judged
    where case when is_raw then case fallback
        when ${lit(Fallback.tierOff)} then not is_off when ${lit(Fallback.userWins)} then not is_sated
        when ${lit(Fallback.hourCap)} then not is_hour_full when ${lit(Fallback.dayCap)} then not is_day_full
        when ${lit(Fallback.soldOut)} then not is_sold_out when ${lit(Fallback.budget)} then not is_broke else false end
      else not (is_off or is_sated or is_hour_full or is_day_full or is_sold_out or is_broke) end
    order by draw_id`.execute(db);
  return rows;
};

/** So many draws are read at once. */
const together = 500;

const textOf = ({ drawId, tierId, fallback, isRaw }: Denied): string =>
  isRaw
    ? `抽奖 ${drawId} 写为“${Fallback.label(fallback)}”，当时奖级 ${tierId} 并非如此`
    : `抽奖 ${drawId} 当时兜底奖级 ${tierId} 可以发放，却没有发放`;

/**
 * Holds each draw that lost against what was there at its moment: the gate it is said to have met has to have been shut, and that of the
 * fallback tier where it got none. Draws without a place, of before places were given, are not judged. `difference` is the cash it was denied, fen, or 1.
 */
export const checkGates = async (db: Db, masterKey: Buffer, firmId?: number): Promise<Fault[]> => {
  const denied = await findDenied(db, firmId);
  const faults: Fault[] = [];
  const told = new Map<number, number>();
  for (let from = 0; from < denied.length; from += together) {
    const part = denied.slice(from, from + together).filter((one) => (told.get(one.firmId) ?? 0) < mostFaults);
    if (part.length === 0) continue;
    const draws = await db
      .selectFrom('draw')
      .innerJoin('seedEpoch', 'seedEpoch.id', 'draw.epochId')
      .where(
        'draw.id',
        'in',
        part.map(({ drawId }) => drawId),
      )
      .select(['draw.id', 'draw.activityId', 'epochNo', 'seedSealed', 'key', 'uid', 'clientSeed'])
      .execute();
    const tiers = await db
      .selectFrom('tier')
      .where('id', 'in', [...new Set(part.map(({ tierId }) => tierId))])
      .select(['id', 'amountMin', 'amountMax'])
      .execute();
    const drawOf = new Map(draws.map((draw) => [draw.id, draw]));
    const tierOf = new Map(tiers.map((tier) => [tier.id, tier]));
    for (const one of part) {
      const draw = drawOf.get(one.drawId);
      const { amountMin, amountMax } = tierOf.get(one.tierId)!;
      const count = told.get(one.firmId) ?? 0;
      if (!draw || count >= mostFaults) continue;
      const amount = one.isCash ? amountOf(masterKey, draw, amountMin, amountMax) : 0;
      // Of an amount that cannot be told, the most.
      const isPayable = (amount ?? amountMax) <= one.budget;
      const isMoneys = one.isCash && (!one.isRaw || one.fallback === Fallback.budget);
      if (isMoneys && !isPayable) continue;
      told.set(one.firmId, count + 1);
      faults.push({
        firmId: one.firmId,
        poolId: null,
        detail: textOf(one),
        difference: (amount ?? amountMax) || 1,
      });
    }
  }
  return faults;
};

/** What a draw would bring of a cash tier, fen; nothing where its seed is not to be opened. */
const amountOf = (
  masterKey: Buffer,
  draw: { activityId: number; epochNo: number; seedSealed: Buffer; key: string; uid: number; clientSeed: string },
  least: number,
  most: number,
): number | undefined => {
  try {
    return least === most ? least : drawAmount(openSeed(masterKey, draw), draw, least, most);
  } catch {
    return undefined;
  }
};
