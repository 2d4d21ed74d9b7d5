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
  firmCheck(
    '领取的期限与领奖码同最后记下的',
    (only) => sql`
      select t.firm_id, '领取 ' || t.claim_no as detail, greatest(t.amount, 1) as difference
      from claim t left join (
        select distinct on (firm_id, draw_id) firm_id, draw_id, expire_at, code from claim_note
        order by firm_id desc, draw_id desc, id desc
      ) noted on noted.draw_id = t.draw_id and noted.firm_id = t.firm_id
      where ${only} and (noted.draw_id is null or (noted.expire_at, noted.code) is distinct from (t.expire_at, digest_ver_code(t)::char(64)))`,
  ),
];
