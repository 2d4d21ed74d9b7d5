import { LedgerType, RequestStatus } from '@zhuiyuan/contract/fund/ledger-enums';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { findBroken } from './broken-rows.ts';
import { isStaff } from './firm-check.ts';

/** A row for which a rule does not hold; `difference` in fen. */
export interface Fault {
  firmId: number;
  poolId: number | null;
  detail: string;
  difference: number;
}

/** A rule that money obeys at every committed moment. It answers what breaks it: nothing, where all is well. */
export interface MoneyCheck {
  name: string;
  /** Over all firms, or of one. `db` sees all firms, or at least that one. */
  find: (db: Db, firmId?: number) => Promise<Fault[]>;
}

const check = (
  name: string,
  toStatement: (only: (column: string) => RawBuilder<unknown>) => RawBuilder<unknown>,
): MoneyCheck => ({
  name,
  find: (db, firmId) => {
    const only = (column: string) =>
      sql`(${firmId ?? null}::bigint is null or ${sql.ref(column)} = ${firmId ?? null}::bigint)`;
    return findBroken(db, toStatement(only));
  },
});

const { recharge, allocate, reclaim, reserve, pay, release, fee, adjust } = LedgerType;
const lit = sql.lit;

/** What always holds of pools, budgets and their ledger (I4 and I5). */
export const fundChecks: readonly MoneyCheck[] = [
  check(
    '资金池余额等于流水之和',
    (only) => sql`
      select pool.firm_id, pool.id as pool_id, pool.name as detail, balance - coalesce(sum(l.pool), 0) as difference
      from pool left join fund_ledger l on l.pool_id = pool.id and l.firm_id = pool.firm_id and l.pool <> 0
      where ${only('pool.firm_id')}
      group by pool.id having balance <> coalesce(sum(l.pool), 0)`,
  ),
  check(
    '累计充值与调账等于余额、已划拨、累计支出与手续费之和',
    (only) => sql`
      select pool.firm_id, pool.id as pool_id, pool.name as detail,
        booked.recharged + booked.adjusted - balance - given.allocated - given.paid - booked.fee as difference
      from pool,
      lateral (
        select coalesce(sum(l.pool) filter (where type = ${lit(recharge)}), 0) as recharged,
          coalesce(sum(l.pool) filter (where type = ${lit(adjust)}), 0) as adjusted,
          -coalesce(sum(l.pool) filter (where type = ${lit(fee)}), 0) as fee
        from fund_ledger l where l.pool_id = pool.id and l.firm_id = pool.firm_id and l.pool <> 0
      ) as booked,
      lateral (
        select coalesce(sum(remain + reserved), 0) as allocated, coalesce(sum(paid), 0) as paid
        from activity_budget where pool_id = pool.id and activity_budget.firm_id = pool.firm_id
      ) as given
      where ${only('pool.firm_id')}
        and booked.recharged + booked.adjusted <> balance + given.allocated + given.paid + booked.fee`,
  ),
  check(
    '活动预算等于流水之和',
    (only) => sql`
      with booked as (
        select firm_id, activity_id, pool_id, sum(avail) as remain, sum(reserved) as reserved,
          sum(outside) filter (where type = ${lit(pay)}) as paid,
          sum(avail) filter (where type = ${lit(allocate)}) as budget,
          -sum(avail) filter (where type = ${lit(reclaim)}) as released
        from fund_ledger where activity_id is not null and ${only('firm_id')}
        group by firm_id, activity_id, pool_id
      )
      select firm_id, pool_id, '活动 ' || activity_id as detail,
        -- A line moves money from one column to another: what is missing is the most that any of them lacks.
        greatest(abs(coalesce(b.budget, 0) - coalesce(booked.budget, 0)), abs(coalesce(b.remain, 0) - coalesce(booked.remain, 0)),
          abs(coalesce(b.reserved, 0) - coalesce(booked.reserved, 0)), abs(coalesce(b.paid, 0) - coalesce(booked.paid, 0)),
          abs(coalesce(b.released, 0) - coalesce(booked.released, 0))) as difference
      from (select * from activity_budget where ${only('firm_id')}) as b full join booked using (firm_id, activity_id, pool_id)
      where (coalesce(b.budget, 0), coalesce(b.remain, 0), coalesce(b.reserved, 0), coalesce(b.paid, 0), coalesce(b.released, 0))
        is distinct from (coalesce(booked.budget, 0), coalesce(booked.remain, 0), coalesce(booked.reserved, 0),
          coalesce(booked.paid, 0), coalesce(booked.released, 0))`,
  ),
  check(
    '每行流水四列相加为0',
    (only) => sql`
      select firm_id, pool_id, '流水 ' || id as detail, pool + avail + reserved + outside as difference
      from fund_ledger where ${only('firm_id')} and pool + avail + reserved + outside <> 0`,
  ),
  check(
    '支出与释放等于当时的预占',
    (only) => sql`
      select l.firm_id, l.pool_id, '流水 ' || l.id as detail, -l.reserved - coalesce(won.reserved, 0) as difference
      from fund_ledger l left join fund_ledger won
        on won.type = ${lit(reserve)} and won.ref_kind = l.ref_kind and won.ref_id = l.ref_id
          and won.firm_id = l.firm_id and won.activity_id = l.activity_id
      where ${only('l.firm_id')} and l.type in (${lit(pay)}, ${lit(release)}) and l.part_of is null
        and won.reserved is distinct from -l.reserved`,
  ),
  check(
    '整笔预占的各部分之和不超过它',
    (only) => sql`
      select part.firm_id, part.pool_id, '流水 ' || part.part_of as detail, part.sum - coalesce(whole.reserved, 0) as difference
      from (
        select firm_id, pool_id, activity_id, part_of, -sum(reserved) as sum from fund_ledger
        where part_of is not null and ${only('firm_id')} group by firm_id, pool_id, activity_id, part_of
      ) as part left join fund_ledger whole on whole.id = part.part_of and whole.type = ${lit(reserve)}
        and whole.firm_id = part.firm_id and whole.activity_id = part.activity_id
      where part.sum > coalesce(whole.reserved, 0)`,
  ),
  check(
    '充值与调账都经另一人复核，只入账一次',
    (only) => sql`
      select coalesce(l.firm_id, r.firm_id) as firm_id, coalesce(l.pool_id, r.pool_id) as pool_id,
        coalesce('申请 ' || r.id, '流水 ' || l.id) as detail, coalesce(l.pool, 0) - coalesce(r.amount, 0) as difference
      from (
        select *, case when ref_kind = 'request' then ref_id end as request_id
        from fund_ledger where type in (${lit(recharge)}, ${lit(adjust)}) and ${only('firm_id')}
      ) as l
      full join (
        select * from fund_request where status = ${lit(RequestStatus.passed)} and ${only('firm_id')}
      ) as r on l.request_id = r.id
      where (l.pool_id, l.pool, l.type::int) is distinct from (r.pool_id, r.amount, r.kind::int)
        or r.reviewed_by is not distinct from r.created_by or l.operator_id is distinct from r.created_by
        or not ${isStaff('r.created_by', 'r.created_at', 'r.firm_id')} or not ${isStaff('r.reviewed_by', 'r.reviewed_at', 'r.firm_id')}`,
  ),
  check(
    '每次划拨都由企业或平台的员工作出',
    (only) => sql`
      select firm_id, pool_id, '流水 ' || id as detail, avail as difference
      from fund_ledger l where ${only('l.firm_id')} and type = ${lit(allocate)} and not ${isStaff('l.operator_id', 'l.at', 'l.firm_id')}`,
  ),
  check(
    '流水写明的余额等于到它为止之和',
    (only) => sql`
      select firm_id, pool_id, '流水 ' || id as detail, balance_after - sum as difference from (
        select firm_id, pool_id, id, balance_after, sum(pool) over (partition by firm_id, pool_id order by id) as sum
        from fund_ledger where pool <> 0 and ${only('firm_id')}) run
      where balance_after is distinct from sum`,
  ),
  check(
    '流水依次记下，时间不早于之前的',
    // What an activity was given is held against its pool, for what drew from it may be written before; what was paid says nothing of what was left.
    (only) => sql`
      select firm_id, pool_id, '流水 ' || id as detail, greatest(abs(pool), abs(reserved), 1) as difference from (
        select l.*, max(at) over (partition by firm_id, pool_id order by id) as latest from fund_ledger l where pool <> 0 and ${only('l.firm_id')}
        union all
        select l.*, max(at) over (partition by firm_id, activity_id order by id) from fund_ledger l
        where pool = 0 and type <> ${lit(pay)} and activity_id is not null and ${only('l.firm_id')}
      ) lines
      where id < 1 or not isfinite(at) or at > now() + interval '1 hour' or at < latest - interval '1 hour'`,
  ),
  check(
    '流水、预算与资金池同属一家企业',
    (only) => sql`
      select l.firm_id, l.pool_id, '资金池 ' || l.pool_id as detail, 0 as difference
      from (select distinct firm_id, pool_id from fund_ledger where ${only('firm_id')}) as l
      left join pool on pool.id = l.pool_id
      where pool.firm_id is distinct from l.firm_id`,
  ),
];
