import { RedBatchState, RedCodeState } from '@zhuiyuan/contract/red/red-enums';
import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import { sql } from 'kysely';
import type { MoneyCheck } from '../../fund/check-fund.ts';
import { firmCheck } from '../../fund/firm-check.ts';

const { making, failed } = RedBatchState;
const { lit } = sql;
const isTold = sql`bar.state in (${lit(RedCodeState.used)}, ${lit(RedCodeState.void)})`;

/** What always holds of batches of red codes while they are made, and of their money. Each answers what breaks it. */
export const codeChecks: readonly MoneyCheck[] = [
  firmCheck(
    '红包码批次一天内生成完毕，此前没有摘要，也没有已领取的码',
    // It is looked for every ten seconds, and its file is read within hours: one that stays would never be held against its digest.
    (only) => sql`
      select t.firm_id, '批次 ' || t.batch_no as detail, t.total_amount as difference from red_batch t
      where ${only} and (
        t.state = ${lit(making)} and (t.created_at not between now() - interval '1 day' and now() + interval '1 hour'
          or t.digest is not null or t.made_at is not null)
        or t.state in (${lit(making)}, ${lit(failed)}) and exists (
          select from red_bar bar where bar.batch_id = t.id and bar.firm_id = t.firm_id and (t.state = ${lit(failed)} or ${isTold})))`,
  ),
  firmCheck(
    '红包码在其批次生成之后领取',
    (only) => sql`
      select t.firm_id, '红包码 ' || t.id as detail, t.amount as difference
      from red_bar t left join red_batch batch on batch.id = t.batch_id and batch.firm_id = t.firm_id
      where ${only} and t.state = ${lit(RedCodeState.used)} and t.used_at >= batch.made_at is not true`,
  ),
  firmCheck(
    '每个红包码批次有其预占，生成失败的已释放',
    (only) => sql`
      select coalesce(l.firm_id, b.firm_id) as firm_id, coalesce('批次 ' || b.batch_no, '流水 ' || l.id) as detail,
        coalesce(nullif(coalesce(b.total_amount, 0) - coalesce(l.reserved, 0), 0), b.total_amount) as difference
      from (select * from fund_ledger t where ${only} and t.type = ${lit(LedgerType.reserve)} and t.ref_kind = 'redBatch') l
      full join (select * from red_batch t where ${only}) b on b.id = l.ref_id and b.firm_id = l.firm_id and b.red_active_id = l.activity_id
      left join fund_ledger back on back.type = ${lit(LedgerType.release)} and back.ref_kind = 'redBatch' and back.ref_id = l.ref_id and back.firm_id = l.firm_id
      where l.reserved is distinct from b.total_amount or (b.state = ${lit(failed)}) <> (back.id is not null)`,
  ),
];
