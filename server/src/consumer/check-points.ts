import { sql } from 'kysely';
import { firmCheck } from '../fund/firm-check.ts';
import type { MoneyCheck } from '../fund/check-fund.ts';

/** What always holds of points that shares bring, and of those whose time was over. Each answers what breaks it. */
export const pointChecks: readonly MoneyCheck[] = [
  firmCheck(
    '分享积分只送给分享者，每对每日一次，且有计数的分享',
    (only) => sql`
      select t.firm_id, '积分流水 ' || t.id as detail, t.delta as difference from point_log t
      where ${only} and t.source = 'share' and (t.delta < 0 or not exists (
        select from share where share.firm_id = t.firm_id and share.from_uid = t.uid and share.is_rewarded
          and share.from_uid || ' ' || share.to_uid || ' ' || to_char(share.day, 'YYYY-MM-DD') = t.source_id))`,
  ),
  firmCheck(
    '到期的积分等于此前获得而未用的部分，先到先用',
    (only) => sql`
      select t.firm_id, '积分流水 ' || t.id as detail, -t.delta - greatest(0, before.points) as difference
      from point_log t, lateral (
        select coalesce(sum(b.delta), 0) as points from point_log b
        where b.firm_id = t.firm_id and b.uid = t.uid and b.id < t.id
          and (b.delta < 0 or b.created_at < (t.until_day + 1)::timestamp at time zone 'Asia/Shanghai')
      ) before
      where ${only} and t.until_day is not null and -t.delta <> greatest(0, before.points)`,
  ),
];
