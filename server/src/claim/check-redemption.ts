import { ClaimBusy, ClaimStatus, CloseReason } from '@zhuiyuan/contract/campaign/campaign-states';
import { ClaimMode, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { RedemptionStatus } from '@zhuiyuan/contract/claim/redemption-states';
import { Delivery, PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { VerStatus } from '@zhuiyuan/contract/redeem/redeem-states';
import { sql } from 'kysely';
import type { MoneyCheck } from '../fund/check-fund.ts';
import { firmCheck, isStaff } from '../fund/firm-check.ts';

const { lit } = sql;
const underWay = sql`(${lit(RedemptionStatus.waiting)}, ${lit(RedemptionStatus.passed)})`;

/** What always holds of prizes that are sent by post. Each answers what breaks it. */
export const redemptionChecks: readonly MoneyCheck[] = [
  firmCheck(
    '邮寄中的领取各有一张进行中的兑换单',
    (only) => sql`
      select t.firm_id, '领取 ' || t.claim_no as detail, live.count - 1 as difference
      from claim t, lateral (
        select count(*) as count from redemption r where r.draw_id = t.draw_id and r.firm_id = t.firm_id and r.status in ${underWay}
      ) live
      where ${only} and t.busy = ${lit(ClaimBusy.posting)} and live.count <> 1
      union all
      select t.firm_id, '兑换单 ' || t.redeem_no, 1
      from redemption t left join claim on claim.draw_id = t.draw_id and claim.firm_id = t.firm_id
      where ${only} and t.status in ${underWay} and (claim.busy, claim.status) is distinct from (${lit(ClaimBusy.posting)}, ${lit(ClaimStatus.open)})`,
  ),
  firmCheck(
    '邮寄领取与完成的兑换单一一对应',
    (only) => sql`
      select t.firm_id, '领取 ' || t.claim_no as detail, finished.count - 1 as difference
      from claim t, lateral (
        select count(*) as count from redemption r where r.draw_id = t.draw_id and r.firm_id = t.firm_id
          and r.status = ${lit(RedemptionStatus.finished)}
      ) finished
      where ${only} and t.status = ${lit(ClaimStatus.claimed)} and t.claim_mode = ${lit(ClaimMode.post)} and finished.count <> 1
      union all
      select t.firm_id, '兑换单 ' || t.redeem_no, 1
      from redemption t left join claim on claim.draw_id = t.draw_id and claim.firm_id = t.firm_id
      where ${only} and t.status = ${lit(RedemptionStatus.finished)}
        and (claim.status, claim.claim_mode) is distinct from (${lit(ClaimStatus.claimed)}, ${lit(ClaimMode.post)})`,
  ),
  firmCheck(
    '兑换单与其领取同属一家企业、一个奖品与一位消费者',
    (only) => sql`
      select t.firm_id, '兑换单 ' || t.redeem_no as detail, 1 as difference
      from redemption t left join claim on claim.draw_id = t.draw_id
      where ${only} and (claim.firm_id, claim.activity_id, claim.tier_id, claim.prize_id, claim.uid, claim.prize_type)
        is distinct from (t.firm_id, t.activity_id, t.tier_id, t.prize_id, t.uid, ${lit(PrizeType.goods)})`,
  ),
  firmCheck(
    '一份奖品至多兑现一次：邮寄完成、门店核销或红包领取',
    (only) => sql`
      select given.firm_id, '抽奖 ' || given.draw_id as detail, greatest(max(given.amount) * (count(*) - 1), 1) as difference
      from (
        select t.firm_id, t.draw_id, 0 as amount from redemption t where ${only} and t.status = ${lit(RedemptionStatus.finished)}
        union all
        select t.firm_id, t.draw_id, t.deduct_amount from prize_ver t where ${only} and t.status = ${lit(VerStatus.done)}
        union all
        select t.firm_id, t.source_id, t.amount from red_info t
        where ${only} and t.source in (${lit(PaySource.draw)}, ${lit(PaySource.unpack)}) and t.status = ${lit(Delivery.RECEIVED)}
      ) given
      group by given.firm_id, given.draw_id having count(*) > 1`,
  ),
  firmCheck(
    '兑换单的经手人都是企业或平台的员工',
    // Closed by nobody of them: by its winner, or by itself.
    (only) => sql`
      select t.firm_id, '兑换单 ' || t.redeem_no as detail, 1 as difference
      from (select *, coalesce(reshipped_at, shipped_at) as sent_at from redemption) t
      where ${only} and (t.audit_at is not null and not ${isStaff('t.audit_by', 't.audit_at')}
        or t.sent_at is not null and not ${isStaff('t.shipped_by', 't.sent_at')}
        or t.closed_by is not null and not ${isStaff('t.closed_by', 't.closed_at')})`,
  ),
  firmCheck(
    '领取的期限只延后，领奖码只在邮寄未成后更换',
    // Of one that was brought forward, and put back when it had been closed, no note tells: its end does.
    (only) => sql`
      select t.firm_id, '领取 ' || t.draw_id as detail, 1 as difference
      from (
        select firm_id, draw_id, bool_or(expire_at < last_at) as is_earlier, count(*) filter (where last_id is not null and code is distinct from last_code) as codes
        from (
          select t.*, lag(t.id) over noted as last_id, lag(t.expire_at) over noted as last_at, lag(t.code) over noted as last_code
          from claim_note t where ${only} window noted as (partition by t.firm_id, t.draw_id order by t.id)
        ) noted group by firm_id, draw_id
      ) t
      where t.is_earlier or case when t.codes > 0 then t.codes > (
        select count(*) from redemption r where r.firm_id = t.firm_id and r.draw_id = t.draw_id
          and r.status in (${lit(RedemptionStatus.closed)}, ${lit(RedemptionStatus.rejected)})) end
      union all
      select t.firm_id, '领取 ' || t.draw_id, greatest(t.amount, 1)
      from claim t where ${only} and t.close_reason = ${lit(CloseReason.expired)} and t.closed_at < t.expire_at`,
  ),
];
