import { sql } from 'kysely';
import type { MoneyCheck } from '../fund/check-fund.ts';
import { firmCheck } from '../fund/firm-check.ts';

/** What always holds of where prizes are sent. Each answers what breaks it. */
export const placeChecks: readonly MoneyCheck[] = [
  firmCheck(
    '兑换单的收货人与地址同申请时',
    (only) => sql`
      select t.firm_id, '兑换单 ' || t.redeem_no as detail, 1 as difference
      from redemption t left join redemption_place filed on filed.redemption_id = t.id and filed.firm_id = t.firm_id
      where ${only} and filed.digest is distinct from digest_place(t)`,
  ),
];
