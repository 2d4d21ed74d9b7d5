import { ClaimStatus, CloseReason, StockMoveKind } from '@zhuiyuan/contract/campaign/campaign-states';
import { sql } from 'kysely';
import type { MoneyCheck } from '../../fund/check-fund.ts';
import { firmCheck, isStaff } from '../../fund/firm-check.ts';

const { lit } = sql;
/** Between reading whether an activity takes prizes back and closing a claim it may say otherwise. */
const near = sql`interval '1 minute'`;
/** The remark of all stock that was there before its moves were noted: nobody published it by name. */
const summedUp = lit('记录前的库存合计');

/** What always holds of stock that was added and came back, and of claims that were closed. Each answers what breaks it. */
export const stockChecks: readonly MoneyCheck[] = [
  firmCheck(
    '退回的库存不超过关闭的领取',
    // Rejected prizes always come back, others where the activity said so when they were closed; before that was noted it may have.
    (only) => sql`
      with said as (
        select firm_id, tier_id, auto_return, at, lead(at) over (partition by tier_id order by id) as until, min(at) over (partition by tier_id) as since
        from tier_terms
      )
      select t.firm_id, '奖级 ' || t.id as detail, t.returned - coalesce(closed.count, 0) as difference
      from tier t left join (
        select c.firm_id, c.tier_id, count(*) as count from claim c
        where c.status = ${lit(ClaimStatus.closed)} and (c.close_reason = ${lit(CloseReason.void)} or exists (
          select from said where said.tier_id = c.tier_id and said.firm_id = c.firm_id and (c.closed_at < said.since
            or said.auto_return and said.at < c.closed_at + ${near} and coalesce(said.until, 'infinity') > c.closed_at - ${near})))
        group by 1, 2
      ) closed on closed.tier_id = t.id and closed.firm_id = t.firm_id
      where ${only} and t.returned > coalesce(closed.count, 0)`,
  ),
  firmCheck(
    '库存由操作人发布与追加，未撤回的只发布一次',
    (only) => sql`
      select t.firm_id, '奖级 ' || t.tier_id as detail, abs(t.delta) as difference from stock_move t
      where ${only} and case when t.operator_id is not null then not ${isStaff('t.operator_id', 't.at')}
        else t.kind <> ${lit(StockMoveKind.back)} and (t.kind = ${lit(StockMoveKind.publish)} and t.remark = ${summedUp}) is not true end
      union all
      select t.firm_id, '奖级 ' || t.tier_id, max(t.delta) from stock_move t
      where ${only} and t.kind in (${lit(StockMoveKind.publish)}, ${lit(StockMoveKind.withdraw)})
      group by t.firm_id, t.tier_id having sum(case t.kind when ${lit(StockMoveKind.publish)} then 1 else -1 end) > 1`,
  ),
  firmCheck(
    '关闭的领取一直是关闭的',
    (only) => sql`
      select t.firm_id, '领取 ' || coalesce(claim.claim_no, t.draw_id::text) as detail, greatest(claim.amount, 1) as difference
      from claim_end t left join claim on claim.draw_id = t.draw_id and claim.firm_id = t.firm_id
      where ${only} and (claim.status, claim.close_reason) is distinct from (${lit(ClaimStatus.closed)}, t.close_reason)
      union all
      select t.firm_id, '领取 ' || t.claim_no, greatest(t.amount, 1)
      from claim t left join claim_end on claim_end.draw_id = t.draw_id and claim_end.firm_id = t.firm_id
      where ${only} and t.status = ${lit(ClaimStatus.closed)} and claim_end.draw_id is null`,
  ),
];
