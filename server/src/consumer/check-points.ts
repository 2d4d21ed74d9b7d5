import { consumerApi } from '@zhuiyuan/contract/consumer/consumer';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { AuditStatus } from '@zhuiyuan/contract/kit/endpoint';
import { sql } from 'kysely';
import { keptSince } from '../access/clean-logs.ts';
import { firmCheck } from '../fund/firm-check.ts';
import type { MoneyCheck } from '../fund/check-fund.ts';

/** As the product spells them: another spelling of one number would be another source. */
const uuid = sql.lit('^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$');
const digits = sql.lit('^[1-9][0-9]{0,17}$');
const given = consumerApi.points.title;
/** Logs of calls that are younger than this cannot have been deleted. */
const logged = sql`${keptSince} + interval '1 day'`;
/** Bits of a code's number that are its serial. */
const serialBits = sql.lit(28);

/** Entries are written within transactions, which may wait for each other. */
const near = sql`interval '1 hour'`;

/** What always holds of where points come from, and of those whose time was over. Each answers what breaks it. */
export const pointChecks: readonly MoneyCheck[] = [
  firmCheck(
    '分享积分只送给分享者，每对每日一次，且有计数的分享',
    (only) => sql`
      select t.firm_id, '积分流水 ' || t.id as detail, t.delta as difference from point_log t
      where ${only} and t.source = 'share' and (t.delta < 0 or not exists (
        select from share where share.firm_id = t.firm_id and share.from_uid = t.uid and share.is_rewarded
          and share.at between t.created_at - ${near} and t.created_at + ${near}
          and share.from_uid || ' ' || share.to_uid || ' ' || to_char(share.day, 'YYYY-MM-DD') = t.source_id))`,
  ),
  firmCheck(
    '每条积分流水都有其来由：抽奖、首次扫码、操作人或到期，且属同一位消费者',
    // Of orders, signing in and exchanges nothing moves points yet.
    (only) => sql`
      select t.firm_id, '积分流水 ' || t.id as detail, t.delta as difference
      from point_log t
      left join member on member.id = t.uid and member.firm_id = t.firm_id
      left join draw paid on t.source = 'draw' and t.delta < 0 and paid.ticket_id = case when t.source_id ~ ${uuid} then t.source_id::uuid end
      left join draw won on t.source = 'draw' and t.delta > 0 and won.id = case when t.source_id ~ ${digits} then t.source_id::bigint end
      where ${only} and (member.id is null or case t.source
        when 'draw' then (coalesce(paid.uid, won.uid), coalesce(paid.firm_id, won.firm_id)) is distinct from (t.uid, t.firm_id)
        when 'scan' then t.source_id !~ ${digits} or not exists (
          select from scan_log s where s.seg = (t.source_id::bigint >> ${serialBits}) and s.serial = t.source_id::bigint & ((1 << ${serialBits}) - 1)
            and s.firm_id = t.firm_id and s.uid = t.uid and s.verdict = 'FIRST')
        when 'system' then t.source_id !~ ${uuid} or not exists (
          select from admin where admin.id = t.operator_id and admin.firm_id in (0, t.firm_id))
        when 'expire' then t.until_day is null or t.source_id not like t.uid || ' %'
        when 'share' then false
        else true end)`,
  ),
  firmCheck(
    '人工增减的每笔积分都有其操作日志',
    // Written in the transaction that gave them, with the balance that was answered.
    (only) => sql`
      select t.firm_id, '积分流水 ' || t.id as detail, t.delta as difference from point_log t
      where ${only} and t.source = 'system' and t.created_at > ${logged} and not exists (
        select from audit_log l where l.title = ${given} and l.oper_time = t.created_at and l.admin_id = t.operator_id
          and l.status = ${sql.lit(AuditStatus.normal)} and l.oper_param ~ ('"id":"?' || t.uid || '"?[,}]')
          and l.oper_param ~ ('"points":"?' || t.delta || '"?[,}]') and l.json_result ~ ('"balance":' || t.balance || '[,}]'))`,
  ),
  firmCheck(
    '积分流水依次记下，时间不早于之前的，抽奖的同其抽奖与领取',
    // Those of draws are held against their draws, which are all dated themselves.
    (only) => sql`
      select t.firm_id, '积分流水 ' || t.id as detail, t.delta as difference
      from (select t.*, max(t.created_at) over (partition by t.firm_id order by t.id) as latest from point_log t where ${only}) t
      where t.id < 1 or not isfinite(t.created_at) or t.created_at > now() + ${near}
        or t.source not in ('draw', 'share') and t.created_at < t.latest - ${near}
      union all
      select t.firm_id, '积分流水 ' || log.id, log.delta
      from draw t join point_log log on log.source = 'draw' and log.source_id = t.ticket_id::text and log.firm_id = t.firm_id
      where ${only} and t.points_cost <> 0 and (log.created_at between t.drawn_at - ${near} and t.drawn_at + ${near}) is not true
      union all
      select t.firm_id, '积分流水 ' || log.id, log.delta
      from claim t join point_log log on log.source = 'draw' and log.source_id = t.draw_id::text and log.firm_id = t.firm_id
      where ${only} and t.prize_type = ${sql.lit(PrizeType.points)}
        and (log.created_at between t.claimed_at - ${near} and t.claimed_at + ${near}) is not true`,
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
