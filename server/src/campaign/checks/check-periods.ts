import { ActivityStatus, EpochState } from '@zhuiyuan/contract/campaign/campaign-states';
import { sql } from 'kysely';
import type { MoneyCheck } from '../../fund/check-fund.ts';
import { firmCheck } from '../../fund/firm-check.ts';
import { revealHours } from '../fair/reveal-hours.ts';

const { lit } = sql;
const { draft, recycled, planned, running, paused } = ActivityStatus;
const { open, closed, sealed, revealed } = EpochState;
const listed = (states: readonly number[]) => sql.join(states.map((state) => lit(state)));

/** What always holds of activities and their periods: what was once published is not taken back by hand. Each answers what breaks it. */
export const periodChecks: readonly MoneyCheck[] = [
  firmCheck(
    '有抽奖、领取或进行中种子期的活动均已发布',
    // One that is taken back has none of them.
    (only) => sql`
      select t.firm_id, '活动 ' || t.id as detail, 1 as difference from activity t
      where ${only} and t.published_at is null and (t.status not in (${listed([draft, recycled])})
        or exists (select from draw d where d.activity_id = t.id and d.firm_id = t.firm_id)
        or exists (select from claim c where c.activity_id = t.id and c.firm_id = t.firm_id)
        or exists (select from seed_epoch e where e.activity_id = t.id and e.firm_id = t.firm_id and e.state = ${lit(open)}))`,
  ),
  firmCheck(
    '活动的种子期从第1期起连续，进行中的活动有进行中的种子期',
    (only) => sql`
      select t.firm_id, '活动 ' || t.activity_id as detail, greatest(max(t.epoch_no) - count(*), 1) as difference
      from seed_epoch t left join activity a on a.id = t.activity_id and a.firm_id = t.firm_id
      where ${only} group by t.firm_id, t.activity_id
      having min(t.epoch_no) <> 1 or max(t.epoch_no) <> count(*) or count(distinct t.epoch_no) <> count(*) or count(a.id) <> count(*)
      union all
      select t.firm_id, '活动 ' || t.id, 1
      from activity t left join (
        select activity_id, firm_id, count(*) as count from seed_epoch where state = ${lit(open)} group by 1, 2
      ) opened on opened.activity_id = t.id and opened.firm_id = t.firm_id
      where ${only} and case when t.status in (${listed([planned, running])}) then coalesce(opened.count, 0) <> 1
        when t.status = ${lit(paused)} then opened.count > 1 else opened.count > 0 end`,
  ),
  firmCheck(
    '种子期的状态与其结束、封存、公开及后一期相符',
    // A seed that is not the promised one ends its period wherever it stood; it is held against its promise by whoever recomputes it.
    (only) => sql`
      with run as (
        -- The clock is known to have run then, whatever else it did.
        select greatest(max(opened_at), max(sealed_at), max(revealed_at), (select max(at) from chain_head where firm_id is not null)) as at
        from seed_epoch where firm_id is not null
      ), told as (
        select t.*, lead(t.id) over later as next_id, lead(t.opened_at) over later as next_at
        from seed_epoch t where ${only} window later as (partition by t.activity_id order by t.epoch_no)
      )
      select t.firm_id, '活动 ' || t.activity_id || ' 第' || t.epoch_no || '期' as detail, 1 as difference from told t, run
      where (t.chain_hash is null) <> (t.draw_cnt is null)
        or t.closed_at is null and t.state in (${listed([closed, sealed, revealed])})
        or t.sealed_at is null and t.state in (${listed([sealed, revealed])})
        or t.state = ${lit(revealed)} and (t.revealed_at is null or t.seed is null or t.chain_hash is null)
        or t.state <> ${lit(revealed)} and (t.revealed_at is not null or t.seed is not null)
        or t.state in (${listed([open, closed])}) and (t.sealed_at is not null or t.chain_hash is not null)
        or t.state = ${lit(open)} and (t.closed_at is not null or t.next_id is not null)
        or t.closed_at > t.next_at
        or t.state in (${listed([closed, sealed])}) and t.closed_at < run.at - make_interval(hours => ${lit(revealHours + 1)})`,
  ),
  firmCheck(
    '种子期的链头从第1个起连续，所含抽奖不减少',
    (only) => sql`
      select t.firm_id, '种子期 ' || t.epoch_id || ' 链头 ' || t.head_no as detail, 1 as difference
      from (
        select t.*, row_number() over told as nth, lag(t.draw_cnt) over told as cnt_before,
          lag(t.last_draw_id) over told as draw_before, lag(t.at) over told as at_before
        from chain_head t where ${only} window told as (partition by t.epoch_id order by t.head_no)
      ) t left join seed_epoch epoch on epoch.id = t.epoch_id and epoch.firm_id = t.firm_id
      where epoch.id is null or t.head_no <> t.nth or t.draw_cnt < t.cnt_before or t.last_draw_id < t.draw_before
        or t.at < t.at_before - interval '1 hour'`,
  ),
  firmCheck(
    '种子期的链头与公布时所计的个数相符',
    // Counted in the statement that tells one.
    (only) => sql`
      select t.firm_id, '种子期 ' || t.id as detail, t.heads - coalesce(told.count, 0) as difference
      from seed_epoch t left join (
        select epoch_id, firm_id, count(*) as count from chain_head group by 1, 2
      ) told on told.epoch_id = t.id and told.firm_id = t.firm_id
      where ${only} and t.heads is distinct from coalesce(told.count, 0)`,
  ),
  firmCheck(
    '抽奖的日期是其凭据的日期，抽奖在其后十分钟内',
    // The clock of the process that signed it may be a little before or behind the one of the database.
    (only) => sql`
      select t.firm_id, '抽奖 ' || t.id || ' ' || t.day as detail, 1 as difference from draw t
      where ${only} and (not isfinite(t.drawn_at) or t.day not between
        ((t.drawn_at - interval '20 minutes') at time zone 'Asia/Shanghai')::date
        and ((t.drawn_at + interval '10 minutes') at time zone 'Asia/Shanghai')::date)`,
  ),
];
