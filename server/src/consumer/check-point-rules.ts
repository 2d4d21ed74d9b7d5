import { mostGivenPoints } from '@zhuiyuan/contract/consumer/consumer-config';
import { ActScene } from '@zhuiyuan/contract/campaign/campaign-states';
import { sql } from 'kysely';
import { firmCheck } from '../fund/firm-check.ts';
import type { MoneyCheck } from '../fund/check-fund.ts';

const { lit } = sql;
/** Between reading a rule and booking by it another one may have been made. */
const near = sql`interval '10 minutes'`;

/** What always holds of how much is given for scans and shares, and of the row of entries of each person. Each answers what breaks it. */
export const pointRuleChecks: readonly MoneyCheck[] = [
  firmCheck(
    '扫码与分享的积分同企业当时的设置',
    // Before the first that was noted of a firm it is not known, but never more than may be set.
    (only) => sql`
      with rules as (
        select firm_id, first_points, share_points, at, lead(at) over (partition by firm_id order by id) as until,
          min(at) over (partition by firm_id) as since
        from point_rule
      )
      select t.firm_id, '积分流水 ' || t.id as detail, t.delta as difference from point_log t
      where ${only} and t.source in ('scan', 'share') and not exists (
        select from rules r where r.firm_id = t.firm_id and case when t.created_at < r.since then t.delta between 1 and ${lit(mostGivenPoints)}
          else r.at <= t.created_at + ${near} and coalesce(r.until, 'infinity') > t.created_at - ${near}
            and t.delta = case t.source when 'scan' then r.first_points else r.share_points end end)`,
  ),
  firmCheck(
    '企业设置的首扫与分享积分同最后记下的相同',
    (only) => sql`
      select t.firm_id, '企业 ' || t.firm_id as detail,
        greatest(abs(t.first_points - coalesce(noted.first_points, 0)), abs(t.share_points - coalesce(noted.share_points, 0))) as difference
      from consumer_config t
      left join lateral (select * from point_rule r where r.firm_id = t.firm_id order by r.id desc limit 1) noted on true
      where ${only} and (t.first_points, t.share_points) is distinct from (coalesce(noted.first_points, 0), coalesce(noted.share_points, 0))`,
  ),
  firmCheck(
    '每个来由至多一条积分流水',
    (only) => sql`
      select t.firm_id, '积分流水 ' || max(t.id) as detail, sum(t.delta) - min(t.delta) as difference
      from point_log t where ${only} group by t.firm_id, t.source, t.source_id having count(*) > 1`,
  ),
  firmCheck(
    '每人积分流水的余额前后相接',
    (only) => sql`
      select t.firm_id, '积分流水 ' || t.id as detail, t.balance - coalesce(t.before, 0) - t.delta as difference
      from (
        select t.firm_id, t.id, t.balance, t.delta, lag(t.balance) over (partition by t.uid order by t.id) as before
        from point_log t where ${only}
      ) t
      where t.balance <> coalesce(t.before, 0) + t.delta`,
  ),
  firmCheck(
    '分享属于本企业的互动活动与两位消费者',
    (only) => sql`
      select t.firm_id, '分享 ' || t.id as detail, 1 as difference
      from share t
      left join activity a on a.id = t.activity_id and a.firm_id = t.firm_id and a.act_scene = ${lit(ActScene.interact)}
      left join member giver on giver.id = t.from_uid and giver.firm_id = t.firm_id
      left join member guest on guest.id = t.to_uid and guest.firm_id = t.firm_id
      where ${only} and (a.id is null or giver.id is null or guest.id is null)`,
  ),
];
