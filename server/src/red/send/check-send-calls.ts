import { AuditStatus } from '@zhuiyuan/contract/kit/endpoint';
import { PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { redSendApi } from '@zhuiyuan/contract/red/send/red-send';
import { configApi } from '@zhuiyuan/contract/settings/config';
import { sql } from 'kysely';
import { keptSince } from '../../access/clean-logs.ts';
import type { MoneyCheck } from '../../fund/check-fund.ts';
import { firmCheck } from '../../fund/firm-check.ts';
import { linesDigest } from './note-send.ts';
import { firstReviewAbove, reviewKey } from './send-rules.ts';

const { lit } = sql;
const sent = lit(redSendApi.save.title);
const done = lit(AuditStatus.normal);
const saved = sql`(${lit(configApi.saveForm.title)}, ${lit(configApi.saveUnique.title)}, ${lit(configApi.update.title)})`;
/** Logs of calls that are younger than this cannot have been deleted. */
const logged = sql`${keptSince} + interval '1 day'`;
/** Between reading a setting and sending by it another value may have been saved; processes hear of it a little later. */
const near = sql`interval '10 minutes'`;
const first = sql`${lit(firstReviewAbove)}::bigint`;
/** Longer inputs are cut in the log. */
const longestParam = 4000;

/** What always holds of packets sent by hand beside the log of calls and what was noted of them. Each answers what breaks it. */
export const sendCallChecks: readonly MoneyCheck[] = [
  firmCheck(
    '每次手工发放都有其操作日志，日志所记的都在',
    // Written in the transaction that sent them. Numbers follow the clock: one far older than one before it is dated falsely.
    (only) => sql`
      select t.firm_id, '手工发放 ' || t.send_no as detail, t.total_amount as difference
      from (
        select t.*, max(created_at) over (partition by t.firm_id order by t.id rows between unbounded preceding and 1 preceding) as before
        from red_send t where ${only}
      ) t
      where t.id < 1 or t.created_at < t.before - interval '30 days'
        or exists (
          select from red_send_line l join red_info r on r.firm_id = l.firm_id and r.source_id = l.id and r.source in (${lit(PaySource.hand)}, ${lit(PaySource.upload)})
          where l.firm_id = t.firm_id and l.send_id = t.id and r.created_at not between t.created_at - interval '1 hour' and t.created_at + interval '1 hour')
        or t.created_at > ${logged} and not exists (
        select from audit_log l where l.title = ${sent} and l.oper_time = t.created_at and l.admin_id = t.created_by and l.status = ${done}
          and l.json_result ~ ('"id":' || t.id || '[,}]') and l.json_result ~ ('"totalAmount":' || t.total_amount || '[,}]'))
      union all
      select t.firm_id, '操作日志 ' || t.id, t.amount
      from (
        select l.id, coalesce(active.firm_id, l.firm_id) as firm_id, substring(l.json_result from '"id":([0-9]{1,18})')::bigint as send_id,
          coalesce(substring(l.json_result from '"totalAmount":([0-9]{1,15})')::bigint, 1) as amount
        from audit_log l left join red_active active on active.id = substring(l.oper_param from '"redActiveId":"?([0-9]{1,18})')::bigint
        where l.title = ${sent} and l.status = ${done}
      ) t
      left join red_send send on send.id = t.send_id and send.firm_id = t.firm_id
      where ${only} and send.id is null`,
  ),
  firmCheck(
    '手工发放的复核金额同当时的设置，设置的更改都有其操作日志',
    // Each with the next of its firm, the last with what is set now: between two that differ somebody saved the other value. What
    // is not a number counts as the first value; a setting that is saved by itself is not named in the log.
    (only) => sql`
      select t.firm_id, '手工发放 ' || t.send_no || ' 或其后一次' as detail, abs(t.next_above - t.review_above) as difference
      from (
        select t.firm_id, t.send_no, t.review_above, t.created_at, coalesce(lead(t.created_at) over own, now()) as next_at,
          coalesce(lead(t.review_above) over own, (
            select case when value ~ '^[0-9]{1,12}$' then value::bigint end from config where name = ${lit(reviewKey)} and sealed is null
          ), ${first}) as next_above
        from red_send t where ${only} window own as (partition by t.firm_id order by t.id)
      ) t
      where t.next_above <> t.review_above and t.created_at > ${logged} and not exists (
        select from audit_log l where l.title in ${saved} and l.status = ${done}
          and l.oper_time between t.created_at - ${near} and t.next_at + ${near}
          and ((l.oper_param like ${`%"${reviewKey}"%`} or l.title = ${lit(configApi.saveUnique.title)})
              and (l.oper_param ~ ('"value":"?0*' || t.next_above || '"?[,}]') or t.next_above = ${first} and (
                l.oper_param ~ '"value":(null|""|"[^0-9"])' or l.oper_param !~ '"value":"?[0-9]'))
            or length(l.oper_param) >= ${lit(longestParam)}))`,
  ),
  firmCheck(
    '手工发放的各行同发放时记下的',
    // Two lines that are exchanged agree with all that comes of them.
    (only) => sql`
      select t.firm_id, '手工发放 ' || t.send_no as detail, t.total_amount as difference
      from red_send t left join send_note noted on noted.firm_id = t.firm_id and noted.send_id = t.id
      where ${only} and noted.lines is distinct from ${linesDigest('t')}
      union all
      select t.firm_id, '手工发放 ' || t.send_id, 1
      from send_note t where ${only} and not exists (select from red_send s where s.firm_id = t.firm_id and s.id = t.send_id)`,
  ),
];
