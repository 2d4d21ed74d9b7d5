import { sql } from 'kysely';
import type { Fault, MoneyCheck } from '../fund/check-fund.ts';
import type { Db } from '../kit/db/database.ts';
import { lastMigration, migratedShape } from '../kit/shape/migrated-shape.gen.ts';
import { findBrokenCatalog } from '../kit/shape/find-broken-catalog.ts';
import { findUnlawfulRows } from '../kit/shape/find-unlawful-rows.ts';
import { digestOf, readShape } from '../kit/shape/read-shape.ts';

/** Columns that are never null wherever they stand, but for a few tables: a comparison with null finds nothing. */
const neverNull =
  `account account_name also_post amount amount_max amount_min app_id at attempt_no audience auto_return avail balance batch_id bill_no
    bound_at budget busy chain_version channel claim_mode claim_no client_seed close_reason cnt cost_price created_at day deduct_amount delta
    drawn drawn_at duct_amount entries epoch_id epoch_no face_value fallback firm_no first_points free_per_day from_uid heads hold hour is_fallback
    is_held is_live is_on is_rewarded issued key kind last_draw_id last_no line_no mch_conf_id needs_review offset_amount open_id openid
    out_bill_no outside owner_id owner_kind paid pay_amount payee_id payee_kind peer_id peer_kind period points pool prize_name prize_type qty
    rand ratio raw_tier_id redemption_id released remain remark remit_id remit_ids reserved returned review_above reward_amount send_id
    settle_state share_points share_reward source source_id state status stock_total tier_id to_uid total_amount total_in total_num total_out
    total_qty type updated_at ver_at version weight`.split(/\s+/);
const mayBeNull = ['prize.points', 'red_bar.amount'];

/** What of the tables no definition tells. */
const findBent = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ detail: string }>`
    with ours as (
      select c.oid, c.relname, c.relkind, c.relrowsecurity, c.relispartition from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
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
    select '表 ' || o.relname || ' 被 ' || n.nspname || ' 中的同名对象遮住' from ours o
    join pg_class c on c.relname = o.relname and c.oid <> o.oid and pg_table_is_visible(c.oid) join pg_namespace n on n.oid = c.relnamespace
    order by 1`.execute(db);
  return rows.map(({ detail }) => detail);
};

/** `constraint claim.claim_no_uq` in words. */
const say = (name: string): string => {
  const [, kind, of, part] = /^(operator class|\w+) ([^.]*)\.?(.*)$/s.exec(name)!;
  const words: Record<string, string> = {
    relation: `表 ${of}`,
    columns: `表 ${of} 的列`,
    constraint: `表 ${of} 的约束 ${part}`,
    trigger: `表 ${of} 的触发器 ${part}`,
    index: `表 ${of} 的唯一索引 ${part}`,
    function: `函数 ${name.slice(9)}`,
    operator: `运算符 ${name.slice(9)}`,
    'operator class': `运算符类 ${name.slice(15)}`,
    cast: `类型转换 ${name.slice(5)}`,
  };
  return words[kind!]!;
};

/** What is not as the migrations of this release make it. */
const findReshaped = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ last: string | null }>`select max(name) as last from schema_migration`.execute(db);
  const last = rows[0]?.last;
  if (last !== lastMigration) return [`数据库的版本 ${last} 不是本进程的 ${lastMigration}，表的定义无法核对`];
  const shape = await readShape(db);
  return [
    ...Object.entries(migratedShape)
      .filter(
        ([name, digest]) => shape.get(name) === undefined || !digest.split(' ').includes(digestOf(shape.get(name)!)),
      )
      .map(([name]) => `${say(name)} ${shape.has(name) ? '被改动' : '缺少'}`),
    ...[...shape.keys()].filter((name) => !(name in migratedShape)).map((name) => `${say(name)} 不属于本版本`),
  ].toSorted();
};

/** Settings by which statements mean something else, or triggers are left out; each is asked for by a command that no object can stand in for. */
const plainSettings = {
  session_replication_role: /^origin$/,
  transform_null_equals: /^off$/,
  standard_conforming_strings: /^on$/,
  search_path: /^(?!.*pg_catalog)/,
};

const findTwisted = async (db: Db): Promise<string[]> => {
  const twisted: string[] = [];
  for (const [name, plain] of Object.entries(plainSettings)) {
    const { rows } = await sql<Record<string, string>>`show ${sql.ref(name)}`.execute(db);
    const [value] = Object.values(rows[0]!);
    if (!plain.test(value!)) twisted.push(`数据库的设置 ${name} 为 ${value}`);
  }
  return twisted;
};

/** Tables whose rows the other rules are about. */
const moneyTables =
  `account_open_id activity activity_budget activity_note bank_file binding_note chain_head claim claim_end claim_note code_use
  consumer_config consumer_config_note ded_account ded_log draw draw_counter fund_ledger fund_request link_note member member_account
  need_order need_order_item need_pay order_note payee_note payout payout_event point_log point_rule pool prize_ver receiver_note recon_diff
  red_active red_active_note red_bar red_batch red_info red_send red_send_line redemption redemption_place remit remit_end remit_item
  remit_number reward_note seed_epoch send_note shop_ass shop_reward stock_move tier tier_cap tier_terms weight_version`.split(
    /\s+/,
  );

/** What the tables themselves are kept by: without it the other rules are shown rows that are not all, or let through what cannot be compared. */
export const guardChecks: readonly MoneyCheck[] = [
  {
    name: '表的约束、触发器与可见的行未被改动',
    // The tables are everybody's: what is wrong with them is told of no firm, or of the one that is asked about.
    find: async (db, firmId = 0): Promise<Fault[]> =>
      [
        ...(await findTwisted(db)),
        ...(await findBrokenCatalog(db)),
        ...(await findBent(db)),
        ...(await findReshaped(db)),
        ...(await findUnlawfulRows(db, moneyTables)),
      ].map((detail) => ({ firmId, poolId: null, detail, difference: 1 })),
  },
];
