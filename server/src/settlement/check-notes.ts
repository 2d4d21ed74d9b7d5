import { DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { RemitStatus } from '@zhuiyuan/contract/settlement/settlement-enums';
import { sql } from 'kysely';
import type { MoneyCheck } from '../fund/check-fund.ts';
import { firmCheck, isStaff } from '../fund/firm-check.ts';
import { payeeDigest } from '../parties/payee-account.ts';

const { lit } = sql;

/** Shops, or dealers, whose account is not the one that was noted last; nothing was said of whom nothing was noted. */
const strayPayees = (table: 'shop' | 'agent') => sql`
  from ${sql.id(table)} t left join lateral (
    select digest from payee_note n where n.firm_id = t.firm_id and n.owner_kind = ${lit(DeductibleOwner[table])} and n.owner_id = t.id
    order by n.id desc limit 1
  ) noted on true
  where case when noted.digest is null then (t.pay_channel, t.pay_account, t.pay_name) <> ('', '', '') or t.pay_account_sealed is not null
    else noted.digest <> ${payeeDigest('t')} end`;

/** What always holds of how money goes to shops and dealers against what was noted of it. Each answers what breaks it. */
export const noteChecks: readonly MoneyCheck[] = [
  firmCheck(
    '门店与经销商的收款账户同最后记下的',
    (only) => sql`
      select t.firm_id, '门店 ' || t.id as detail, 1 as difference ${strayPayees('shop')} and ${only}
      union all
      select t.firm_id, '经销商 ' || t.id, 1 ${strayPayees('agent')} and ${only}
      union all
      select t.firm_id, '收款账户记录 ' || t.id, 1
      from payee_note t where ${only} and t.changed_by is not null and not ${isStaff('t.changed_by', 't.at')}`,
  ),
  firmCheck(
    '打款单的打款与驳回同当时记下的，只有一次',
    (only) => sql`
      select t.firm_id, '打款单 ' || t.remit_no as detail, t.amount as difference
      from remit t left join remit_end ended on ended.firm_id = t.firm_id and ended.remit_id = t.id
      where ${only} and (case t.status when ${lit(RemitStatus.waiting)} then ended.remit_id is not null
        else (ended.status, ended.amount, ended.at, ended.person) is distinct from (t.status, t.amount, coalesce(t.paid_at, t.rejected_at),
          case t.status when ${lit(RemitStatus.paid)} then t.paid_by else t.reject_by end) end
        or t.status = ${lit(RemitStatus.rejected)} and (t.voucher <> '' or t.result_task_id is not null or t.fee <> 0))`,
  ),
  firmCheck(
    '奖励同登记时记下的',
    (only) => sql`
      select t.firm_id, '奖励 ' || t.reward_id as detail, coalesce(w.amount, 0) - t.amount as difference
      from reward_note t left join shop_reward w on w.firm_id = t.firm_id and w.id = t.reward_id
      where ${only} and (t.shop_id, t.kind, t.amount, t.points, t.created_by) is distinct from
        (w.shop_id, w.kind, w.amount, w.points, w.created_by)`,
  ),
];
