import { Audience, ClaimBusy, ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { BillState, Delivery, PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { sql } from 'kysely';
import type { MoneyCheck } from '../../fund/check-fund.ts';
import { firmCheck, isStaff } from '../../fund/firm-check.ts';

const { fail, cancelled, success, new: begun } = BillState;
const lit = sql.lit;

/**
 * Whether an attempt that asks for nothing is one that the demonstration was laid with until it wrote what is asked for: of a red code, and
 * WeChat Pay never said anything of it.
 */
const isOfDemonstration = sql`(r.source = ${lit(PaySource.code)} and t.provider_no = '' and t.posted_at = t.finished_at
  and t.created_at < (select applied_at from schema_migration where name = '0141-notes.sql')
  and not exists (select from payout_event e where e.firm_id = t.firm_id and e.payout_id = t.id and e.raw <> '{}'))`;

/** What always holds of payouts (I7 and I8). */
export const payoutChecks: readonly MoneyCheck[] = [
  firmCheck(
    '每次尝试的金额与商户同其发放记录，所发请求也相同',
    // Of two values of one name PostgreSQL reads the last: WeChat Pay may read the first.
    (only) => sql`
      select t.firm_id, '尝试 ' || t.out_bill_no as detail,
        coalesce(nullif(t.amount - coalesce(r.amount, 0), 0), t.amount) as difference
      from payout t left join red_info r on r.id = t.red_info_id and r.firm_id = t.firm_id
      where ${only} and (r.amount is distinct from t.amount or r.mch_conf_id <> t.mch_conf_id
        or case when t.body is null then false
          when t.body = '{}' then not ${isOfDemonstration}
          when case when is_json(t.body) then jsonb_typeof(t.body::jsonb) = 'object' else false end
          then (select count(distinct key) < count(*) from json_each(t.body::json))
            or (t.body::jsonb ->> 'transfer_amount', t.body::jsonb ->> 'out_bill_no') is distinct from (t.amount::text, t.out_bill_no)
            or t.body::jsonb ->> 'openid' is null else true end)`,
  ),
  firmCheck(
    '未冻结的发放都已尝试或已关闭',
    (only) => sql`
      select t.firm_id, '发放 ' || t.bill_no as detail, t.amount as difference
      from red_info t where ${only} and not t.hold and t.attempt_no = 0 and t.closed_at is null`,
  ),
  firmCheck(
    '发放的申请人与复核人都是企业或平台的员工',
    (only) => sql`
      select t.firm_id, '发放 ' || t.bill_no as detail, t.amount as difference
      from red_info t where ${only} and (t.created_by is not null and not ${isStaff('t.created_by', 't.created_at')}
        or t.reviewed_by is not null and not ${isStaff('t.reviewed_by', 't.reviewed_at')})`,
  ),
  firmCheck(
    '每笔发放至多一次未结束或成功的尝试',
    () => sql`
      select firm_id, '发放 ' || red_info_id as detail, (count(*) - 1) * max(amount) as difference
      from payout where state not in (${lit(fail)}, ${lit(cancelled)})
      group by firm_id, red_info_id having count(*) > 1`,
  ),
  firmCheck(
    '已领取的发放恰有一次成功的尝试，金额相同',
    () => sql`
      select r.firm_id, '发放 ' || r.id as detail, coalesce(sum(p.amount), 0) - case when r.status = ${lit(Delivery.RECEIVED)} then r.amount else 0 end as difference
      from red_info r left join payout p on p.firm_id = r.firm_id and p.red_info_id = r.id and p.state = ${lit(success)}
      group by r.id having coalesce(sum(p.amount), 0) <> case when r.status = ${lit(Delivery.RECEIVED)} then r.amount else 0 end`,
  ),
  firmCheck(
    '尝试的每个状态都有事件',
    () => sql`
      select firm_id, '尝试 ' || out_bill_no as detail, amount as difference
      from payout where state not in (${lit(begun)}, ${lit(BillState.posting)}) and not exists (
        select from payout_event e where e.firm_id = payout.firm_id and e.payout_id = payout.id and e.to_state = payout.state)`,
  ),
  firmCheck(
    '尝试的事件依次记下，时间不早于之前的',
    (only) => sql`
      select t.firm_id, '尝试 ' || t.payout_id || ' 事件 ' || t.id as detail, 1 as difference
      from (
        select t.*, max(t.at) over (partition by t.firm_id, t.payout_id order by t.id) as latest from payout_event t
        where ${only} and t.payout_id is not null
      ) t
      where t.id < 1 or not isfinite(t.at) or t.at > now() + interval '1 hour' or t.at < t.latest - interval '1 hour'`,
  ),
  firmCheck(
    '最后一次尝试的次数与发放记录一致',
    () => sql`
      select r.firm_id, '发放 ' || r.id as detail, r.amount as difference
      from red_info r where r.attempt_no <> (
        select coalesce(max(attempt_no), 0) from payout p where p.firm_id = r.firm_id and p.red_info_id = r.id)`,
  ),
  firmCheck(
    '现金中奖的领取与其发放一致',
    () => sql`
      select c.firm_id, '领取 ' || c.claim_no as detail, c.amount as difference
      from claim c join draw d on d.firm_id = c.firm_id and d.id = c.draw_id left join red_info r on r.firm_id = c.firm_id and r.source in (${lit(PaySource.draw)}, ${lit(PaySource.unpack)}) and r.source_id = c.draw_id
      where c.prize_type = ${lit(PrizeType.cash)} and (
        (c.status = ${lit(ClaimStatus.claimed)}) <> coalesce(r.status = ${lit(Delivery.RECEIVED)}, false)
        or (c.busy = ${lit(ClaimBusy.paying)}) <> coalesce(r.status in (${lit(Delivery.SENDING)}, ${lit(Delivery.SENT)}, ${lit(Delivery.RFUND_ING)}) and not r.hold, false)
        or (r.source = ${lit(PaySource.unpack)}) <> (d.audience = ${lit(Audience.shop)})
        or r.id is not null and (r.amount, r.uid, r.activity_id) is distinct from (c.amount, c.uid, c.activity_id))`,
  ),
];
