import { ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { ClaimMode, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { DedKind, DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { SettleState } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { VerStatus } from '@zhuiyuan/contract/redeem/redeem-states';
import { sql, type RawBuilder } from 'kysely';
import type { MoneyCheck } from '../fund/check-fund.ts';
import { firmCheck } from '../fund/firm-check.ts';
import { verRef } from '../parties/deductible/credit-shop.ts';

const { lit } = sql;

/**
 * Whether a shop did not belong, when a verification `t` was made, to whom it names: nobody is named of a shop without such a link. An
 * end is written down at the time its transaction began, which may lie a little before a verification that it waited for. A link may be said
 * to have begun, and the one before it to have ended, earlier than it was written: until then the former stood.
 */
const isStranger = (kind: ShopLinkKind, named: string) => sql`case when ${sql.ref(named)} is null
  then exists (select from shop_ass l where l.firm_id = t.firm_id and l.shop_id = t.shop_id and l.kind = ${lit(kind)}
    and greatest(l.bind_at, l.created_at) < t.ver_at - interval '1 minute' and (l.unbind_at is null or l.unbind_at > t.ver_at + interval '1 minute'))
  else not exists (select from shop_ass l where l.firm_id = t.firm_id and l.shop_id = t.shop_id and l.kind = ${lit(kind)}
    and l.target_id = ${sql.ref(named)} and greatest(l.bind_at, l.created_at) < t.ver_at + interval '1 minute'
    and (l.unbind_at is null or l.unbind_at > t.ver_at - interval '1 minute' or exists (
      select from shop_ass next where next.firm_id = l.firm_id and next.shop_id = l.shop_id and next.kind = l.kind and next.id > l.id
        and next.bind_at = l.unbind_at and next.created_at > t.ver_at - interval '1 minute'))) end`;

/** How long a transaction that hands a prize out may wait between what it writes. */
const near = sql`interval '20 minutes'`;
const isFar = (one: string, other: string) =>
  sql`${sql.ref(one)} not between ${sql.ref(other)} - ${near} and ${sql.ref(other)} + ${near}`;
const dayOf = (moment: RawBuilder<unknown>) => sql`to_char(${moment} at time zone 'Asia/Shanghai', 'YYYYMMDD')`;

/** What always holds of prizes handed out in shops and what they are owed for them (I11). Each answers what breaks it. */
export const redeemChecks: readonly MoneyCheck[] = [
  firmCheck(
    '有效核销与到店领取一一对应',
    (only) => sql`
      select t.firm_id, '核销 ' || t.ver_no as detail, t.deduct_amount - coalesce(claim.deduct_amount, 0) as difference
      from prize_ver t left join claim on claim.draw_id = t.draw_id
      where ${only} and ((claim.firm_id, claim.activity_id, claim.tier_id, claim.prize_id, claim.uid, claim.deduct_amount)
          is distinct from (t.firm_id, t.activity_id, t.tier_id, t.prize_id, t.uid, t.deduct_amount)
        or t.status = ${lit(VerStatus.done)} and (claim.status, claim.prize_type, claim.claim_mode)
          is distinct from (${lit(ClaimStatus.claimed)}, ${lit(PrizeType.goods)}, ${lit(ClaimMode.shop)}))
      union all
      select t.firm_id, '领取 ' || t.claim_no, t.deduct_amount
      from claim t
      where ${only} and t.status = ${lit(ClaimStatus.claimed)} and t.prize_type = ${lit(PrizeType.goods)}
        and t.claim_mode = ${lit(ClaimMode.shop)}
        and not exists (select from prize_ver v where v.draw_id = t.draw_id and v.firm_id = t.firm_id and v.status = ${lit(VerStatus.done)})`,
  ),
  firmCheck(
    '每笔核销与冲正各有一条抵扣记录',
    (only) => sql`
      select t.firm_id, '核销 ' || t.ver_no as detail,
        coalesce(booked.amount, 0) - case when t.status = ${lit(VerStatus.done)} then t.deduct_amount else 0 end as difference
      from prize_ver t left join lateral (
        select sum(amount) as amount, count(*) as count, bool_and(owner_id = t.shop_id and owner_kind = ${lit(DeductibleOwner.shop)}
          and peer_id = coalesce(t.agent_id, t.firm_id)) as is_own
        from ded_log where ded_log.firm_id = t.firm_id and ded_log.shop_id = t.shop_id and ref_kind = ${lit(verRef)} and ref_id = t.id
      ) booked on true
      where ${only} and (booked.count <> case when t.status = ${lit(VerStatus.done)} then 1 else 2 end or booked.is_own is not true
        or coalesce(booked.amount, 0) <> case when t.status = ${lit(VerStatus.done)} then t.deduct_amount else 0 end)
      union all
      select t.firm_id, '抵扣记录 ' || t.id, t.amount
      from ded_log t
      where ${only} and t.ref_kind = ${lit(verRef)}
        and not exists (select from prize_ver v where v.id = t.ref_id and v.firm_id = t.firm_id)`,
  ),
  firmCheck(
    '抵扣余额等于抵扣记录之和',
    (only) => sql`
      select t.firm_id, '账户 ' || t.owner_kind || ' ' || t.owner_id as detail, t.balance - coalesce(booked.amount, 0) as difference
      from ded_account t left join lateral (
        select sum(amount) as amount from ded_log l where l.firm_id = t.firm_id and l.owner_kind = t.owner_kind
          and l.owner_id = t.owner_id and l.peer_kind = t.peer_kind and l.peer_id = t.peer_id
      ) booked on true
      where ${only} and (t.balance <> coalesce(booked.amount, 0) or t.balance <> t.total_in - t.total_out)`,
  ),
  firmCheck(
    '门店抵扣余额等于未结算的核销之和',
    (only) => sql`
      select t.firm_id, '门店 ' || t.owner_id as detail, t.balance - coalesce(open.amount, 0) as difference
      from ded_account t left join lateral (
        select sum(deduct_amount) as amount from prize_ver v where v.firm_id = t.firm_id and v.shop_id = t.owner_id
          and coalesce(v.agent_id, v.firm_id) = t.peer_id and (v.agent_id is null) = (t.peer_kind = ${lit(DeductibleOwner.firm)})
          and v.status = ${lit(VerStatus.done)} and v.settle_state = ${lit(SettleState.open)}
      ) open on true
      where ${only} and t.owner_kind = ${lit(DeductibleOwner.shop)} and t.balance <> coalesce(open.amount, 0)`,
  ),
  firmCheck(
    '抵扣记录依次记下，时间不早于之前的',
    // Written within the transactions that they belong to, which may wait for each other.
    (only) => sql`
      select t.firm_id, '抵扣记录 ' || t.id as detail, t.amount as difference
      from (select t.*, max(t.at) over (partition by t.firm_id order by t.id) as latest from ded_log t where ${only}) t
      where t.id < 1 or not isfinite(t.at) or t.at > now() + interval '1 hour' or t.at < t.latest - interval '1 hour'`,
  ),
  firmCheck(
    '核销的门店当时属于其经销商与业务员',
    (only) => sql`
      select t.firm_id, '核销 ' || t.ver_no as detail, t.deduct_amount as difference
      from prize_ver t
      where ${only} and (not exists (select from shop where shop.id = t.shop_id and shop.firm_id = t.firm_id)
        or ${isStranger(ShopLinkKind.agent, 't.agent_id')} or ${isStranger(ShopLinkKind.salesman, 't.salesman_id')})`,
  ),
  firmCheck(
    '核销的时间同其单号、入账、领取与抽奖',
    // The number is of the day; what was taken back is claimed again at another time.
    (only) => sql`
      select t.firm_id, '核销 ' || t.ver_no as detail, greatest(t.deduct_amount, 1) as difference
      from prize_ver t join claim on claim.draw_id = t.draw_id join draw on draw.id = t.draw_id
      left join ded_log l on l.firm_id = t.firm_id and l.kind = ${lit(DedKind.verify)} and l.ref_kind = ${lit(verRef)} and l.ref_id = t.id
      left join ded_log back on back.firm_id = t.firm_id and back.kind = ${lit(DedKind.reverse)} and back.ref_kind = ${lit(verRef)} and back.ref_id = t.id
      where ${only} and (t.ver_at < draw.drawn_at - interval '1 minute' or ${isFar('t.ver_at', 'l.at')}
        or substr(t.ver_no, 2, 8) not in (${dayOf(sql`(t.ver_at - ${near})`)}, ${dayOf(sql`(t.ver_at + ${near})`)})
        or t.status = ${lit(VerStatus.done)} and ${isFar('t.ver_at', 'claim.claimed_at')}
        or t.reversed_at is not null and (t.reversed_at < t.ver_at or ${isFar('t.reversed_at', 'back.at')}))`,
  ),
  firmCheck(
    '门店的关联同其建立与结束时记下的，前后不重叠',
    (only) => sql`
      select t.firm_id, '门店关联 ' || t.id as detail, 1 as difference
      from shop_ass t left join lateral (
        select * from link_note n where n.firm_id = t.firm_id and n.link_id = t.id order by n.id desc limit 1
      ) noted on true
      where ${only} and (noted.shop_id, noted.kind, noted.target_id, noted.bind_at, noted.unbind_at, noted.created_at) is distinct from
        (t.shop_id, t.kind, t.target_id, t.bind_at, t.unbind_at, t.created_at)
      union all
      select distinct t.firm_id, '门店关联 ' || t.link_id, 1
      from link_note t where ${only} and not exists (select from shop_ass l where l.firm_id = t.firm_id and l.id = t.link_id)
      union all
      select firm_id, '门店关联 ' || id, 1 from (
        select t.*, lag(coalesce(t.unbind_at, 'infinity')) over (partition by t.shop_id, t.kind order by t.id) as before
        from shop_ass t where ${only}) run
      where before > bind_at`,
  ),
  firmCheck(
    '每条抵扣记录的余额等于到它为止之和',
    (only) => sql`
      select firm_id, '抵扣记录 ' || id as detail, balance_after - sum as difference from (
        select t.*, sum(amount) over (partition by firm_id, owner_kind, owner_id, peer_kind, peer_id order by id) as sum
        from ded_log t where ${only}) run
      where balance_after is distinct from sum`,
  ),
];
