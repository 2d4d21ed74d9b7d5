import { sql } from 'kysely';
import { firmCheck } from '../fund/firm-check.ts';
import type { MoneyCheck } from '../fund/check-fund.ts';

/** What always holds of whose account somebody at a firm is. Each answers what breaks it. */
export const peopleChecks: readonly MoneyCheck[] = [
  firmCheck(
    '用户一直属于其首次到来的账号',
    (only) => sql`
      select t.firm_id, '用户 ' || t.id as detail, greatest(t.points, 1) as difference
      from member t left join member_account came on came.member_id = t.id and came.firm_id = t.firm_id
      where ${only} and came.account_id is distinct from t.account_id
      union all
      select t.firm_id, '用户 ' || t.member_id, 1
      from member_account t left join member on member.id = t.member_id and member.firm_id = t.firm_id
      where ${only} and member.id is null`,
  ),
];
