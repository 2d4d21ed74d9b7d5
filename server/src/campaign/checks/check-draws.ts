import {
  ClaimBusy,
  ClaimStatus,
  CloseReason,
  Fallback,
  StockMoveKind,
} from '@zhuiyuan/contract/campaign/campaign-states';
import { ClaimMode, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import { sql } from 'kysely';
import type { MoneyCheck } from '../../fund/check-fund.ts';
import { firmCheck } from '../../fund/firm-check.ts';

const { lit } = sql;

/** What always holds of draws, stock, counters and claims (I1, I3, I4, I6, I14). Each answers what breaks it. */
export const drawChecks: readonly MoneyCheck[] = [
  firmCheck(
    '每个码每类对象最多抽奖一次，且与抽奖记录一致',
    (only) => sql`
      select t.firm_id, '码 ' || t.seg || '-' || t.serial as detail, 1 as difference
      from code_use t left join draw on draw.id = t.draw_id and draw.firm_id = t.firm_id
        and draw.seg = t.seg and draw.serial = t.serial and draw.uid = t.uid and draw.audience = t.audience and draw.activity_id = t.activity_id
      where ${only} and t.draw_id is not null and draw.id is null
      union all
      select t.firm_id, '抽奖 ' || t.id, 1 from draw t left join code_use use on use.draw_id = t.id and use.firm_id = t.firm_id
      where ${only} and t.seg is not null and use.draw_id is null`,
  ),
  firmCheck(
    '奖级的发放数等于抽奖记录数',
    (only) => sql`
      select t.firm_id, '奖级 ' || t.id as detail, t.issued - coalesce(drawn.count, 0) as difference
      from tier t left join (select tier_id, count(*) as count from draw group by tier_id) drawn on drawn.tier_id = t.id
      where ${only} and t.issued <> coalesce(drawn.count, 0)`,
  ),
  firmCheck(
    '奖级的剩余加净发放等于总量',
    (only) => sql`
      select t.firm_id, '奖级 ' || t.id as detail, t.remain + t.issued - t.returned - t.stock_total as difference from tier t
      where ${only} and t.prize_type <> ${lit(PrizeType.none)} and t.remain + t.issued - t.returned <> t.stock_total`,
  ),
  firmCheck(
    '奖级的库存变动合计等于总量与退回数',
    (only) => sql`
      select t.firm_id, '奖级 ' || t.id as detail,
        case when coalesce(moved.given, 0) <> t.stock_total then t.stock_total - coalesce(moved.given, 0)
          else t.returned - coalesce(moved.back, 0) end as difference
      from (
        -- One that was taken back has given all of it back.
        select t.id, t.firm_id, case when a.published_at is null then 0 else t.stock_total end as stock_total, t.returned
        from tier t left join activity a on a.id = t.activity_id and a.firm_id = t.firm_id
      ) t
      left join (
        select tier_id, sum(delta) filter (where kind <> ${lit(StockMoveKind.back)}) as given,
          sum(delta) filter (where kind = ${lit(StockMoveKind.back)}) as back
        from stock_move group by tier_id
      ) moved on moved.tier_id = t.id
      where ${only} and (coalesce(moved.given, 0) <> t.stock_total or coalesce(moved.back, 0) <> t.returned)`,
  ),
  firmCheck(
    '没有发放所中奖级的原因都是已知的，且只在未发放时写明',
    (only) => sql`
      select t.firm_id, '抽奖 ' || t.id || ' ' || t.fallback as detail, 1 as difference
      from draw t left join tier raw on raw.id = t.raw_tier_id and raw.firm_id = t.firm_id
      where ${only} and (t.fallback not in (${sql.join(Fallback.options.map(({ value }) => lit(value)))})
        or (t.fallback = ${lit(Fallback.none)}) <> (t.tier_id = t.raw_tier_id) or raw.activity_id is distinct from t.activity_id)`,
  ),
  firmCheck(
    '没有发放所中奖级的，只发放兜底奖级或谢谢参与',
    (only) => sql`
      select t.firm_id, '抽奖 ' || t.id || ' 奖级 ' || t.tier_id as detail, greatest(t.amount, 1) as difference
      from draw t left join tier on tier.id = t.tier_id and tier.firm_id = t.firm_id
      where ${only} and t.tier_id <> t.raw_tier_id and (tier.is_fallback or tier.prize_type = ${lit(PrizeType.none)}) is not true`,
  ),
  firmCheck(
    '每笔现金中奖各有一条预占',
    (only) => sql`
      select t.firm_id, '抽奖 ' || t.id as detail, t.amount - coalesce(l.reserved, 0) as difference
      from draw t left join fund_ledger l on l.type = ${lit(LedgerType.reserve)} and l.ref_kind = 'draw' and l.ref_id = t.id
        and l.firm_id = t.firm_id and l.activity_id = t.activity_id
      where ${only} and t.amount <> coalesce(l.reserved, 0)
      union all
      select t.firm_id, '流水 ' || t.id, t.reserved from fund_ledger t
      left join draw on draw.id = t.ref_id and draw.firm_id = t.firm_id
      where ${only} and t.type = ${lit(LedgerType.reserve)} and t.ref_kind = 'draw' and draw.id is null`,
  ),
  firmCheck(
    '没有码的抽奖由积分或当日免费次数支付',
    (only) => sql`
      select t.firm_id, '抽奖 ' || t.id as detail, 1 as difference from draw t
      join activity a on a.id = t.activity_id and a.firm_id = t.firm_id
      where ${only} and t.seg is null and t.points_cost = 0 and not exists (
        select from draw_counter f where f.activity_id = t.activity_id and f.uid = t.uid and f.firm_id = t.firm_id and f.period = 'F' || t.day)`,
  ),
  firmCheck(
    '仅限新用户的活动每人只抽一次，且是其在本企业的首次抽奖',
    (only) => sql`
      select t.firm_id, '抽奖 ' || t.id as detail, 1 as difference from draw t
      join activity a on a.id = t.activity_id and a.firm_id = t.firm_id and a.new_user_only
      where ${only} and exists (
        select from draw d where d.uid = t.uid and d.firm_id = t.firm_id and d.id <> t.id and d.drawn_at < t.drawn_at)`,
  ),
  firmCheck(
    '中奖与领取一一对应',
    (only) => sql`
      select t.firm_id, '抽奖 ' || t.id as detail, t.amount - coalesce(claim.amount, 0) as difference
      from draw t left join claim on claim.draw_id = t.id and claim.firm_id = t.firm_id
      where ${only} and ((t.prize_type <> ${lit(PrizeType.none)}) <> (claim.draw_id is not null)
        or claim.draw_id is not null and (claim.amount, claim.points, claim.uid, claim.tier_id, claim.prize_type)
          is distinct from (t.amount, t.points, t.uid, t.tier_id, t.prize_type))
      union all
      select t.firm_id, '领取 ' || t.claim_no, greatest(t.amount, 1)
      from claim t left join draw on draw.id = t.draw_id and draw.firm_id = t.firm_id and draw.activity_id = t.activity_id
      where ${only} and draw.id is null`,
  ),
  firmCheck(
    '领取的奖品、兑奖方式与门店抵扣同其奖级',
    // A tier keeps the terms it was published with; some prizes of a shop may be asked for by post.
    (only) => sql`
      select t.firm_id, '领取 ' || t.claim_no as detail, greatest(abs(t.deduct_amount - tier.deduct_amount), 1) as difference
      from claim t join tier on tier.id = t.tier_id and tier.firm_id = t.firm_id
      where ${only} and ((t.deduct_amount, t.prize_id, t.prize_type) is distinct from (tier.deduct_amount, tier.prize_id, tier.prize_type)
        or t.claim_mode <> tier.claim_mode and not (tier.also_post and t.claim_mode = ${lit(ClaimMode.post)}))`,
  ),
  firmCheck(
    '预占等于未结的现金中奖',
    (only) => sql`
      select t.firm_id, '活动 ' || t.activity_id as detail, t.reserved - coalesce(open.amount, 0) as difference
      from activity_budget t join activity on activity.id = t.activity_id and activity.firm_id = t.firm_id left join (
        select activity_id, sum(amount) as amount from claim
        where prize_type = ${lit(PrizeType.cash)} and status = ${lit(ClaimStatus.open)} group by activity_id
      ) open on open.activity_id = t.activity_id
      where ${only} and t.reserved <> coalesce(open.amount, 0)`,
  ),
  firmCheck(
    '积分余额等于流水之和',
    (only) => sql`
      select t.firm_id, '用户 ' || t.id as detail, t.points - coalesce(moved.points, 0) as difference
      from member t left join (select uid, sum(delta) as points from point_log group by uid) moved on moved.uid = t.id
      where ${only} and t.points <> coalesce(moved.points, 0)`,
  ),
  firmCheck(
    '积分抽奖的扣减与发放各有一条流水',
    (only) => sql`
      select t.firm_id, '抽奖 ' || t.id as detail, t.points_cost + coalesce(paid.delta, 0) as difference
      from draw t left join point_log paid on paid.source = 'draw' and paid.source_id = t.ticket_id::text and paid.firm_id = t.firm_id
      where ${only} and t.points_cost <> coalesce(-paid.delta, 0)
      union all
      select t.firm_id, '抽奖 ' || t.id, t.points - coalesce(got.delta, 0)
      from draw t left join claim on claim.draw_id = t.id and claim.firm_id = t.firm_id
      left join point_log got on got.source = 'draw' and got.source_id = t.id::text and got.firm_id = t.firm_id
      where ${only} and case when claim.status = ${lit(ClaimStatus.claimed)} then t.points else 0 end <> coalesce(got.delta, 0)`,
  ),
  firmCheck(
    '冻结的奖品未经复核不发放，复核后只能发放或取消',
    (only) => sql`
      select t.firm_id, '抽奖 ' || t.id as detail, claim.amount as difference
      from draw t join claim on claim.draw_id = t.id and claim.firm_id = t.firm_id
      where ${only} and (t.hold <> (claim.hold or claim.reviewed_at is not null)
        or claim.hold and (claim.status <> ${lit(ClaimStatus.open)} or claim.busy <> ${lit(ClaimBusy.free)})
        or claim.close_reason = ${lit(CloseReason.void)} and claim.reviewed_at is null
        or claim.prize_type = ${lit(PrizeType.points)} and not claim.hold and claim.status = ${lit(ClaimStatus.open)})`,
  ),
  firmCheck(
    '抽奖只引用本企业的活动、奖级、种子期与消费者',
    (only) => sql`
      select t.firm_id, '抽奖 ' || t.id as detail, greatest(t.amount, 1) as difference from draw t
      left join activity a on a.id = t.activity_id and a.firm_id = t.firm_id
      left join tier on tier.id = t.tier_id and tier.firm_id = t.firm_id and tier.activity_id = t.activity_id
      left join seed_epoch epoch on epoch.id = t.epoch_id and epoch.firm_id = t.firm_id and epoch.activity_id = t.activity_id
      left join member on member.id = t.uid and member.firm_id = t.firm_id
      where ${only} and (a.id is null or tier.id is null or epoch.id is null or member.id is null)`,
  ),
];
