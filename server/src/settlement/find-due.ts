import { DedKind, DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { RewardStatus } from '@zhuiyuan/contract/parties/deductible/shop-reward';
import { SettleState } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { VerStatus } from '@zhuiyuan/contract/redeem/redeem-states';
import { PayeeKind, RemitRef } from '@zhuiyuan/contract/settlement/settlement-enums';
import { sql, type RawBuilder } from 'kysely';
import { remitRef } from '../parties/deductible/remit-balance.ts';

const { lit } = sql;

/** What is settled: of a firm's shops or dealers, handed out within a period, from an amount (fen) on. */
export interface DueOf {
  firmId: number;
  payeeKind: PayeeKind;
  /** Days, both included; all of the past without them. */
  period?: { from: string; to: string } | undefined;
  minAmount: number;
  /** Their shops, or themselves. */
  agentIds?: readonly number[] | undefined;
  payeeIds?: readonly number[] | undefined;
}

const within = (column: string, { period }: DueOf) =>
  period
    ? sql`${sql.ref(column)} >= ${`${period.from} 00:00:00`}::timestamptz and ${sql.ref(column)} < ${`${period.to} 00:00:00`}::timestamptz + interval '1 day'`
    : sql`true`;

const notTaken = (kind: string, row: string) =>
  sql`not exists (select from remit_item taken where taken.firm_id = ${sql.ref(`${row}.firmId`)} and taken.ref_kind = ${lit(kind)}
    and taken.ref_id = ${sql.ref(`${row}.id`)} and taken.is_live)`;

/** What shops are owed by the firm itself: prizes handed out where no dealer stands between, and rewards. */
const dueToShops = (of: DueOf) => sql`
  select v.shop_id as payee_id, ${lit(RemitRef.ver)} as ref_kind, v.id as ref_id, v.deduct_amount as amount, v.shop_id, v.ver_at as at
  from prize_ver v
  where v.firm_id = ${of.firmId} and v.agent_id is null and v.status = ${lit(VerStatus.done)} and v.settle_state = ${lit(SettleState.open)}
    and ${within('v.ver_at', of)}
  union all
  select r.shop_id, ${lit(RemitRef.reward)}, r.id, r.amount, r.shop_id, r.created_at
  from shop_reward r
  where r.firm_id = ${of.firmId} and r.status = ${lit(RewardStatus.open)} and r.amount > 0 and ${within('r.created_at', of)}
    and ${notTaken(RemitRef.reward, 'r')}`;

/**
 * What dealers are owed by the firm: prizes they settled with their shops, less what orders took of it. Orders count whenever they were.
 * One that was cleared is over, unless a remittance it was part of was rejected later.
 */
const dueToAgents = (of: DueOf) => sql`
  select v.agent_id as payee_id, ${lit(RemitRef.ver)} as ref_kind, v.id as ref_id, v.deduct_amount as amount, v.shop_id, v.ver_at as at
  from prize_ver v
  where v.firm_id = ${of.firmId} and v.agent_id is not null and v.status = ${lit(VerStatus.done)} and v.settle_state = ${lit(SettleState.shop)}
    and ${within('v.ver_at', of)}
  union all
  select l.owner_id, ${lit(RemitRef.offset)}, l.id, l.amount, null, l.at
  from ${openOffsets} l
  where l.firm_id = ${of.firmId}`;

/** What orders took of dealers' credit, or gave back to it, that nothing has settled. */
export const openOffsets = sql`(
  select l.* from ded_log l
  where l.owner_kind = ${lit(DeductibleOwner.agent)} and l.peer_kind = ${lit(DeductibleOwner.firm)}
    and l.kind in (${lit(DedKind.offset)}, ${lit(DedKind.reverse)}) and l.ref_kind <> ${lit(remitRef)}
    and ${notTaken(RemitRef.offset, 'l')}
    and not exists (
      select from ded_log cleared
      where cleared.firm_id = l.firm_id and cleared.owner_kind = l.owner_kind and cleared.owner_id = l.owner_id
        and cleared.kind = ${lit(DedKind.clear)} and cleared.id > l.id
        and not exists (
          select from remit_item freed join ded_log back
            on back.kind = ${lit(DedKind.reverse)} and back.ref_kind = ${lit(remitRef)} and back.ref_id = freed.remit_id
              and back.owner_kind = l.owner_kind and back.owner_id = l.owner_id
          where freed.firm_id = l.firm_id and freed.ref_kind = ${lit(RemitRef.offset)} and freed.ref_id = l.id and back.id > cleared.id))
)`;

const chosen = ({ firmId, payeeKind, agentIds, payeeIds }: DueOf) => {
  const byAgent =
    agentIds === undefined
      ? sql`true`
      : payeeKind === PayeeKind.agent
        ? sql`payee_id = any(${agentIds}::bigint[])`
        : sql`payee_id in (select shop_id from shop_ass where shop_ass.firm_id = ${firmId} and kind = ${lit(ShopLinkKind.agent)} and unbind_at is null
            and target_id = any(${agentIds}::bigint[]))`;
  return payeeIds === undefined ? byAgent : sql`${byAgent} and payee_id = any(${payeeIds}::bigint[])`;
};

/**
 * Statements to begin another with: `due` are the lines that would be paid, `sums` one row a payee, of those alone who get at least the
 * least amount and whose account has what is taken of it.
 */
export const dueStatements = (of: DueOf): RawBuilder<unknown> => sql`
  due as materialized (
    select * from (${of.payeeKind === PayeeKind.shop ? dueToShops(of) : dueToAgents(of)}) as lines where ${chosen(of)}
  ), sums as materialized (
    select due.payee_id,
      coalesce(sum(due.amount), 0)::bigint as amount,
      coalesce(sum(due.amount) filter (where ref_kind = ${lit(RemitRef.ver)}), 0)::bigint as duct,
      -coalesce(sum(due.amount) filter (where ref_kind = ${lit(RemitRef.offset)}), 0)::bigint as offset_amount,
      coalesce(sum(due.amount) filter (where ref_kind = ${lit(RemitRef.reward)}), 0)::bigint as reward,
      count(*) filter (where ref_kind = ${lit(RemitRef.ver)})::int as ver_cnt,
      count(distinct due.shop_id)::int as shop_cnt,
      min(due.at) as first_at, max(due.at) as last_at
    from due
    group by due.payee_id
    having sum(due.amount) >= ${of.minAmount}
      and coalesce(sum(due.amount) filter (where ref_kind <> ${lit(RemitRef.reward)}), 0) between 0 and coalesce((
        select balance from ded_account
        where ded_account.firm_id = ${of.firmId} and owner_kind = ${of.payeeKind} and owner_id = due.payee_id
          and peer_kind = ${lit(DeductibleOwner.firm)} and peer_id = ${of.firmId}), 0)
  )`;
