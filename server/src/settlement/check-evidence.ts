import { DedKind, DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { RewardKind, RewardStatus } from '@zhuiyuan/contract/parties/deductible/shop-reward';
import { SettleState } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import { PayeeKind, RemitRef, RemitStatus } from '@zhuiyuan/contract/settlement/settlement-enums';
import { VerStatus } from '@zhuiyuan/contract/redeem/redeem-states';
import { sql } from 'kysely';
import type { MoneyCheck } from '../fund/check-fund.ts';
import { firmCheck, isStaff } from '../fund/firm-check.ts';
import { verRef } from '../parties/deductible/credit-shop.ts';
import { noteChecks } from './check-notes.ts';
import { remitDigest } from '../parties/payee-account.ts';

const { lit } = sql;
const { shop, agent, firm } = DeductibleOwner;

/** Whether a live line of a remittance of that kind of payee pays a verification `t`. */
const isRemitted = (kind: PayeeKind) => sql`exists (
  select from remit_item i join remit r on r.id = i.remit_id and r.firm_id = i.firm_id
  where i.firm_id = t.firm_id and i.ref_kind = ${lit(RemitRef.ver)} and i.ref_id = t.id and i.is_live and r.payee_kind = ${lit(kind)})`;

/** Whether what an owner was owed for a verification `t`, or what came of it, was cleared whole since. */
const isCleared = (ownerKind: DeductibleOwner, owner: string, peerKind: DeductibleOwner, peer: string) => sql`exists (
  select from ded_log l where l.firm_id = t.firm_id and l.kind = ${lit(DedKind.clear)} and l.owner_kind = ${lit(ownerKind)}
    and l.owner_id = ${sql.ref(owner)} and l.peer_kind = ${lit(peerKind)} and l.peer_id = ${sql.ref(peer)} and l.id > (
      select min(credit.id) from ded_log credit where credit.firm_id = t.firm_id and credit.kind = ${lit(DedKind.verify)}
        and credit.ref_kind = ${lit(verRef)} and credit.ref_id = t.id))`;

/** Who did something to a remittance `t`, and when; who pays over WeChat Pay has begun to before it is paid. */
const actsOf = {
  't.created_by': 't.created_at',
  't.audit_by': 't.audit_at',
  't.reject_by': 't.rejected_at',
  't.paid_by': 't.turned_at',
};

/** Whether the payee of a remittance `t` was to be paid to its account when it was passed, as was noted; a change may have waited for it a little. */
const wasSaid = sql`exists (
  select from (
    select digest, at, lead(at) over (order by id) as until from payee_note n
    where n.firm_id = t.firm_id and n.owner_kind = t.payee_kind and n.owner_id = t.payee_id
  ) said
  where said.digest = ${remitDigest('t')} and said.at < t.audit_at + interval '1 minute'
    and coalesce(said.until, 'infinity') > t.audit_at - interval '1 minute')`;

/** What always shows that what was settled was owed, and went where it had to. Each answers what breaks it. */
export const evidenceChecks: readonly MoneyCheck[] = [
  firmCheck(
    '企业的打款单从1起连续编号，银行文件中的都在',
    (only) => sql`
      (select distinct on (t.firm_id) t.firm_id, '第 ' || t.place || ' 张打款单，现为 ' || t.remit_no as detail, t.firm_no - t.place as difference
      from (select t.*, row_number() over (partition by t.firm_id order by t.id) as place from remit t where ${only}) t
      where t.firm_no <> t.place order by t.firm_id, t.id)
      union all
      select t.firm_id, '打款单共 ' || t.last_no || ' 张，现有 ' || kept.count || ' 张', t.last_no - kept.count
      from remit_number t, lateral (select count(*) as count from remit r where r.firm_id = t.firm_id) kept
      where ${only} and t.last_no <> kept.count
      union all
      select t.firm_id, '银行文件 ' || t.file_no, t.amount - coalesce(kept.amount, 0)
      from bank_file t, lateral (
        select count(*) as count, sum(amount) as amount from remit r where r.firm_id = t.firm_id and r.id = any(t.remit_ids)
      ) kept
      where ${only} and (kept.count is distinct from cardinality(t.remit_ids) or kept.amount is distinct from t.amount)
      union all
      select t.firm_id, '打款单 ' || t.remit_id, t.amount
      from remit_end t where ${only} and not exists (select from remit r where r.firm_id = t.firm_id and r.id = t.remit_id)`,
  ),
  firmCheck(
    '打款单付往审核时的账户，未审核的付往收款方现在的账户',
    (only) => sql`
      select t.firm_id, '打款单 ' || t.remit_no as detail, t.amount as difference
      from remit t left join lateral (
        select pay_channel, pay_account, pay_account_sealed, pay_name from shop
        where t.payee_kind = ${lit(PayeeKind.shop)} and shop.id = t.payee_id and shop.firm_id = t.firm_id
        union all
        select pay_channel, pay_account, pay_account_sealed, pay_name from agent
        where t.payee_kind = ${lit(PayeeKind.agent)} and agent.id = t.payee_id and agent.firm_id = t.firm_id
      ) payee on true
      where ${only} and (case when t.audit_at is null then t.passed_account is not null
          else t.passed_account is distinct from ${remitDigest('t')} or not ${wasSaid} end
        or t.audit_at is null and t.status = ${lit(RemitStatus.waiting)} and (t.channel, t.account, t.account_sealed, t.account_name)
          is distinct from (payee.pay_channel, payee.pay_account, payee.pay_account_sealed, payee.pay_name))`,
  ),
  firmCheck(
    '打款单与抵扣记录的经手人都是企业或平台的员工',
    (only) => sql`
      select t.firm_id, '打款单 ' || t.remit_no as detail, t.amount as difference
      from (select *, coalesce(paid_at, updated_at) as turned_at from remit) t where ${only} and (${sql.join(
        Object.entries(actsOf).map(
          ([person, at]) => sql`${sql.ref(person)} is not null and not ${isStaff(person, at)}`,
        ),
        sql` or `,
      )})
      union all
      select t.firm_id, '抵扣记录 ' || t.id, t.amount
      from ded_log t where ${only} and case when t.kind = ${lit(DedKind.clear)} or t.ref_kind = 'shop_clear'
          or t.kind = ${lit(DedKind.reverse)} and t.ref_kind = ${lit(verRef)} or t.operator_id is not null
        then not ${isStaff('t.operator_id', 't.at')} end`,
  ),
  firmCheck(
    '奖励都有门店与登记人，已结算的都有打款单',
    (only) => sql`
      select t.firm_id, '奖励 ' || t.id as detail, t.amount as difference
      from shop_reward t
      where ${only} and t.kind <> ${lit(RewardKind.unpack)} and (t.created_by is null or not ${isStaff('t.created_by', 't.created_at')}
        or not exists (select from shop where shop.id = t.shop_id and shop.firm_id = t.firm_id)
        or not exists (select from reward_note n where n.firm_id = t.firm_id and n.reward_id = t.id)
        or t.status = ${lit(RewardStatus.settled)} and not exists (
          select from remit_item i join remit r on r.id = i.remit_id and r.firm_id = i.firm_id
          where i.firm_id = t.firm_id and i.ref_kind = ${lit(RemitRef.reward)} and i.ref_id = t.id and i.is_live
            and r.status = ${lit(RemitStatus.paid)}))`,
  ),
  firmCheck(
    '已结算的核销都有打款单或清零',
    (only) => sql`
      select t.firm_id, '核销 ' || t.ver_no as detail, t.deduct_amount as difference
      from prize_ver t
      where ${only} and t.status = ${lit(VerStatus.done)} and t.settle_state <> ${lit(SettleState.open)} and t.deduct_amount > 0 and not (
        case when t.agent_id is null then ${isRemitted(PayeeKind.shop)} or ${isCleared(shop, 't.shop_id', firm, 't.firm_id')}
          else ${isCleared(shop, 't.shop_id', agent, 't.agent_id')} end
        and (t.settle_state <> ${lit(SettleState.agent)} or ${isRemitted(PayeeKind.agent)}
          or ${isCleared(agent, 't.agent_id', firm, 't.firm_id')}))`,
  ),
  firmCheck(
    '经销商为门店垫付的，各有门店的一次清零',
    (only) => sql`
      select t.firm_id, '抵扣记录 ' || t.id as detail, t.amount + coalesce(other.amount, 0) as difference
      from ded_log t left join ded_log other on other.firm_id = t.firm_id and case t.ref_kind
        when 'shop_clear' then other.id = t.ref_id and other.kind = ${lit(DedKind.clear)} and other.owner_id = t.shop_id
          and other.peer_kind = t.owner_kind and other.peer_id = t.owner_id
        else other.ref_kind = 'shop_clear' and other.ref_id = t.id and other.owner_kind = t.peer_kind and other.owner_id = t.peer_id end
      where ${only} and (t.ref_kind = 'shop_clear' or t.kind = ${lit(DedKind.clear)} and t.peer_kind = ${lit(agent)})
        and (other.amount, other.operator_id) is distinct from (-t.amount, t.operator_id)`,
  ),
  ...noteChecks,
];
