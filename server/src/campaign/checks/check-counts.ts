import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { sql } from 'kysely';
import type { MoneyCheck } from '../../fund/check-fund.ts';
import { firmCheck } from '../../fund/firm-check.ts';

const { lit } = sql;
const none = lit(PrizeType.none);

/** What always holds of counters and caps (I3, I6), also of those that are missing. Each answers what breaks it. */
export const countChecks: readonly MoneyCheck[] = [
  firmCheck(
    '限量内的发放数等于当日当时的抽奖记录数，且不超过限量',
    // Whoever has a cap had one from the beginning: caps are only widened. One that was lifted counts no more.
    (only) => sql`
      select firm_id, '奖级 ' || tier_id || ' ' || day as detail, coalesce(issued, 0) - coalesce(count, 0) as difference
      from (
        select firm_id, tier_id, day, cap.issued, drawn.count, tier.day_cap, coalesce(tier.day_cap, tier.hour_cap) is not null as is_capped
        from (select t.firm_id, t.tier_id, t.day, t.issued from tier_cap t where ${only} and t.hour = -1) cap
        full join (
          select t.firm_id, t.tier_id, t.day, count(*) as count from draw t where ${only} and t.prize_type <> ${none} group by 1, 2, 3
        ) drawn using (firm_id, tier_id, day)
        join (select firm_id, id as tier_id, day_cap, hour_cap from tier) tier using (firm_id, tier_id)
      ) days
      where issued > coalesce(count, 0) or issued > day_cap or is_capped and coalesce(issued, 0) <> coalesce(count, 0)
      union all
      select t.firm_id, '奖级 ' || t.id || ' 各小时', coalesce(cap.issued, 0) - coalesce(drawn.count, 0)
      from tier t
      left join (select tier_id, sum(issued) as issued from tier_cap where hour >= 0 group by tier_id) cap on cap.tier_id = t.id
      left join (select tier_id, count(*) as count from draw where prize_type <> ${none} group by tier_id) drawn on drawn.tier_id = t.id
      where ${only} and (t.day_cap is not null or t.hour_cap is not null) and coalesce(cap.issued, 0) <> coalesce(drawn.count, 0)
      union all
      select t.firm_id, '奖级 ' || t.tier_id || ' ' || t.day || ' ' || t.hour, t.issued - tier.hour_cap
      from tier_cap t join tier on tier.id = t.tier_id and tier.firm_id = t.firm_id
      where ${only} and t.hour >= 0 and t.issued > tier.hour_cap`,
  ),
  firmCheck(
    '个人计数等于抽奖记录数，且不超过上限',
    (only) => sql`
      with drawn as (
        select t.firm_id, t.activity_id, t.uid, t.day, t.tier_id, t.prize_type <> ${none} as is_won,
          count(*) as count, count(*) filter (where t.seg is null and t.points_cost = 0) as free
        from draw t where ${only} group by 1, 2, 3, 4, 5, 6
      ), counted as (
        select firm_id, activity_id, uid, 'T' as period, sum(count) as count from drawn group by 1, 2, 3
        union all
        select firm_id, activity_id, uid, 'WT', sum(count) from drawn where is_won group by 1, 2, 3
        union all
        select firm_id, activity_id, uid, 'D' || day, sum(count) from drawn group by 1, 2, 3, day
        union all
        select firm_id, activity_id, uid, 'WD' || day, sum(count) from drawn where is_won group by 1, 2, 3, day
        union all
        select firm_id, activity_id, uid, 'F' || day, sum(free) from drawn group by 1, 2, 3, day having sum(free) > 0
        union all
        select firm_id, activity_id, uid, 'K' || tier_id, sum(count) from drawn where is_won group by 1, 2, 3, tier_id
      ), kept as (
        select t.firm_id, t.activity_id, t.uid, t.period, t.cnt from draw_counter t where ${only} and t.period <> 'S' and t.period not like 'G%'
      )
      select t.firm_id, '活动 ' || t.activity_id || ' 用户 ' || t.uid || ' ' || t.period as detail,
        coalesce(t.cnt, 0) - coalesce(t.count, 0) as difference
      from (select * from kept full join counted using (firm_id, activity_id, uid, period)) t
      left join activity a on a.id = t.activity_id and a.firm_id = t.firm_id
      where coalesce(t.cnt, 0) <> coalesce(t.count, 0)
        or t.cnt > case when t.period = 'T' then a.limit_total when t.period = 'WT' then a.win_total
          when t.period like 'WD%' then a.win_day when t.period like 'D%' then a.limit_day
          when t.period like 'F%' then a.free_per_day + coalesce((select given.cnt from draw_counter given
            where given.activity_id = a.id and given.uid = t.uid and given.period = 'G' || substr(t.period, 2) and given.firm_id = a.firm_id), 0)
          when t.period like 'K%' then (
            select user_cap from tier where tier.id = substr(t.period, 2)::bigint and tier.firm_id = a.firm_id) end`,
  ),
  firmCheck(
    '分享得到的次数等于当日带来的人数，且不超过上限',
    (only) => sql`
      with kept as (
        select t.firm_id, t.activity_id, t.uid, t.period, t.cnt from draw_counter t where ${only} and t.period like 'G%'
      ), counted as (
        select t.firm_id, t.activity_id, t.from_uid as uid, 'G' || t.day as period, count(*) as count
        from share t where ${only} and t.is_rewarded group by 1, 2, 3, 4
      )
      select t.firm_id, '活动 ' || t.activity_id || ' 用户 ' || t.uid || ' ' || t.period as detail,
        coalesce(t.cnt, 0) - coalesce(t.count, 0) as difference
      from (select * from kept full join counted using (firm_id, activity_id, uid, period)) t
      left join activity a on a.id = t.activity_id and a.firm_id = t.firm_id
      where coalesce(t.cnt, 0) <> coalesce(t.count, 0) or t.cnt > a.share_reward`,
  ),
  firmCheck(
    '种子期内的抽奖序号从1起连续，与其抽奖次数相同',
    (only) => sql`
      select t.firm_id, '活动 ' || t.activity_id || ' 第' || t.epoch_no || '期' as detail,
        greatest(t.drawn, coalesce(made.last, 0)) - coalesce(made.count, 0) as difference
      from seed_epoch t left join (
        select epoch_id, count(distinct place) as count, count(*) as rows, max(place) as last, min(place) as first
        from draw where place is not null group by epoch_id
      ) made on made.epoch_id = t.id
      where ${only} and (t.drawn <> coalesce(made.count, 0) or made.count <> made.last or made.rows <> made.count or made.first < 1)
      union all
      select t.firm_id, '抽奖 ' || t.id, 1
      from draw t join (select epoch_id, min(id) as id from draw where place is not null group by epoch_id) numbered on numbered.epoch_id = t.epoch_id
      where ${only} and t.place is null and t.drawn_at > (select drawn_at from draw first where first.id = numbered.id)
      union all
      -- Of a period that began since, each draw has a place; none of before comes after it.
      select t.firm_id, '抽奖 ' || t.id, 1 from draw t join seed_epoch epoch on epoch.id = t.epoch_id and epoch.firm_id = t.firm_id
      where ${only} and t.place is null and epoch.chain_version > 1
      union all
      select t.firm_id, '活动 ' || t.activity_id || ' 第' || t.epoch_no || '期', 1 from seed_epoch t
      where ${only} and t.chain_version = 1 and exists (
        select from seed_epoch e where e.activity_id = t.activity_id and e.firm_id = t.firm_id and e.id < t.id and e.chain_version > 1)`,
  ),
  firmCheck(
    '奖级的限量与最后记下的相同',
    (only) => sql`
      select t.firm_id, '奖级 ' || t.id as detail, 1 as difference
      from tier t join activity a on a.id = t.activity_id and a.firm_id = t.firm_id and a.published_at is not null
      left join lateral (select * from tier_limit l where l.tier_id = t.id order by l.at desc, l.id desc limit 1) noted on true
      where ${only} and t.prize_type <> ${none} and (noted.id is null
        or (noted.is_on, noted.user_cap, noted.day_cap, noted.hour_cap, noted.win_day, noted.win_total)
          is distinct from (t.is_on, t.user_cap, t.day_cap, t.hour_cap, a.win_day, a.win_total))`,
  ),
];
