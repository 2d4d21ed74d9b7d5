import { sql } from 'kysely';
import type { MoneyCheck } from '../../fund/check-fund.ts';
import { firmCheck, notedByStaff } from '../../fund/firm-check.ts';

/** What always holds of the terms of red packet activities, and of who says them. Each answers what breaks it. */
export const redTermChecks: readonly MoneyCheck[] = [
  firmCheck(
    '红包活动的商户、金额、预算、限制与时间同最后记下的',
    (only) => sql`
      select t.firm_id, '红包活动 ' || t.id as detail, 1 as difference
      from red_active t left join lateral (
        select digest from red_active_note n where n.firm_id = t.firm_id and n.red_active_id = t.id order by n.id desc limit 1
      ) noted on true
      where ${only} and noted.digest is distinct from digest_red_active(t)
      union all
      select distinct t.firm_id, '红包活动 ' || t.red_active_id, 1
      from red_active_note t where ${only} and not exists (select from red_active a where a.firm_id = t.firm_id and a.id = t.red_active_id)`,
  ),
  notedByStaff(
    '红包活动建立与更改的人都是企业或平台的员工',
    'red_active_note',
    ['red_active_id'],
    sql`'红包活动 ' || t.red_active_id`,
  ),
];
