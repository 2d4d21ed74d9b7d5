import { ActivityStatus, StockMoveKind } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { sql } from 'kysely';
import type { MoneyCheck } from '../../fund/check-fund.ts';
import { firmCheck } from '../../fund/firm-check.ts';

const { lit } = sql;

/** Published, whatever its time of publishing says. */
export const isPublished = sql`(a.published_at is not null or a.status in (${sql.join(
  [ActivityStatus.planned, ActivityStatus.running, ActivityStatus.paused, ActivityStatus.ended].map((status) =>
    lit(status),
  ),
)}))`;

/** What of a note `t` stays as it was published. */
const kept = sql`row (t.firm_id, t.activity_id, t.prize_id, t.prize_name, t.prize_type, t.claim_mode, t.also_post, t.amount_min, t.amount_max,
  t.points, t.face_value, t.cost_price, t.deduct_amount, t.points_cost)`;

/** The last that was noted of a tier. */
const lastTerms = (tierId: string) =>
  sql`left join lateral (select * from tier_terms l where l.tier_id = ${sql.ref(tierId)} order by l.id desc limit 1) noted on true`;

/** What always holds of the terms that tiers were published with. Each answers what breaks it. */
export const tierChecks: readonly MoneyCheck[] = [
  firmCheck(
    '奖级的奖品、金额、积分与库存同其公布的条款',
    // Of one that was taken back the notes stay, and its tiers as well until they are written anew.
    (only) => sql`
      select t.firm_id, '奖级 ' || t.id as detail, greatest(abs(t.amount_max - coalesce(noted.amount_max, t.amount_max)),
        abs(t.points - coalesce(noted.points, t.points)), abs(t.deduct_amount - coalesce(noted.deduct_amount, t.deduct_amount)),
        abs(t.stock_total - coalesce(noted.stock_total, t.stock_total)), 1) as difference
      from tier t join activity a on a.id = t.activity_id and a.firm_id = t.firm_id ${lastTerms('t.id')}
      where ${only} and case when noted.id is null then ${isPublished} else
        (noted.firm_id, noted.activity_id, noted.prize_id, noted.prize_name, noted.prize_type, noted.claim_mode, noted.also_post,
          noted.amount_min, noted.amount_max, noted.points, noted.face_value, noted.cost_price, noted.deduct_amount, noted.stock_total)
        is distinct from (t.firm_id, t.activity_id, t.prize_id, t.prize_name, t.prize_type, t.claim_mode, t.also_post,
          t.amount_min, t.amount_max, t.points, t.face_value, t.cost_price, t.deduct_amount, t.stock_total) end`,
  ),
  firmCheck(
    '活动的抽奖积分、免费次数与分享次数同其公布的条款',
    (only) => sql`
      select t.firm_id, '活动 ' || t.activity_id as detail, 1 as difference
      from tier t join activity a on a.id = t.activity_id and a.firm_id = t.firm_id ${lastTerms('t.id')}
      where ${only} and t.prize_type = ${lit(PrizeType.none)} and ${isPublished} and noted.id is not null
        and (noted.points_cost, noted.free_per_day, noted.share_reward, noted.auto_return)
          is distinct from (a.points_cost, a.free_per_day, a.share_reward, a.auto_return)`,
  ),
  firmCheck(
    '奖级的概率同最新一版公布的概率',
    (only) => sql`
      select t.firm_id, '奖级 ' || t.id as detail, t.weight - coalesce(published.weight, 0) as difference
      from tier t join activity a on a.id = t.activity_id and a.firm_id = t.firm_id and a.published_at is not null
      left join (
        select v.firm_id, v.activity_id, v.version, (e.entry ->> 'tierId')::bigint as tier_id, (e.entry ->> 'weight')::int as weight
        from weight_version v, jsonb_array_elements(v.entries) e(entry)
      ) published on published.activity_id = a.id and published.firm_id = a.firm_id and published.version = a.weight_version
        and published.tier_id = t.id
      where ${only} and t.weight is distinct from published.weight`,
  ),
  firmCheck(
    '抽奖所得的奖品类型、金额与积分、所付的积分同其公布的条款',
    (only) => sql`
      select t.firm_id, '抽奖 ' || t.id as detail, greatest(abs(t.points - due.points), abs(t.points_cost - due.cost),
        t.amount - due.amount_max, due.amount_min - t.amount, 1) as difference
      from draw t join (
        select distinct on (tier_id) tier_id, firm_id, prize_type, coalesce(points_cost, 0) as cost,
          case when prize_type = ${lit(PrizeType.cash)} then amount_min else 0 end as amount_min,
          case when prize_type = ${lit(PrizeType.cash)} then amount_max else 0 end as amount_max,
          case when prize_type = ${lit(PrizeType.points)} then points else 0 end as points
        from tier_terms order by tier_id, id desc
      ) due on due.tier_id = t.tier_id and due.firm_id = t.firm_id
      where ${only} and ((t.prize_type, t.points) is distinct from (due.prize_type, due.points)
        or (t.amount between due.amount_min and due.amount_max) is not true
        or t.points_cost is distinct from 0 and (t.seg is not null or t.points_cost is distinct from due.cost))`,
  ),
  firmCheck(
    '奖级公布的条款只在撤回后、无人抽奖时改变',
    // Only stock, turns and shares may be more than was published, and whether prizes come back.
    (only) => sql`
      select t.firm_id, '奖级 ' || t.tier_id as detail, greatest(abs(t.amount_max - t.last_max), abs(t.points - t.last_points),
        abs(t.deduct_amount - t.last_deduct), 1) as difference
      from (
        select t.*, lag(t.id) over noted as last_id, lag(t.at) over noted as last_at, lag(t.amount_max) over noted as last_max,
          lag(t.points) over noted as last_points, lag(t.deduct_amount) over noted as last_deduct, lag(${kept}) over noted as last_kept,
          ${kept} as kept
        from tier_terms t where ${only} window noted as (partition by t.tier_id order by t.id)
      ) t
      where t.last_id is not null and t.kept is distinct from t.last_kept and (
        exists (select from draw d where d.activity_id = t.activity_id and d.firm_id = t.firm_id and d.drawn_at < t.at)
        or not exists (select from stock_move m where m.activity_id = t.activity_id and m.firm_id = t.firm_id
          and m.kind = ${lit(StockMoveKind.withdraw)} and m.at > t.last_at - interval '1 minute'))`,
  ),
];
