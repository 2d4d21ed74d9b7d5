import { DedKind, DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { PayKind } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { RemitRef } from '@zhuiyuan/contract/settlement/settlement-enums';
import { sql } from 'kysely';
import type { MoneyCheck } from '../fund/check-fund.ts';
import { firmCheck } from '../fund/firm-check.ts';
import { verRef } from '../parties/deductible/credit-shop.ts';
import { remitRef } from '../parties/deductible/remit-balance.ts';

const { lit } = sql;
const { agent, firm } = DeductibleOwner;

/** Whether an entry `t` is not what its payment `p` of an order `o` of its dealer says. */
const differs = (
  kind: number,
  amount: string,
) => sql`(p.kind, p.amount, o.agent_id, o.supplier_kind, t.owner_kind, t.peer_kind) is distinct from
  (${lit(kind)}::smallint, ${sql.raw(amount)}, t.owner_id, ${lit(Holder.firm)}::smallint, ${lit(agent)}::smallint, ${lit(firm)}::smallint)`;

/** What always holds of where entries of what firms owe come from. Each answers what breaks it. */
export const offsetChecks: readonly MoneyCheck[] = [
  firmCheck(
    '抵扣记录的来由都是已知的，货款抵扣同其付款记录',
    (only) => sql`
      select t.firm_id, '抵扣记录 ' || t.id as detail, t.amount as difference
      from ded_log t
      left join need_pay p on t.ref_kind = 'need_pay' and p.id = t.ref_id and p.firm_id = t.firm_id
      left join need_order o on o.id = p.order_id and o.firm_id = p.firm_id
      where ${only} and case t.kind
        when ${lit(DedKind.verify)} then t.ref_kind not in (${lit(verRef)}, 'shop_clear')
        when ${lit(DedKind.clear)} then t.ref_kind <> 'clear_to'
        when ${lit(DedKind.remit)} then t.ref_kind <> ${lit(remitRef)}
        when ${lit(DedKind.offset)} then t.ref_kind <> 'need_pay' or ${differs(PayKind.deduct, '-t.amount')}
        when ${lit(DedKind.reverse)} then case t.ref_kind when 'need_pay' then ${differs(PayKind.restore, 't.amount')}
          else t.ref_kind not in (${lit(verRef)}, ${lit(remitRef)}) end
        else true end is not false`,
  ),
  firmCheck(
    '打款单扣除的货款同其抵扣记录',
    (only) => sql`
      select t.firm_id, '打款单 ' || t.remit_no as detail, t.offset_amount + coalesce(taken.amount, 0) as difference
      from remit t left join lateral (
        select sum(i.amount) as amount, bool_and((l.amount, l.owner_kind, l.owner_id) is not distinct from (i.amount, t.payee_kind, t.payee_id)) as is_own
        from remit_item i left join ded_log l on l.id = i.ref_id and l.firm_id = i.firm_id
        where i.firm_id = t.firm_id and i.remit_id = t.id and i.ref_kind = ${lit(RemitRef.offset)}
      ) taken on true
      where ${only} and (t.offset_amount <> -coalesce(taken.amount, 0) or taken.is_own is false)`,
  ),
];
