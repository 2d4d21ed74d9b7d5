import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import { sql } from 'kysely';
import type { MoneyCheck } from './check-fund.ts';
import { firmCheck } from './firm-check.ts';

const { recharge, allocate, reclaim, reserve, pay, release, adjust } = LedgerType;
const { lit } = sql;

/** What money that was reserved is let go for. */
const released = sql`('draw', 'redBatch', 'redCode', 'redSend', 'redVoid', 'remit')`;

/** What always holds of each row of the ledger, and of each budget, by itself. */
export const ledgerChecks: readonly MoneyCheck[] = [
  firmCheck(
    '每行流水的类型与其金额的去向相符',
    // As the table refuses it, unless that was taken away. Nothing books a fee (手续费): what says to be one is money that went elsewhere.
    (only) => sql`
      select t.firm_id, '流水 ' || t.id as detail, greatest(abs(t.pool), abs(t.avail), abs(t.reserved), abs(t.outside)) as difference
      from fund_ledger t
      where ${only} and case t.type
        when ${lit(recharge)} then t.pool > 0 and t.outside = -t.pool and t.avail = 0 and t.reserved = 0 and t.activity_id is null
        when ${lit(allocate)} then t.avail > 0 and t.pool = -t.avail and t.reserved = 0 and t.outside = 0 and t.activity_id is not null
        when ${lit(reclaim)} then t.pool > 0 and t.avail = -t.pool and t.reserved = 0 and t.outside = 0 and t.activity_id is not null
        when ${lit(reserve)} then t.reserved > 0 and t.avail = -t.reserved and t.pool = 0 and t.outside = 0 and t.activity_id is not null
        when ${lit(pay)} then t.outside > 0 and t.reserved = -t.outside and t.pool = 0 and t.avail = 0 and t.activity_id is not null
        when ${lit(release)} then t.avail > 0 and t.reserved = -t.avail and t.pool = 0 and t.outside = 0 and t.activity_id is not null
        when ${lit(adjust)} then t.pool <> 0 and t.outside = -t.pool and t.avail = 0 and t.reserved = 0 and t.activity_id is null
        else false end is not true`,
  ),
  firmCheck(
    '每行流水的用途是已知的，每个预算都有其活动或资金池',
    (only) => sql`
      select t.firm_id, '流水 ' || t.id as detail, greatest(abs(t.pool), abs(t.avail), abs(t.reserved), abs(t.outside)) as difference
      from fund_ledger t
      where ${only} and case when t.type in (${lit(recharge)}, ${lit(adjust)}) then t.ref_kind = 'request'
        when t.type = ${lit(allocate)} then t.ref_kind is null
        when t.type = ${lit(reclaim)} then t.ref_kind is null or t.ref_kind in ${released}
        when t.type = ${lit(reserve)} then t.ref_kind in ('draw', 'redBatch', 'redSend', 'remit')
        when t.type = ${lit(pay)} then t.ref_kind in ('draw', 'redCode', 'redSend', 'remit')
        when t.type = ${lit(release)} then t.ref_kind in ${released} end is not true
      union all
      select t.firm_id, '预算 ' || t.activity_id, greatest(t.budget, 1)
      from activity_budget t
      where ${only} and not exists (select from activity a where a.id = t.activity_id and a.firm_id = t.firm_id)
        and not exists (select from red_active a where a.id = t.activity_id and a.firm_id = t.firm_id)
        and not exists (select from pool p where p.remit_budget_id = t.activity_id and p.firm_id = t.firm_id)`,
  ),
];
