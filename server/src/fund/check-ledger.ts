import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import { sql } from 'kysely';
import type { MoneyCheck } from './check-fund.ts';
import { firmCheck } from './firm-check.ts';

const { recharge, allocate, reclaim, reserve, pay, release, adjust } = LedgerType;
const { lit } = sql;

/** What always holds of each row of the ledger by itself. */
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
];
