import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import { PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { sql } from 'kysely';
import type { MoneyCheck } from '../fund/check-fund.ts';
import { firmCheck } from '../fund/firm-check.ts';

const { lit } = sql;
const byHand = sql`(${lit(PaySource.hand)}, ${lit(PaySource.upload)})`;

/** What always holds of packets sent by hand. Each answers what breaks it. */
export const sendChecks: readonly MoneyCheck[] = [
  firmCheck(
    '手工发放的每一行恰有一笔发放，合计与发放单一致',
    (only) => sql`
      select t.firm_id, '手工发放 ' || t.send_no as detail, t.total_amount - coalesce(sums.amount, 0) as difference
      from red_send t left join lateral (
        select count(*) as lines, count(r.id) as count, sum(r.amount)::bigint as amount,
          bool_and(r.red_active_id = t.red_active_id and r.created_by = t.created_by) as agrees
        from red_send_line line
        left join red_info r on r.source in ${byHand} and r.source_id = line.id and r.firm_id = line.firm_id
        where line.send_id = t.id and line.firm_id = t.firm_id
      ) sums on true
      where ${only} and (sums.lines <> t.total_num or sums.count <> t.total_num or sums.amount is distinct from t.total_amount or sums.agrees is not true)`,
  ),
  firmCheck(
    '超过复核金额的手工发放都由另一人放行',
    (only) => sql`
      select t.firm_id, '手工发放 ' || t.send_no as detail, t.total_amount as difference from red_send t
      where ${only} and (t.needs_review <> (t.total_amount > t.review_above) or t.needs_review and exists (
        select from red_send_line line
        join red_info r on r.source in ${byHand} and r.source_id = line.id and r.firm_id = line.firm_id
        where line.send_id = t.id and line.firm_id = t.firm_id and r.attempt_no > 0
          and (r.reviewed_by is null or r.reviewed_by = t.created_by)))`,
  ),
  firmCheck(
    '手工发放的收款人与金额同其所写，并各有一条预占',
    (only) => sql`
      select t.firm_id, '手工发放 ' || send.send_no || ' 第' || t.line_no || '行' as detail,
        coalesce(nullif(coalesce(r.amount, 0) - coalesce(t.amount, 0), 0), r.amount) as difference
      from red_send_line t join red_send send on send.id = t.send_id and send.firm_id = t.firm_id
      left join red_info r on r.source in ${byHand} and r.source_id = t.id and r.firm_id = t.firm_id
      left join fund_ledger won on won.type = ${lit(LedgerType.reserve)} and won.ref_kind = 'redSend' and won.ref_id = t.id
        and won.firm_id = t.firm_id and won.activity_id = send.red_active_id
      where ${only} and ((r.openid, r.uid, r.amount) is distinct from (t.openid, t.uid, t.amount)
        or won.reserved is distinct from t.amount or t.is_held is distinct from send.needs_review)
      union all
      select t.firm_id, '发放 ' || t.bill_no, t.amount
      from red_info t left join red_send_line line on line.id = t.source_id and line.firm_id = t.firm_id
      where ${only} and t.source in ${byHand} and line.id is null
      union all
      select t.firm_id, '流水 ' || t.id, t.reserved
      from fund_ledger t left join red_send_line line on line.id = t.ref_id and line.firm_id = t.firm_id
      where ${only} and t.type = ${lit(LedgerType.reserve)} and t.ref_kind = 'redSend' and line.id is null`,
  ),
];
