import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { AuditStatus } from '@zhuiyuan/contract/kit/endpoint';
import { agentApi } from '@zhuiyuan/contract/parties/agent/agent';
import { inspectorApi } from '@zhuiyuan/contract/parties/inspector/inspector';
import { salesmanApi } from '@zhuiyuan/contract/parties/salesman/salesman';
import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { shopApplyApi } from '@zhuiyuan/contract/parties/shop/shop-apply';
import { sql } from 'kysely';
import { keptSince } from '../access/clean-logs.ts';
import type { MoneyCheck } from '../fund/check-fund.ts';
import { firmCheck, isStaff } from '../fund/firm-check.ts';

const { lit } = sql;

/** Logs of calls that are younger than this cannot have been deleted. */
const logged = sql`${keptSince} + interval '1 day'`;
/** Longer inputs are cut in the log. */
const longestParam = 4000;

/** When the notes began: those of bindings from before are all of that moment, and nobody is named in them. */
const began = sql`(select applied_at from schema_migration where name = '0141-notes.sql')`;

/** Whether a call of the log `l` is the one that a binding comes of: the QR code that was made, or the shop that was passed, alone or with others. */
const isItsCall = sql`case when t.offered_at is null
    then l.title in (${lit(shopApi.review.title)}, ${lit(shopApplyApi.audit.title)}) and l.oper_param ~ ('"ids?":[^]}]*\\m0*' || t.role_id || '\\M')
    else l.title = case t.role_kind when ${lit(RoleKind.agent)} then ${lit(agentApi.bindQrcode.title)} when ${lit(RoleKind.shop)} then ${lit(shopApi.bindQrcode.title)}
        when ${lit(RoleKind.salesman)} then ${lit(salesmanApi.bindQrcode.title)} else ${lit(inspectorApi.bindQrcode.title)} end
      and l.oper_param ~ ('"id":"?[ +0]*' || t.role_id || '([^0-9]|$)') end`;

/** What always holds of who acts as a shop or dealer, and is paid as such. Each answers what breaks it. */
export const bindingChecks: readonly MoneyCheck[] = [
  firmCheck(
    '身份绑定的账号同绑定与解绑时记下的',
    // One that ended is never bound again: another row is.
    (only) => sql`
      select t.firm_id, '身份绑定 ' || t.id as detail, 1 as difference
      from role_binding t left join lateral (
        select * from binding_note n where n.firm_id = t.firm_id and n.binding_id = t.id order by n.id desc limit 1
      ) noted on true
      where ${only} and (noted.account_id, noted.role_kind, noted.role_id, noted.bound_at, noted.ended_at) is distinct from
        (t.account_id, t.role_kind, t.role_id, t.bound_at, t.ended_at)
      union all
      select distinct t.firm_id, '身份绑定 ' || t.binding_id, 1
      from binding_note t where ${only} and not exists (select from role_binding b where b.firm_id = t.firm_id and b.id = t.binding_id)
      union all
      select t.firm_id, '绑定记录 ' || t.id, 1
      from (
        select t.*, lag(t.id) over own as before, lag(t.ended_at) over own as ended_before, max(t.at) over (order by t.id) as latest
        from binding_note t window own as (partition by t.firm_id, t.binding_id order by t.id)
      ) t
      where ${only} and (t.ended_before is not null or t.before is not null and t.ended_at is null
        or t.before is null and t.ended_at is not null and t.at is distinct from ${began}
        or t.id < 1 or not isfinite(t.at) or t.at > now() + interval '1 hour' or t.at < t.latest - interval '1 hour')`,
  ),
  firmCheck(
    '每次身份绑定都由企业或平台的员工给出，并有其操作日志',
    // Written in the transaction that made the QR code, good for half an hour, or that passed the shop and bound who had asked for it.
    (only) => sql`
      select t.firm_id, '身份绑定 ' || t.binding_id as detail, 1 as difference
      from (select *, coalesce(offered_at, bound_at) as said_at from binding_note) t
      where ${only} and t.ended_at is null and case when t.staff_id is null then t.offered_at is not null or t.at is distinct from ${began}
        else not ${isStaff('t.staff_id', 't.said_at')} or t.bound_at not between t.said_at - interval '1 hour' and t.said_at + interval '1 hour'
          or t.at not between t.bound_at - interval '1 hour' and t.bound_at + interval '1 hour'
          or t.offered_at is null and not exists (select from shop_application a
            where a.firm_id = t.firm_id and a.shop_id = t.role_id and a.account_id = t.account_id and t.role_kind = ${lit(RoleKind.shop)})
          or t.said_at > ${logged} and not exists (select from audit_log l
            where l.oper_time = t.said_at and l.admin_id = t.staff_id and l.status = ${lit(AuditStatus.normal)}
              and (${isItsCall} or length(l.oper_param) >= ${lit(longestParam)})) end`,
  ),
];
