import { sql } from 'kysely';
import type { Fault, MoneyCheck } from './fund/check-fund.ts';
import type { Db } from './kit/db/database.ts';

/** What a table is kept by, beside what its columns are: triggers, rules of its rows, unique keys. */
const guards: Record<string, readonly string[]> = {
  activity: ['activity_published_ck', 'activity_pkey'],
  activity_budget: ['activity_budget_pkey'],
  chain_head: ['chain_head_kept', 'chain_head_no_truncate', 'chain_head_pkey'],
  claim: ['claim_pkey', 'claim_no_uq', 'claim_ver_code_uq'],
  claim_end: ['claim_end_kept'],
  code_use: ['code_use_pkey'],
  draw: ['draw_pkey', 'draw_ticket_uq'],
  draw_counter: ['draw_counter_pkey'],
  fund_ledger: ['fund_ledger_append_only', 'fund_ledger_no_truncate', 'fund_ledger_ref_uq', 'fund_ledger_end_uq'],
  fund_request: ['fund_request_idem_uq'],
  member: ['member_pkey', 'member_account_uq'],
  payout: ['payout_body_kept', 'payout_attempt_uq', 'payout_number_uq', 'payout_live_uq'],
  payout_event: ['payout_event_append_only', 'payout_event_notify_uq'],
  point_log: ['point_log_kept', 'point_log_source_uq'],
  point_rule: ['point_rule_kept'],
  red_info: ['red_info_received_kept', 'red_info_source_uq', 'red_info_bill_no_uq'],
  red_send: ['red_send_kept'],
  red_send_line: ['red_send_line_kept', 'red_send_line_amount_ck'],
  redemption_place: ['redemption_place_kept'],
  remit: ['remit_passed_kept', 'remit_kept', 'remit_firm_no_uq'],
  seed_epoch: ['seed_epoch_pkey', 'seed_epoch_uq', 'seed_epoch_open_uq', 'seed_epoch_check', 'seed_epoch_check1'],
  tier: ['tier_pkey', 'tier_stock_ck', 'tier_check', 'tier_check1', 'tier_check2', 'tier_blank_uq', 'tier_fallback_uq'],
  tier_cap: ['tier_cap_pkey'],
  tier_terms: ['tier_terms_kept'],
  weight_version: ['weight_version_kept', 'weight_version_uq'],
};

/** Columns that are never null wherever they stand, but for a few tables: a comparison with null finds nothing. */
const neverNull =
  `account account_name also_post amount amount_max amount_min app_id at attempt_no audience auto_return avail balance batch_id bill_no
    bound_at budget busy chain_version channel claim_mode claim_no client_seed close_reason cnt cost_price created_at day deduct_amount delta
    drawn drawn_at duct_amount entries epoch_id epoch_no face_value fallback firm_no first_points free_per_day from_uid hold hour is_fallback
    is_held is_live is_on is_rewarded issued key kind last_draw_id last_no line_no mch_conf_id needs_review offset_amount open_id openid
    out_bill_no outside owner_id owner_kind paid pay_amount payee_id payee_kind peer_id peer_kind period points pool prize_name prize_type qty
    rand ratio raw_tier_id redemption_id released remain remark remit_id remit_ids reserved returned review_above reward_amount send_id
    settle_state share_points share_reward source source_id state status stock_total tier_id to_uid total_amount total_in total_num total_out
    total_qty type updated_at ver_at version weight`.split(/\s+/);
const mayBeNull = ['prize.points', 'red_bar.amount'];

const findBent = async (db: Db): Promise<string[]> => {
  const kept = Object.entries(guards).flatMap(([table, names]) => names.map((name) => ({ table, name })));
  const { rows } = await sql<{ detail: string }>`
    with ours as (
      select c.oid, c.relname, c.relkind, c.relrowsecurity, c.relispartition from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    ), guard as (
      select tgrelid as oid, tgname as name from pg_trigger
      union all select conrelid, conname from pg_constraint where convalidated
      union all select i.indrelid, c.relname from pg_index i join pg_class c on c.oid = i.indexrelid where i.indisunique and i.indisvalid
    )
    select '表 ' || relname || ' 有行级安全策略' as detail from ours
    where relrowsecurity or exists (select from pg_policy p where p.polrelid = ours.oid)
    union all
    select '表 ' || o.relname || ' 的触发器 ' || t.tgname || ' 未启用' from pg_trigger t join ours o on o.oid = t.tgrelid where t.tgenabled <> 'O'
    union all
    select '表 ' || o.relname || ' 有改写规则 ' || r.rulename from pg_rewrite r join ours o on o.oid = r.ev_class
    union all
    select '表 ' || o.relname || ' 的约束 ' || c.conname || ' 未对已有的行生效' from pg_constraint c join ours o on o.oid = c.conrelid
    where not c.convalidated
    union all
    select '表 ' || o.relname || ' 混有其他表的行' from pg_inherits i join ours o on o.oid = i.inhparent where o.relkind = 'r'
    union all
    select '表 ' || o.relname || ' 的列 ' || a.attname || ' 可以为空' from pg_attribute a join ours o on o.oid = a.attrelid
    where a.attnum > 0 and not a.attnotnull and a.attname = any (${neverNull}) and o.relname || '.' || a.attname <> all (${mayBeNull})
    union all
    select '表 ' || kept.on_table || ' 缺少 ' || kept.name
    from unnest(${kept.map(({ table }) => table)}::text[], ${kept.map(({ name }) => name)}::text[]) kept(on_table, name)
    where not exists (select from ours o join guard g on g.oid = o.oid where o.relname = kept.on_table and g.name = kept.name)
    union all
    select '表 ' || o.relname || ' 被 ' || n.nspname || ' 中的同名对象遮住' from ours o
    join pg_class c on c.relname = o.relname and c.oid <> o.oid and pg_table_is_visible(c.oid) join pg_namespace n on n.oid = c.relnamespace
    order by 1`.execute(db);
  return rows.map(({ detail }) => detail);
};

/** What the tables themselves are kept by: without it the other rules are shown rows that are not all, or let through what cannot be compared. */
export const guardChecks: readonly MoneyCheck[] = [
  {
    name: '表的约束、触发器与可见的行未被改动',
    // The tables are everybody's: what is wrong with them is told of no firm, or of the one that is asked about.
    find: async (db, firmId = 0): Promise<Fault[]> =>
      (await findBent(db)).map((detail) => ({ firmId, poolId: null, detail, difference: 1 })),
  },
];
