import { Audience } from '@zhuiyuan/contract/campaign/campaign-states';
import { sql } from 'kysely';
import type { MoneyCheck } from '../../fund/check-fund.ts';
import { firmCheck } from '../../fund/firm-check.ts';

const { lit } = sql;
/** Bits of a code's number that are its serial. */
const serialBits = lit(28);

/** What always holds of what drew, a code or a turn, which the number of a draw comes from. Each answers what breaks it. */
export const keyChecks: readonly MoneyCheck[] = [
  firmCheck(
    '抽奖的凭证号是其码，没有码的是其人的次数',
    (only) => sql`
      select t.firm_id, '抽奖 ' || t.id as detail, greatest(t.amount, 1) as difference from draw t
      where ${only} and case when t.seg is null or t.serial is null then t.seg is not null or t.serial is not null or t.key !~ '^P'
        else t.key is distinct from case t.audience when ${lit(Audience.consumer)} then 'C' when ${lit(Audience.shop)} then 'B' end
          || ((t.seg::bigint << ${serialBits}) + t.serial) end`,
  ),
  firmCheck(
    '每个码每类对象、每人每次各至多一次抽奖',
    (only) => sql`
      select t.firm_id, '码 ' || t.seg || '-' || t.serial as detail, count(*) - 1 as difference from draw t
      where ${only} and t.seg is not null group by t.firm_id, t.seg, t.serial, t.audience having count(*) > 1
      union all
      select t.firm_id, '用户 ' || t.uid || ' ' || t.key, count(*) - 1 from draw t
      where ${only} and t.seg is null group by t.firm_id, t.activity_id, t.epoch_id, t.uid, t.key having count(*) > 1
      union all
      select t.firm_id, '码 ' || t.seg || '-' || t.serial, count(*) - 1 from code_use t
      where ${only} group by t.firm_id, t.seg, t.serial, t.audience having count(*) > 1`,
  ),
];
