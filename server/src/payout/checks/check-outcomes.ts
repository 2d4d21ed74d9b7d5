import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import { AuditStatus } from '@zhuiyuan/contract/kit/endpoint';
import { BillState, Delivery, PaySource, ReconDiffType, ReconState } from '@zhuiyuan/contract/payout/payout-enums';
import { reconApi } from '@zhuiyuan/contract/payout/recon';
import { sql } from 'kysely';
import { keptSince } from '../../access/clean-logs.ts';
import type { MoneyCheck } from '../../fund/check-fund.ts';
import { firmCheck, isStaff } from '../../fund/firm-check.ts';

const { fail, cancelled, success } = BillState;
const { pay, release, reserve } = LedgerType;
const { lit } = sql;

/** What the ledger calls the end of a payout's money, by its source: that of a red code is a part of its batch's. */
const endKind = sql`case r.source
  when ${lit(PaySource.draw)} then 'draw' when ${lit(PaySource.unpack)} then 'draw' when ${lit(PaySource.code)} then 'redCode'
  when ${lit(PaySource.hand)} then 'redSend' when ${lit(PaySource.upload)} then 'redSend' when ${lit(PaySource.remit)} then 'remit' end`;

/** What always holds of where payouts come from and how they ended. Each answers what breaks it. */
export const outcomeChecks: readonly MoneyCheck[] = [
  firmCheck(
    '每笔发放的来由都是已知的，红包码与打款的有其预占',
    // Those of draws and of packets by hand are held against their reservations beside what they are of.
    (only) => sql`
      select t.firm_id, '发放 ' || t.bill_no as detail, t.amount as difference
      from red_info t
      left join red_bar bar on t.source = ${lit(PaySource.code)} and bar.id = t.source_id and bar.firm_id = t.firm_id
      left join fund_ledger whole on whole.type = ${lit(reserve)} and whole.ref_kind = 'redBatch' and whole.ref_id = bar.batch_id
        and whole.firm_id = t.firm_id and whole.activity_id = t.red_active_id
      left join fund_ledger won on t.source = ${lit(PaySource.remit)} and won.type = ${lit(reserve)} and won.ref_kind = 'remit' and won.ref_id = t.source_id
        and won.firm_id = t.firm_id
      where ${only} and case
        when t.source in (${lit(PaySource.draw)}, ${lit(PaySource.unpack)}, ${lit(PaySource.hand)}, ${lit(PaySource.upload)}) then false
        when t.source = ${lit(PaySource.code)} then whole.id is null
        when t.source = ${lit(PaySource.remit)} then won.reserved is distinct from t.amount
        else true end`,
  ),
  firmCheck(
    '每笔发放由本企业的商户支付',
    (only) => sql`
      select t.firm_id, '发放 ' || t.bill_no as detail, t.amount as difference
      from red_info t left join merchant m on m.id = t.mch_conf_id
      where ${only} and t.mch_conf_id is not null and m.firm_id is distinct from t.firm_id`,
  ),
  firmCheck(
    '支出与释放的流水同其发放的结果',
    // A prize that nobody claimed in time is free again without a payout, or beside one that failed.
    (only) => sql`
      select coalesce(l.firm_id, r.firm_id) as firm_id, coalesce('发放 ' || r.bill_no, '流水 ' || l.id) as detail,
        greatest(-l.reserved, r.amount) as difference
      from (
        select * from fund_ledger t where ${only} and type in (${lit(pay)}, ${lit(release)}) and ref_kind in ('draw', 'redSend', 'redCode', 'remit')
      ) l
      full join (
        select t.firm_id, t.bill_no, t.status, t.amount, t.source_id, t.end_kind
        from (select r.*, ${endKind} as end_kind from red_info r) t
        where ${only} and (t.status = ${lit(Delivery.RECEIVED)} or t.closed_at is not null)
      ) r on r.end_kind = l.ref_kind and r.source_id = l.ref_id and r.firm_id = l.firm_id
      where case when l.id is null then true
        when r.bill_no is null then l.type = ${lit(pay)} or l.ref_kind <> 'draw'
        else (l.type = ${lit(pay)}) <> (r.status = ${lit(Delivery.RECEIVED)}) or r.amount <> -l.reserved end`,
  ),
  firmCheck(
    '说过转账成功的尝试都是成功的，每个事件都有其尝试',
    // Said of an attempt that had ended otherwise by then, or of other money, another receiver or account, it moved nothing.
    (only) => sql`
      select t.firm_id, coalesce('尝试 ' || p.out_bill_no, '事件 ' || t.id) as detail, coalesce(p.amount, 1) as difference
      from payout_event t left join payout p on p.id = t.payout_id and p.firm_id = t.firm_id
      left join merchant m on m.id = p.mch_conf_id
      where ${only} and t.payout_id is not null and (p.id is null
        or p.state <> ${lit(success)} and (t.to_state = ${lit(success)} or t.raw ->> 'state' = 'SUCCESS') and not (t.level > 0 and (
          t.from_state in (${lit(fail)}, ${lit(cancelled)}) and exists (
            select from payout_event e where e.payout_id = t.payout_id and e.firm_id = t.firm_id and e.id < t.id and e.to_state = t.from_state)
          or (t.raw ->> 'amount', t.raw ->> 'openid', coalesce(t.raw ->> 'mchId', m.mchid)) is distinct from (p.amount::text, p.openid::text, m.mchid::text))))`,
  ),
  firmCheck(
    '与账单核对过的尝试同账单相符，或列为差异',
    // Whenever a merchant's bills are looked at, all that ended days before is judged; only what came back later is opened again by a later bill.
    (only) => sql`
      select t.firm_id, '尝试 ' || t.out_bill_no as detail,
        coalesce(nullif(t.billed_out - t.billed_in - case when t.state = ${lit(success)} then t.amount else 0 end, 0), t.amount) as difference
      from payout t
      where ${only} and t.judged_at is not null
        and (t.billed_out - t.billed_in <> case when t.state = ${lit(success)} then t.amount else 0 end or t.billed_out not in (0, t.amount))
        and not exists (select from recon_diff d where d.mch_conf_id = t.mch_conf_id and d.out_bill_no = t.out_bill_no and d.firm_id = t.firm_id
          and d.diff_type <> ${lit(ReconDiffType.theirsMore)} and d.our_amount = case when t.state = ${lit(success)} then t.amount else 0 end)
      union all
      select t.firm_id, '尝试 ' || t.out_bill_no, greatest(t.billed_out, t.amount)
      from payout t
      join (select mch_conf_id, firm_id, max(judged_at) as at from payout group by mch_conf_id, firm_id) judged
        on judged.mch_conf_id = t.mch_conf_id and judged.firm_id = t.firm_id
      join (select mch_conf_id, max(at) as at from recon_day group by mch_conf_id) bills
        on bills.mch_conf_id = t.mch_conf_id and bills.at < judged.at
      where ${only} and t.judged_at is null and t.state in (${lit(success)}, ${lit(fail)}, ${lit(cancelled)})
        and t.billed_in = 0 and t.billed_out <> case when t.state = ${lit(success)} then t.amount else 0 end
        and (t.finished_at < judged.at - interval '5 days' or t.finished_at > now() + interval '1 hour')
        and coalesce(t.posted_at, t.created_at) between judged.at - interval '80 days' and judged.at`,
  ),
  firmCheck(
    '对账差异的处理都由企业或平台的员工作出，并有其操作日志',
    (only) => sql`
      select t.firm_id, '对账差异 ' || t.out_bill_no as detail, greatest(abs(t.our_amount - t.bill_amount), 1) as difference
      from recon_diff t
      where ${only} and case t.state when ${lit(ReconState.open)} then t.handled_by is not null or t.handled_at is not null
        else t.handled_at is null or not ${isStaff('t.handled_by', 't.handled_at')} or t.handled_at > ${keptSince} + interval '1 day' and not exists (
          select from audit_log l where l.title = ${lit(reconApi.handle.title)} and l.oper_time = t.handled_at and l.admin_id = t.handled_by
            and l.status = ${lit(AuditStatus.normal)} and l.oper_param ~ ('"id":"?[ +0]*' || t.id || '([^0-9]|$)')) end`,
  ),
];
