import { ClaimBusy, ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { sql } from 'kysely';
import type { MoneyCheck } from '../../fund/check-fund.ts';
import { firmCheck } from '../../fund/firm-check.ts';
import { pendingDays } from '../turn-claim.ts';
import { mostClaimDays } from '../draw/extend-claims.ts';

const { lit } = sql;

/** What always holds of how long prizes can be claimed. Each answers what breaks it. */
export const claimChecks: readonly MoneyCheck[] = [
  firmCheck(
    '过了期限一天的领取已关闭',
    // Closed every ten minutes; what is on its way, posted or looked at waits for that.
    (only) => sql`
      select t.firm_id, '领取 ' || t.claim_no as detail, greatest(t.amount, 1) as difference from claim t
      where ${only} and t.status = ${lit(ClaimStatus.open)} and t.busy = ${lit(ClaimBusy.free)} and not t.hold
        and (t.expire_at < now() - interval '1 day') is not false`,
  ),
  firmCheck(
    '领取的期限不超过中奖后365天',
    // One that was opened again, or let go, stays open for some days from then on, whenever that was.
    (only) => sql`
      select t.firm_id, '领取 ' || t.claim_no as detail, greatest(t.amount, 1) as difference
      from claim t join draw on draw.id = t.draw_id
      where ${only} and (
        t.expire_at >= ((draw.drawn_at at time zone 'Asia/Shanghai')::date + ${lit(mostClaimDays + 1)})::timestamp at time zone 'Asia/Shanghai'
        and t.expire_at > coalesce(t.claimed_at, t.closed_at, now()) + make_interval(days => ${lit(pendingDays)})) is not false`,
  ),
];
