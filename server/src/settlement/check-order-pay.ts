import { PayKind } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { sql } from 'kysely';
import type { MoneyCheck } from '../fund/check-fund.ts';
import { firmCheck, isStaff } from '../fund/firm-check.ts';
import { linesDigest } from '../movement/replenish/note-order.ts';

const { lit } = sql;

/** What always holds of what dealers paid for their orders. Each answers what breaks it. */
export const orderPayChecks: readonly MoneyCheck[] = [
  firmCheck(
    '要货订单的已付与抵扣等于其付款记录之和',
    (only) => sql`
      select t.firm_id, '要货订单 ' || t.order_no as detail,
        t.pay_amount + t.deduct_amount - coalesce(sum.paid, 0) - coalesce(sum.deducted, 0) as difference
      from need_order t left join lateral (
        select sum(amount) filter (where kind = ${lit(PayKind.pay)}) as paid,
          sum(case kind when ${lit(PayKind.deduct)} then amount when ${lit(PayKind.restore)} then -amount end) as deducted
        from need_pay where order_id = t.id and firm_id = t.firm_id
      ) sum on true
      where ${only} and (t.pay_amount <> coalesce(sum.paid, 0) or t.deduct_amount <> coalesce(sum.deducted, 0)
        or t.pay_amount + t.deduct_amount > t.total_amount)`,
  ),
  firmCheck(
    '要货订单的每笔抵扣与退回各有一条抵扣记录',
    (only) => sql`
      select t.firm_id, '付款记录 ' || t.id as detail,
        case t.kind when ${lit(PayKind.deduct)} then -t.amount else t.amount end - coalesce(booked.amount, 0) as difference
      from need_pay t join need_order o on o.id = t.order_id and o.firm_id = t.firm_id left join lateral (
        select sum(l.amount) as amount, bool_and(l.owner_id = o.agent_id) as is_own
        from ded_log l where l.firm_id = t.firm_id and l.ref_kind = 'need_pay' and l.ref_id = t.id
      ) booked on true
      where ${only} and t.kind <> ${lit(PayKind.pay)} and (booked.is_own is not true
        or booked.amount <> case t.kind when ${lit(PayKind.deduct)} then -t.amount else t.amount end)`,
  ),
  firmCheck(
    '要货订单的数量与金额等于其明细之和',
    (only) => sql`
      select t.firm_id, '要货订单 ' || t.order_no as detail, t.total_amount - coalesce(sum.amount, 0) as difference
      from need_order t left join lateral (
        select sum(qty * price) as amount, sum(qty * ratio) as qty from need_order_item i where i.order_id = t.id and i.firm_id = t.firm_id
      ) sum on true
      where ${only} and (t.total_amount, t.total_qty) is distinct from (sum.amount, sum.qty)`,
  ),
  firmCheck(
    '要货订单的经销商、供货方与明细同最后记下的',
    (only) => sql`
      select t.firm_id, '要货订单 ' || t.order_no as detail, t.total_amount - coalesce(noted.total_amount, 0) as difference
      from need_order t left join lateral (
        select * from order_note n where n.firm_id = t.firm_id and n.order_id = t.id order by n.id desc limit 1
      ) noted on true
      where ${only} and (noted.agent_id, noted.supplier_kind, noted.supplier_id, noted.total_amount, noted.lines::text) is distinct from
        (t.agent_id, t.supplier_kind, t.supplier_id, t.total_amount, ${linesDigest('t')})
      union all
      select distinct t.firm_id, '要货订单 ' || t.order_id, t.total_amount
      from order_note t where ${only} and not exists (select from need_order o where o.firm_id = t.firm_id and o.id = t.order_id)`,
  ),
  firmCheck(
    '要货订单的付款都由员工登记，订单随之更新',
    // A payment and its order are written at once; one that waited for another began a little before it.
    (only) => sql`
      select t.firm_id, '付款记录 ' || t.id as detail, t.amount as difference
      from need_pay t left join need_order o on o.id = t.order_id and o.firm_id = t.firm_id
      where ${only} and (o.id is null or o.updated_at < t.created_at - interval '1 minute' or t.operator_id is null or not ${isStaff('t.operator_id', 't.created_at')})`,
  ),
];
