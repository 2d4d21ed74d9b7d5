import { DedKind, DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { sql } from 'kysely';
import { verRef } from '../deductible/credit-shop.ts';

const { lit } = sql;

/** Campaigns a shop is bound to, those put aside left out. */
export const boundActs = sql<number>`(
  select count(*)::int from bind_act join activity on activity.id = bind_act.activity_id and activity.firm_id = bind_act.firm_id
  where bind_act.firm_id = shop.firm_id and bind_act.shop_id = shop.id and activity.is_del = 0)`;

/** Prizes a shop handed out; what was taken back counts no more. */
export const verCount = sql<number>`(
  select coalesce(sum(qty), 0)::int from ded_log where ded_log.firm_id = shop.firm_id and ded_log.shop_id = shop.id
  and ded_log.owner_kind = ${lit(DeductibleOwner.shop)} and ded_log.kind in (${lit(DedKind.verify)}, ${lit(DedKind.reverse)})
  and ded_log.ref_kind = ${lit(verRef)})`;

/** What a shop is owed as deductible, fen. */
export const dedBalance = sql<number>`(
  select coalesce(sum(balance), 0)::bigint from ded_account where ded_account.firm_id = shop.firm_id
  and ded_account.owner_kind = ${lit(DeductibleOwner.shop)} and ded_account.owner_id = shop.id)`;
