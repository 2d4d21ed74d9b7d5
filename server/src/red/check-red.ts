import { Audience } from '@zhuiyuan/contract/campaign/campaign-states';
import { Delivery, PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { RedBatchState, RedCodeState } from '@zhuiyuan/contract/red/red-enums';
import { sql } from 'kysely';
import { firmCheck } from '../fund/firm-check.ts';
import type { MoneyCheck } from '../fund/check-fund.ts';
import { sendChecks } from './check-sends.ts';

const { lit } = sql;
const inUse = sql`(${lit(RedBatchState.ready)}, ${lit(RedBatchState.voiding)}, ${lit(RedBatchState.void)}, ${lit(RedBatchState.frozen)})`;

/** What always holds of red packets: their part of I4, and I13. */
export const redChecks: readonly MoneyCheck[] = [
  firmCheck(
    '红包活动的预占等于未领取的红包码与未结的红包之和',
    (only) => sql`
      select t.firm_id, '红包活动 ' || t.id as detail, budget.reserved - coalesce(codes.amount, 0) - coalesce(open.amount, 0) as difference
      from red_active t join activity_budget budget on budget.activity_id = t.id and budget.firm_id = t.firm_id
      left join (
        select red_active_id, sum(total_amount - coalesce(told.amount, 0)) as amount from red_batch
        left join (
          select batch_id, sum(amount) as amount from red_bar where state in (${lit(RedCodeState.used)}, ${lit(RedCodeState.void)}) group by batch_id
        ) told on told.batch_id = red_batch.id
        where red_batch.state <> ${lit(RedBatchState.failed)} group by red_active_id
      ) codes on codes.red_active_id = t.id
      left join (
        select red_active_id, sum(amount) as amount from red_info
        where status <> ${lit(Delivery.RECEIVED)} and closed_at is null and red_active_id is not null group by red_active_id
      ) open on open.red_active_id = t.id
      where ${only} and budget.reserved <> coalesce(codes.amount, 0) + coalesce(open.amount, 0)`,
  ),
  firmCheck(
    '已领取的红包码都有领取人、扫码占用与一笔发放',
    (only) => sql`
      select t.firm_id, '红包码 ' || t.id as detail, t.amount as difference
      from red_bar t join red_batch batch on batch.id = t.batch_id and batch.firm_id = t.firm_id
      left join red_info r on r.source = ${lit(PaySource.code)} and r.source_id = t.id and r.firm_id = t.firm_id
      left join code_use use on use.seg = t.seg and use.serial = t.serial and use.audience = ${lit(Audience.consumer)} and use.firm_id = t.firm_id
      where ${only} and t.state = ${lit(RedCodeState.used)} and (
        r.amount is distinct from t.amount or r.uid is distinct from t.uid or r.red_active_id is distinct from batch.red_active_id
        or use.uid is distinct from t.uid or use.draw_id is not null)
      union all
      select t.firm_id, '发放 ' || t.id, t.amount from red_info t
      left join red_bar bar on bar.id = t.source_id and bar.firm_id = t.firm_id and bar.state = ${lit(RedCodeState.used)}
      where ${only} and t.source = ${lit(PaySource.code)} and bar.id is null
      union all
      select t.firm_id, '码 ' || t.seg || '-' || t.serial, 1 from code_use t
      left join red_bar bar on bar.seg = t.seg and bar.serial = t.serial and bar.firm_id = t.firm_id and bar.state = ${lit(RedCodeState.used)}
      where ${only} and t.draw_id is null and bar.id is null`,
  ),
  firmCheck(
    '已结束的红包活动没有可领取或冻结的批次',
    (only) => sql`
      select t.firm_id, '批次 ' || t.batch_no as detail, t.total_amount as difference
      from red_batch t join red_active active on active.id = t.red_active_id and active.firm_id = t.firm_id
      where ${only} and active.ended_at is not null and t.state in (${lit(RedBatchState.ready)}, ${lit(RedBatchState.frozen)})`,
  ),
  firmCheck(
    '可使用的批次每个码都有红包',
    (only) => sql`
      select t.firm_id, '批次 ' || t.batch_no as detail, t.total_num - counted.count as difference
      from red_batch t, lateral (
        select count(*) filter (where amount_sealed is not null) as count from red_bar
        where red_bar.batch_id = t.id and red_bar.firm_id = t.firm_id
      ) counted
      where ${only} and t.state in ${inUse} and t.total_num <> counted.count`,
  ),
  ...sendChecks,
];
