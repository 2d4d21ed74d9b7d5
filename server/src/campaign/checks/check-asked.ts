import { sql } from 'kysely';
import type { MoneyCheck } from '../../fund/check-fund.ts';
import { firmCheck, isStaff, notedByStaff } from '../../fund/firm-check.ts';
import { isPublished } from './check-tiers.ts';

/** What always holds of what activities ask for, and of who says it. Each answers what breaks it. */
export const askedChecks: readonly MoneyCheck[] = [
  firmCheck(
    '活动的时间、限制、范围、预算与兜底奖级同最后记下的',
    // Of one that was taken back the notes stay, and it may be written anew.
    (only) => sql`
      select a.firm_id, '活动 ' || a.id as detail, 1 as difference
      from (select t.* from activity t where ${only}) a left join lateral (
        select digest from activity_note n where n.firm_id = a.firm_id and n.activity_id = a.id order by n.id desc limit 1
      ) noted on true
      where ${isPublished} and noted.digest is distinct from (select digest_activity(t) from activity t where t.id = a.id and t.firm_id = a.firm_id)`,
  ),
  notedByStaff(
    '活动公布与更改的人都是企业或平台的员工',
    'activity_note',
    ['activity_id'],
    sql`'活动 ' || t.activity_id`,
  ),
  firmCheck(
    '每版概率都由企业或平台的员工公布',
    (only) => sql`
      select t.firm_id, '活动 ' || t.activity_id || ' 概率版本 ' || t.version as detail, 1 as difference
      from weight_version t where ${only} and not ${isStaff('t.created_by', 't.effective_at')}`,
  ),
];
