-- What was published, asked for, passed or handed out, noted beside its row: the second source that rows are held against.

create function refuse_note_change() returns trigger language plpgsql as $$
begin
  raise exception 'what was noted of % stays as it was', tg_table_name;
end $$;

-- What a tier promises and its activity asks for a draw, as they were published and lawfully changed since: the second source that tiers
-- and draws are held against. Never changed; without a key to its tier, so that it outlives one.
create table tier_terms (
  id bigint generated always as identity,
  firm_id bigint not null references firm,
  activity_id bigint not null,
  tier_id bigint not null,
  prize_id bigint,
  prize_name varchar(30) not null,
  prize_type smallint not null,
  claim_mode smallint not null,
  also_post boolean not null,
  amount_min bigint not null,
  amount_max bigint not null,
  points int not null,
  face_value bigint not null,
  cost_price bigint not null,
  deduct_amount bigint not null,
  stock_total int not null,
  points_cost int,
  free_per_day smallint not null,
  share_reward smallint not null,
  auto_return boolean not null,
  at timestamptz not null default clock_timestamp(),
  primary key (firm_id, id)
);
create index tier_terms_tier on tier_terms (tier_id, id);
create trigger tier_terms_kept before update or delete on tier_terms for each row execute function refuse_note_change();

-- What an activity asks for beside its odds and terms, as it was published and lawfully changed since, as a digest: the second source that
-- it is held against. Never changed; without a key to its activity.
create table activity_note (
  firm_id bigint not null references firm,
  id bigint generated always as identity,
  activity_id bigint not null,
  digest char(64) not null,
  changed_by bigint,
  at timestamptz not null default clock_timestamp(),
  primary key (firm_id, id)
);
create index activity_note_activity on activity_note (firm_id, activity_id, id);
create trigger activity_note_kept before update or delete on activity_note for each row execute function refuse_note_change();

create function digest_activity(activity) returns text language sql stable as $$
  select encode(sha256(convert_to(jsonb_build_array($1.id, $1.act_scene, $1.audience, $1.lottery_type, $1.play_mode,
    extract(epoch from $1.start_at), extract(epoch from $1.end_at), $1.limit_total, $1.limit_day, $1.win_total, $1.win_day, $1.new_user_only,
    $1.geo_required, $1.scope_id, $1.collect_fields, $1.claim_days, $1.refund_policy, $1.budget_mode, $1.pool_id, $1.budget_amount, $1.verify_all,
    $1.auto_end,
    (select jsonb_agg(jsonb_build_array(t.id, t.is_fallback) order by t.id) from tier t where t.firm_id = $1.firm_id and t.activity_id = $1.id),
    (select jsonb_agg(jsonb_build_array(w.weekdays, w.hour_from, w.hour_to) order by w.place)
      from activity_window w where w.firm_id = $1.firm_id and w.activity_id = $1.id),
    (select jsonb_agg(jsonb_build_array(t.kind, t.target_id, t.seg, t.serial_from, t.serial_to) order by t.place)
      from activity_target t where t.firm_id = $1.firm_id and t.activity_id = $1.id))::text, 'UTF8')), 'hex')
$$;

-- The like of activities of red packets, as they were made and lawfully changed.
create table red_active_note (
  firm_id bigint not null references firm,
  id bigint generated always as identity,
  red_active_id bigint not null,
  digest char(64) not null,
  changed_by bigint,
  at timestamptz not null default clock_timestamp(),
  primary key (firm_id, id)
);
create index red_active_note_active on red_active_note (firm_id, red_active_id, id);
create trigger red_active_note_kept before update or delete on red_active_note for each row execute function refuse_note_change();

create function digest_red_active(red_active) returns text language sql stable as $$
  select encode(sha256(convert_to(jsonb_build_array($1.id, $1.kind, $1.channel, $1.scene, $1.pay_kind, $1.mch_conf_id, $1.amount_mode, $1.amount_min,
    $1.amount_max, $1.budget_amount, $1.packet_limit, $1.limit_user_day, extract(epoch from $1.start_at), extract(epoch from $1.end_at))::text,
    'UTF8')), 'hex')
$$;

-- The like of what a firm asks of its consumers.
create table consumer_config_note (
  firm_id bigint not null references firm,
  id bigint generated always as identity,
  digest char(64) not null,
  changed_by bigint,
  at timestamptz not null default clock_timestamp(),
  primary key (firm_id, id)
);
create trigger consumer_config_note_kept before update or delete on consumer_config_note for each row execute function refuse_note_change();

create function digest_consumer_config(consumer_config) returns text language sql stable as $$
  select encode(sha256(convert_to(jsonb_build_array($1.firm_id, $1.score_hold, $1.score_block, $1.scan_limit, $1.draw_limit, $1.geo_mode,
    $1.need_phone, $1.points_months)::text, 'UTF8')), 'hex')
$$;

-- What a firm gives for the first scan of a code and for a share, from a moment on. Never changed, so that it can be told of each entry in
-- the ledger of points whether it was as much as was given then.
create table point_rule (
  id bigint generated always as identity,
  firm_id bigint not null references firm,
  first_points int not null,
  share_points int not null,
  at timestamptz not null default clock_timestamp(),
  primary key (firm_id, id)
);
create trigger point_rule_kept before update or delete on point_rule for each row execute function refuse_note_change();

-- Until when a prize can be claimed and by which code, as it was won and at each lawful change: the second source that claims are held
-- against. Never changed.
create table claim_note (
  firm_id bigint not null references firm,
  draw_id bigint not null,
  id bigint generated always as identity,
  expire_at timestamptz not null,
  -- a digest of its code; null where it has none
  code char(64),
  at timestamptz not null default clock_timestamp(),
  primary key (firm_id, draw_id, id)
);
create trigger claim_note_kept before update or delete on claim_note for each row execute function refuse_note_change();

create function digest_ver_code(claim) returns text language sql stable as $$
  select encode(sha256(convert_to($1.draw_id || '|' || $1.ver_code, 'UTF8')), 'hex')
$$;

-- That a claim was closed, which it stays: written when it is, and never changed, so that one that was opened again is found.
create table claim_end (
  firm_id bigint not null references firm,
  draw_id bigint not null,
  close_reason varchar(10) not null,
  primary key (firm_id, draw_id)
);
create trigger claim_end_kept before update or delete on claim_end for each row execute function refuse_note_change();

-- Where a prize was asked to be sent, as a digest written with its order and never changed: an address stays what its winner said.
create table redemption_place (
  firm_id bigint not null references firm,
  redemption_id bigint not null,
  digest char(64) not null,
  primary key (firm_id, redemption_id)
);
create trigger redemption_place_kept before update or delete on redemption_place for each row execute function refuse_note_change();

create function digest_place(redemption) returns text language sql stable as $$
  select encode(sha256(convert_to(concat_ws(chr(31), $1.id, $1.draw_id, $1.uid, $1.receiver, $1.phone, $1.region_code, $1.address), 'UTF8')), 'hex')
$$;

-- Whom WeChat named as the receiver of a payout while another account was known by that OpenID: the one way in which money lawfully goes to an
-- OpenID that is not the account's own. Never changed, so that an account whose own is taken away or exchanged does not look like it.
create table receiver_note (
  id bigint generated always as identity,
  firm_id bigint not null references firm,
  uid bigint not null,
  app_id varchar(32) not null,
  openid varchar(64) not null,
  at timestamptz not null default clock_timestamp(),
  primary key (firm_id, id)
);
create index receiver_note_of on receiver_note (firm_id, uid, app_id, openid);
create trigger receiver_note_kept before update or delete on receiver_note for each row execute function refuse_note_change();

-- A digest of the lines of packets sent by hand, as they were sent: who gets how much stays also while they wait for another person, when
-- nothing else says it. Never changed.
create table send_note (
  firm_id bigint not null references firm,
  send_id bigint not null,
  lines char(64) not null,
  primary key (firm_id, send_id)
);
create trigger send_note_kept before update or delete on send_note for each row execute function refuse_note_change();

-- Where a shop or a dealer is paid, as a digest of each account that was lawfully said: the second source that the row and remittances are held
-- against. Never changed; of whom nothing was ever noted, nothing was ever said.
create table payee_note (
  firm_id bigint not null references firm,
  id bigint generated always as identity,
  -- 1 门店, 2 经销商
  owner_kind smallint not null check (owner_kind in (1, 2)),
  owner_id bigint not null,
  digest char(64) not null,
  -- who of the staff had it written; null of a shop that said so itself
  changed_by bigint,
  at timestamptz not null default now(),
  primary key (firm_id, id)
);
create index payee_note_owner on payee_note (firm_id, owner_kind, owner_id, id);
create trigger payee_note_kept before update or delete on payee_note for each row execute function refuse_note_change();

-- How a remittance ended, written once with its end and never changed: one that was paid is never rejected afterwards, and not paid again.
create table remit_end (
  firm_id bigint not null references firm,
  remit_id bigint not null,
  -- -1 已驳回, 1 已打款
  status smallint not null check (status in (-1, 1)),
  amount bigint not null,
  person bigint,
  at timestamptz not null default now(),
  primary key (firm_id, remit_id)
);
create trigger remit_end_kept before update or delete on remit_end for each row execute function refuse_note_change();

-- What a shop is rewarded with by somebody of the staff, as it was said: a reward that comes of a draw is held against that.
create table reward_note (
  firm_id bigint not null references firm,
  reward_id bigint not null,
  shop_id bigint not null,
  kind smallint not null,
  amount bigint not null,
  points int not null,
  created_by bigint,
  primary key (firm_id, reward_id)
);
create trigger reward_note_kept before update or delete on reward_note for each row execute function refuse_note_change();

-- What a dealer ordered of whom and for how much, as the order was made and at each lawful change: the second source that orders and their
-- payments are held against. Never changed.
create table order_note (
  firm_id bigint not null references firm,
  id bigint generated always as identity,
  order_id bigint not null,
  agent_id bigint not null,
  supplier_kind smallint not null,
  supplier_id bigint not null,
  total_amount bigint not null,
  -- a digest of its lines
  lines char(64) not null,
  at timestamptz not null default clock_timestamp(),
  primary key (firm_id, id)
);
create index order_note_order on order_note (firm_id, order_id, id);
create trigger order_note_kept before update or delete on order_note for each row execute function refuse_note_change();

-- Whom a shop belonged to, as each link was made and ended: the second source that links, and who is paid by them, are held against. Never changed.
create table link_note (
  firm_id bigint not null references firm,
  id bigint generated always as identity,
  link_id bigint not null,
  shop_id bigint not null,
  kind smallint not null,
  target_id bigint not null,
  bind_at timestamptz not null,
  unbind_at timestamptz,
  created_at timestamptz not null,
  at timestamptz not null default clock_timestamp(),
  primary key (firm_id, id)
);
create index link_note_link on link_note (firm_id, link_id, id);
create trigger link_note_kept before update or delete on link_note for each row execute function refuse_note_change();

-- Of links from before: as they are now.
insert into link_note (firm_id, link_id, shop_id, kind, target_id, bind_at, unbind_at, created_at)
select firm_id, id, shop_id, kind, target_id, bind_at, unbind_at, created_at from shop_ass order by id;

-- Whose account somebody at a firm came with, which stays his: written when he first came and never changed, so that two who were exchanged,
-- or one who was given to another's account, are found.
create table member_account (
  firm_id bigint not null references firm,
  member_id bigint not null,
  account_id bigint not null,
  primary key (firm_id, member_id)
);
create trigger member_account_kept before update or delete on member_account for each row execute function refuse_note_change();

-- Which account acts as a shop, dealer, salesman or inspector, as each binding was made and ended: the second source that bindings, and who is
-- paid by them, are held against. Never changed.
create table binding_note (
  firm_id bigint not null references firm,
  id bigint generated always as identity,
  binding_id bigint not null,
  account_id bigint not null,
  role_kind smallint not null,
  role_id bigint not null,
  bound_at timestamptz not null,
  ended_at timestamptz,
  -- who of the staff made the QR code that was read, passed the shop that asked, or unbound it
  staff_id bigint,
  -- when the QR code was made; null without one
  offered_at timestamptz,
  at timestamptz not null default clock_timestamp(),
  primary key (firm_id, id)
);
create index binding_note_binding on binding_note (firm_id, binding_id, id);
create trigger binding_note_kept before update or delete on binding_note for each row execute function refuse_note_change();

-- Whether a text is JSON; PostgreSQL says so by itself from version 16 on.
create function is_json(body text) returns boolean language plpgsql immutable strict parallel safe as $$
begin
  perform body::jsonb;
  return true;
exception when data_exception then
  return false;
end
$$;
