import { Audience } from '@zhuiyuan/contract/campaign/campaign-states';
import { DedKind, DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { RewardKind, RewardStatus } from '@zhuiyuan/contract/parties/deductible/shop-reward';
import { SettleState } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import { VerStatus } from '@zhuiyuan/contract/redeem/redeem-states';
import { PayeeKind, RemitRef, RemitStatus } from '@zhuiyuan/contract/settlement/settlement-enums';
import { sql } from 'kysely';
import type { MoneyCheck } from '../fund/check-fund.ts';
import { firmCheck } from '../fund/firm-check.ts';
import { remitRef } from '../parties/deductible/remit-balance.ts';
import { evidenceChecks } from './check-evidence.ts';
import { offsetChecks } from './check-offsets.ts';
import { openOffsets } from './find-due.ts';

const { lit } = sql;

/** What always holds of remittances (I12) and of what dealers are owed. Each answers what breaks it. */
export const settlementChecks: readonly MoneyCheck[] = [
  firmCheck(
    '一项奖励至多在一张有效打款单中',
    (only) => sql`
      select t.firm_id, t.ref_kind || ' ' || t.ref_id as detail, (count(*) - 1) * max(t.amount) as difference
      from remit_item t join remit r on r.id = t.remit_id and r.firm_id = t.firm_id
      where ${only} and r.status <> ${lit(RemitStatus.rejected)}
      group by t.firm_id, t.ref_kind, t.ref_id having count(*) > 1
      union all
      select t.firm_id, '明细 ' || t.id, t.amount
      from remit_item t join remit r on r.id = t.remit_id and r.firm_id = t.firm_id
      where ${only} and t.is_live <> (r.status <> ${lit(RemitStatus.rejected)})`,
  ),
  firmCheck(
    '打款单金额等于明细之和',
    (only) => sql`
      select t.firm_id, '打款单 ' || t.remit_no as detail, t.amount - coalesce(paid.amount, 0) as difference
      from remit t left join lateral (
        select sum(amount) as amount, sum(amount) filter (where ref_kind = ${lit(RemitRef.ver)}) as duct,
          sum(amount) filter (where ref_kind = ${lit(RemitRef.reward)}) as reward
        from remit_item i where i.firm_id = t.firm_id and i.remit_id = t.id
      ) paid on true
      where ${only} and (t.amount, t.duct_amount, t.reward_amount) is distinct from
        (coalesce(paid.amount, 0), coalesce(paid.duct, 0), coalesce(paid.reward, 0))`,
  ),
  firmCheck(
    '打款单各扣一次抵扣余额，驳回后退回',
    (only) => sql`
      select t.firm_id, '打款单 ' || t.remit_no as detail,
        coalesce(booked.amount, 0) + case when t.status = ${lit(RemitStatus.rejected)} then 0 else t.duct_amount - t.offset_amount end as difference
      from remit t left join lateral (
        select sum(amount) as amount, bool_and(owner_kind = t.payee_kind and owner_id = t.payee_id and peer_kind = ${lit(DeductibleOwner.firm)}) as is_own
        from ded_log l where l.firm_id = t.firm_id and l.ref_kind = ${lit(remitRef)} and l.ref_id = t.id
          and l.kind in (${lit(DedKind.remit)}, ${lit(DedKind.reverse)}) and l.owner_id = t.payee_id
      ) booked on true
      where ${only} and (booked.is_own is false or coalesce(booked.amount, 0) <>
        case when t.status = ${lit(RemitStatus.rejected)} then 0 else t.offset_amount - t.duct_amount end)
      union all
      select t.firm_id, '抵扣记录 ' || t.id, t.amount
      from ded_log t
      where ${only} and t.ref_kind = ${lit(remitRef)}
        and not exists (select from remit r where r.id = t.ref_id and r.firm_id = t.firm_id and r.payee_id = t.owner_id and r.payee_kind = t.owner_kind)`,
  ),
  firmCheck(
    '打款单中的核销与奖励均已结算',
    (only) => sql`
      select t.firm_id, '打款单 ' || t.remit_no as detail, i.amount as difference
      from remit t join remit_item i on i.remit_id = t.id and i.firm_id = t.firm_id and i.is_live
      left join prize_ver v on i.ref_kind = ${lit(RemitRef.ver)} and v.id = i.ref_id and v.firm_id = t.firm_id
      left join shop_reward w on i.ref_kind = ${lit(RemitRef.reward)} and w.id = i.ref_id and w.firm_id = t.firm_id
      where ${only} and (
        i.ref_kind = ${lit(RemitRef.ver)} and (v.id is null or v.status <> ${lit(VerStatus.done)} or v.deduct_amount <> i.amount
          or v.settle_state <> case t.payee_kind when ${lit(PayeeKind.shop)} then ${lit(SettleState.shop)} else ${lit(SettleState.agent)} end
          or case t.payee_kind when ${lit(PayeeKind.shop)} then v.shop_id else v.agent_id end is distinct from t.payee_id)
        or i.ref_kind = ${lit(RemitRef.reward)} and (w.id is null or w.amount <> i.amount or w.shop_id is distinct from t.payee_id
          or w.status <> case t.status when ${lit(RemitStatus.paid)} then ${lit(RewardStatus.settled)} else ${lit(RewardStatus.open)} end))`,
  ),
  firmCheck(
    '经销商抵扣余额等于门店已结的核销减去抵扣货款',
    (only) => sql`
      select t.firm_id, '经销商 ' || t.owner_id as detail, t.balance - coalesce(ver.amount, 0) - coalesce(used.amount, 0) as difference
      from ded_account t
      left join lateral (
        select sum(deduct_amount) as amount from prize_ver v where v.firm_id = t.firm_id and v.agent_id = t.owner_id
          and v.status = ${lit(VerStatus.done)} and v.settle_state = ${lit(SettleState.shop)}
      ) ver on true
      left join lateral (
        select sum(amount) as amount from ${openOffsets} l where l.firm_id = t.firm_id and l.owner_id = t.owner_id
      ) used on true
      where ${only} and t.owner_kind = ${lit(DeductibleOwner.agent)}
        and t.balance <> coalesce(ver.amount, 0) + coalesce(used.amount, 0)`,
  ),
  firmCheck(
    '开箱奖励与门店开箱所中一致，不进入打款单',
    (only) => sql`
      select t.firm_id, '抽奖 ' || t.id as detail, t.amount - coalesce(w.amount, 0) as difference
      from draw t left join shop_reward w on w.firm_id = t.firm_id and w.kind = ${lit(RewardKind.unpack)} and w.draw_id = t.id
      where ${only} and t.audience = ${lit(Audience.shop)} and not t.hold and t.shop_id is not null
        and (w.amount, w.points, w.shop_id) is distinct from (t.amount, t.points, t.shop_id) and (t.amount + t.points > 0 or w.id is not null)
      union all
      select t.firm_id, '奖励 ' || t.id, t.amount
      from shop_reward t
      where ${only} and t.kind = ${lit(RewardKind.unpack)} and (t.status <> ${lit(RewardStatus.settled)}
        or not exists (select from draw d where d.firm_id = t.firm_id and d.id = t.draw_id and d.audience = ${lit(Audience.shop)})
        or exists (select from remit_item i where i.firm_id = t.firm_id and i.ref_kind = ${lit(RemitRef.reward)} and i.ref_id = t.id))`,
  ),
  firmCheck(
    '审核与打款由两人完成',
    (only) => sql`
      select t.firm_id, '打款单 ' || t.remit_no as detail, t.amount as difference
      from remit t
      where ${only} and t.status = ${lit(RemitStatus.paid)} and (t.audit_by is null or t.paid_by is null or t.paid_by = t.audit_by)`,
  ),
  ...offsetChecks,
  ...evidenceChecks,
];
