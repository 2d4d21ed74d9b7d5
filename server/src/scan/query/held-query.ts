import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { sql, type RawBuilder } from 'kysely';
import { custodyOf } from '../../codes/state/custody-query.ts';

/** Who had a code when it was asked about, and since when. */
export interface HeldBy {
  /** The dealer that has it, or that of the shop that has it. */
  agentId: number | null;
  shopId: number | null;
  /** Who looks after the shop, else after the dealer. */
  salesmanId: number | null;
  /** Full days since it was shipped last; null while it is with the firm. */
  shipDays: number | null;
}

const { lit } = sql;

/** {@link HeldBy} of a code that the statement around read as `unit`: its custody, then the dealer by key or the links of the shop by one look. */
export const heldQuery = (serial: RawBuilder<unknown>): RawBuilder<HeldBy> => sql<HeldBy>`(
  select coalesce(dealer.id, link.agent_id) as agent_id, case when holder_kind = ${lit(Holder.shop)} then holder_id end as shop_id,
    coalesce(dealer.salesman_id, link.salesman_id) as salesman_id,
    case when ship_at is not null then greatest(floor(extract(epoch from now() - ship_at) / 86400), 0)::int end as ship_days
  from ${custodyOf(serial)} custody
  left join lateral (
    select id, salesman_id from agent where holder_kind = ${lit(Holder.agent)} and id = holder_id and firm_id = unit.firm_id offset 0
  ) dealer on true
  left join lateral (
    select max(target_id) filter (where kind = ${lit(ShopLinkKind.agent)}) as agent_id,
      max(target_id) filter (where kind = ${lit(ShopLinkKind.salesman)}) as salesman_id
    from shop_ass where holder_kind = ${lit(Holder.shop)} and shop_id = holder_id and unbind_at is null and firm_id = unit.firm_id
  ) link on true)`;

/** The person of the firm whom an account's token stands for; nothing for one that is over, or who never came to this firm. */
export const consumerQuery = (tokenHash: RawBuilder<unknown>): RawBuilder<number | null> => sql<number | null>`(
  select member.id from account_session session join member on member.account_id = session.account_id and member.firm_id = unit.firm_id
  where session.token_hash = ${tokenHash} and session.expires_at > now())`;
