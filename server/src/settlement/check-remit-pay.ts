import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { Delivery, PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { PayeeKind, RemitStatus } from '@zhuiyuan/contract/settlement/settlement-enums';
import { sql } from 'kysely';
import type { MoneyCheck } from '../fund/check-fund.ts';
import { firmCheck } from '../fund/firm-check.ts';

const { lit } = sql;

/** What always holds of remittances that are paid over WeChat Pay. Each answers what breaks it. */
export const remitPayChecks: readonly MoneyCheck[] = [
  firmCheck(
    '微信打款的打款单与其发放一致',
    (only) => sql`
      select t.firm_id, '打款单 ' || t.remit_no as detail, t.amount as difference
      from remit t left join red_info r on r.firm_id = t.firm_id and r.source = ${lit(PaySource.remit)} and r.source_id = t.id
      where ${only} and (
        (t.red_info_id is not null and (r.id is distinct from t.red_info_id or r.status is distinct from t.pay_state
          or r.amount is distinct from t.amount or r.closed_at is not null))
        or (t.red_info_id is null and r.id is not null and r.closed_at is null)
        or (t.pay_state is not distinct from ${lit(Delivery.RECEIVED)} and t.status <> ${lit(RemitStatus.paid)})
        or (t.pay_state <> ${lit(Delivery.RECEIVED)} and t.status <> ${lit(RemitStatus.waiting)}))`,
  ),
  firmCheck(
    '微信打款的收款人是当时绑定的账号在该应用的OpenID',
    // Who an account is at an app never changes and never goes.
    (only) => sql`
      select t.firm_id, '发放 ' || t.bill_no as detail, t.amount as difference
      from red_info t left join remit on remit.id = t.source_id and remit.firm_id = t.firm_id
      where ${only} and t.source = ${lit(PaySource.remit)} and not exists (
        select from role_binding bound join account_open_id own on own.account_id = bound.account_id and own.app_id = t.app_id
        where bound.firm_id = t.firm_id and bound.role_id = remit.payee_id
          and bound.role_kind = case remit.payee_kind when ${lit(PayeeKind.shop)} then ${lit(RoleKind.shop)} else ${lit(RoleKind.agent)} end
          and bound.bound_at <= t.created_at and (bound.ended_at is null or bound.ended_at >= t.created_at)
          and own.open_id = t.openid)`,
  ),
  firmCheck(
    '微信打款的预占等于未结的打款之和',
    (only) => sql`
      select t.firm_id, '资金池 ' || t.name as detail, coalesce(budget.remain + budget.reserved, 0) - coalesce(open.amount, 0) as difference
      from pool t left join activity_budget budget on budget.activity_id = t.remit_budget_id and budget.firm_id = t.firm_id
      left join lateral (
        select sum(r.amount) as amount from red_info r where r.firm_id = t.firm_id and r.source = ${lit(PaySource.remit)}
          and r.mch_conf_id = t.mch_conf_id and r.status <> ${lit(Delivery.RECEIVED)} and r.closed_at is null and t.is_del = 0
      ) open on true
      where ${only} and (coalesce(budget.remain, 0) <> 0 or coalesce(budget.reserved, 0) <> coalesce(open.amount, 0))`,
  ),
];
