import { ClaimBusy, ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { ClaimMode, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { RedemptionStatus } from '@zhuiyuan/contract/claim/redemption-states';
import { sql } from 'kysely';
import type { MoneyCheck } from '../fund/check-fund.ts';
import { firmCheck } from '../fund/firm-check.ts';

const { lit } = sql;
const underWay = sql`(${lit(RedemptionStatus.waiting)}, ${lit(RedemptionStatus.passed)})`;

/** What always holds of prizes that are sent by post. Each answers what breaks it. */
export const redemptionChecks: readonly MoneyCheck[] = [
  firmCheck(
    '邮寄中的领取各有一张进行中的兑换单',
    (only) => sql`
      select t.firm_id, '领取 ' || t.claim_no as detail, live.count - 1 as difference
      from claim t, lateral (
        select count(*) as count from redemption r where r.draw_id = t.draw_id and r.firm_id = t.firm_id and r.status in ${underWay}
      ) live
      where ${only} and t.busy = ${lit(ClaimBusy.posting)} and live.count <> 1
      union all
      select t.firm_id, '兑换单 ' || t.redeem_no, 1
      from redemption t join claim on claim.draw_id = t.draw_id
      where ${only} and t.status in ${underWay} and (claim.busy <> ${lit(ClaimBusy.posting)} or claim.status <> ${lit(ClaimStatus.open)})`,
  ),
  firmCheck(
    '邮寄领取与完成的兑换单一一对应',
    (only) => sql`
      select t.firm_id, '领取 ' || t.claim_no as detail, finished.count - 1 as difference
      from claim t, lateral (
        select count(*) as count from redemption r where r.draw_id = t.draw_id and r.firm_id = t.firm_id
          and r.status = ${lit(RedemptionStatus.finished)}
      ) finished
      where ${only} and t.status = ${lit(ClaimStatus.claimed)} and t.claim_mode = ${lit(ClaimMode.post)} and finished.count <> 1
      union all
      select t.firm_id, '兑换单 ' || t.redeem_no, 1
      from redemption t join claim on claim.draw_id = t.draw_id
      where ${only} and t.status = ${lit(RedemptionStatus.finished)}
        and (claim.status <> ${lit(ClaimStatus.claimed)} or claim.claim_mode <> ${lit(ClaimMode.post)})`,
  ),
  firmCheck(
    '兑换单与其领取同属一家企业、一个奖品与一位消费者',
    (only) => sql`
      select t.firm_id, '兑换单 ' || t.redeem_no as detail, 1 as difference
      from redemption t join claim on claim.draw_id = t.draw_id
      where ${only} and (claim.firm_id <> t.firm_id or claim.activity_id <> t.activity_id or claim.tier_id <> t.tier_id
        or claim.prize_id <> t.prize_id or claim.uid <> t.uid or claim.prize_type <> ${lit(PrizeType.goods)})`,
  ),
];
