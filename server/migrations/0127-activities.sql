-- Lottery activities and their odds. Amounts are fen.

-- Templates of lottery activities: those of the system have firm 0 and a code of their own.
create table act_template (
  id bigint generated always as identity primary key,
  firm_id bigint not null default 0,
  code varchar(20),
  name varchar(30) not null,
  -- 0 扫码直抽, 1 大转盘, 2 九宫格, 3 刮刮卡, 4 砸金蛋
  play_mode smallint not null,
  industries text[] not null default '{}',
  cover varchar(300) not null,
  summary varchar(60) not null default '',
  -- prizes without stock, limits and texts
  preset jsonb not null,
  is_del smallint not null default 0,
  version int not null default 0,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint act_template_system_ck check (code is null or firm_id = 0),
  constraint act_template_code_uq unique (code)
);
comment on column act_template.firm_id is 'shared';
create unique index act_template_name_uq on act_template (firm_id, name) where is_del = 0;
create index act_template_live on act_template (id) where is_del = 0;
create index act_template_firm on act_template (firm_id, id) where is_del = 0;
create index act_template_by_name on act_template (name, id) where is_del = 0;

create table activity (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  act_no varchar(20) not null,
  act_name varchar(50) not null,
  -- 0 扫码营销, 1 互动游戏
  act_scene smallint not null default 0 check (act_scene in (0, 1)),
  -- 0 消费者, 1 门店（开箱）
  audience smallint not null default 0 check (audience in (0, 1)),
  -- 0 防伪码, 1 积分, 2 箱码
  lottery_type smallint not null default 0 check (lottery_type in (0, 1, 2)),
  -- 0 扫码直抽, 1 大转盘, 2 九宫格, 3 刮刮卡, 4 砸金蛋
  play_mode smallint not null default 2,
  -- 0 草稿, 1 待开始, 2 进行中, 3 已暂停, 4 已结束, 5 回收站
  status smallint not null default 0 check (status between 0 and 5),
  channel_id bigint references channel,
  start_at timestamptz,
  end_at timestamptz,
  published_at timestamptz,
  ended_at timestamptz,
  end_reason varchar(10) not null default '' check (end_reason in ('', 'TIME', 'MANUAL', 'SOLD_OUT')),
  end_text varchar(100) not null default '',
  limit_total int check (limit_total >= 1),
  limit_day int check (limit_day >= 1),
  win_total int check (win_total >= 1),
  win_day int check (win_day >= 1),
  points_cost int check (points_cost >= 1),
  new_user_only boolean not null default false,
  geo_required boolean not null default false,
  scope_id bigint,
  collect_fields jsonb not null default '[]',
  collect_reason varchar(100) not null default '',
  claim_days smallint not null default 15 check (claim_days between 1 and 365),
  -- 0 作废, 1 有效期内可重领
  refund_policy smallint not null default 1 check (refund_policy in (0, 1)),
  blank_slot smallint,
  -- 0 全额锁定, 1 预算封顶
  budget_mode smallint not null default 0 check (budget_mode in (0, 1)),
  pool_id bigint,
  budget_amount bigint not null default 0 check (budget_amount >= 0),
  expect_draws int,
  auto_return boolean not null default false,
  verify_all boolean not null default false,
  bg_image varchar(300) not null default '',
  share_title varchar(40) not null default '',
  share_desc varchar(60) not null default '',
  share_image varchar(300) not null default '',
  rule_text text not null default '',
  organizer varchar(60) not null default '',
  contact varchar(40) not null default '',
  auto_end boolean not null default false,
  remark varchar(200) not null default '',
  weight_version int,
  recycled_at timestamptz,
  recycled_from smallint,
  recycled_by bigint,
  copied_from bigint,
  is_del smallint not null default 0,
  version int not null default 0,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  template_id bigint references act_template,
  -- the colours of the page where it is played
  theme varchar(8) not null default 'red' check (theme in ('red', 'jade', 'navy', 'plum', 'tea')),
  -- of a game without a code: turns that are free each day, and how many a day may come of shares
  free_per_day smallint not null default 0 check (free_per_day between 0 and 20),
  share_reward smallint not null default 0 check (share_reward between 0 and 5),
  constraint activity_firm_id_uq unique (firm_id, id),
  constraint activity_no_uq unique (firm_id, act_no),
  constraint activity_period_ck check (end_at > start_at),
  constraint activity_published_ck check (status in (0, 5) or (start_at is not null and end_at is not null and published_at is not null)),
  foreign key (firm_id, scope_id) references scope (firm_id, id),
  foreign key (firm_id, pool_id) references pool (firm_id, id),
  -- Points are spent by consumers: nobody enters an activity of points as a shop.
  constraint activity_points_ck check (lottery_type <> 1 or audience = 0),
  constraint activity_turns_ck check (act_scene = 1 or (free_per_day = 0 and share_reward = 0))
);
create index activity_firm on activity (firm_id, status, start_at desc) where is_del = 0;
create index activity_list on activity (firm_id, id) where is_del = 0;
create index activity_live on activity (id) where is_del = 0;
create index activity_start on activity (status, start_at);
create index activity_end on activity (status, end_at);
create index activity_template on activity (template_id) where template_id is not null;
-- Activities and warnings are found by their words like everything else that Ctrl K finds: each question read all of them.
create index activity_words on activity using gin (act_name gin_trgm_ops, act_no gin_trgm_ops);
create index activity_letters on activity using gin ((string_to_array(lower(act_name::text), null)), (string_to_array(lower(act_no::text), null)));

-- Money of a pool that is on its way to shops and dealers has a budget of its own, numbered out of those of activities.
alter table pool
  add remit_budget_id bigint not null default nextval('activity_id_seq') constraint pool_remit_budget_uq unique;

create table activity_window (
  activity_id bigint not null,
  place smallint not null,
  firm_id bigint not null,
  -- bit 0 = Monday
  weekdays smallint not null check (weekdays between 1 and 127),
  hour_from smallint not null check (hour_from between 0 and 23),
  hour_to smallint not null check (hour_to between 1 and 24),
  check (hour_to > hour_from),
  primary key (activity_id, place),
  foreign key (firm_id, activity_id) references activity (firm_id, id) on delete cascade
);

create table activity_target (
  activity_id bigint not null,
  place smallint not null,
  firm_id bigint not null,
  -- 1 产品, 2 批次, 3 码段, 4 门店, 5 经销商
  kind smallint not null check (kind between 1 and 5),
  target_id bigint,
  seg int references segment,
  serial_from bigint,
  serial_to bigint,
  check ((kind = 3) = (target_id is null)),
  check ((kind = 3) = (seg is not null and serial_from >= 1 and serial_to >= serial_from)),
  primary key (activity_id, place),
  foreign key (firm_id, activity_id) references activity (firm_id, id) on delete cascade
);
create unique index activity_target_uq on activity_target (activity_id, kind, target_id) where kind <> 3;
create index activity_target_row on activity_target (firm_id, kind, target_id) where kind <> 3;
create index activity_target_range on activity_target using gist (seg, int8range(serial_from, serial_to, '[]')) where kind = 3;

-- A shop takes part in an activity: it may verify its prizes.
create table bind_act (
  id bigint generated always as identity primary key,
  firm_id bigint not null,
  activity_id bigint not null,
  shop_id bigint not null references shop,
  -- 0 后台, 1 商户, 2 任务
  bind_source smallint not null default 0,
  bound_by bigint,
  bound_at timestamptz not null default now(),
  constraint bind_act_uq unique (activity_id, shop_id),
  foreign key (firm_id, activity_id) references activity (firm_id, id) on delete cascade
);
create index bind_act_shop on bind_act (shop_id, id);
create index bind_act_firm on bind_act (firm_id, id);

-- The terms of its prize are copied when the activity is published; draws read only the copy.
create table tier (
  id bigint generated always as identity primary key,
  firm_id bigint not null,
  activity_id bigint not null,
  tier_no smallint not null,
  tier_name varchar(20) not null,
  -- null: 谢谢参与
  prize_id bigint,
  slot_no smallint check (slot_no between 1 and 12),
  weight int not null default 0 check (weight between 0 and 1000000),
  stock_total int not null default 0 check (stock_total >= 0),
  remain int not null default 0 constraint tier_remain_ck check (remain between 0 and stock_total),
  -- Draws that ended here, and prizes of them that came back.
  issued bigint not null default 0 check (issued >= 0),
  returned bigint not null default 0 check (returned between 0 and issued),
  day_cap int check (day_cap >= 1),
  hour_cap int check (hour_cap >= 1),
  user_cap int check (user_cap >= 1),
  is_fallback boolean not null default false,
  visible boolean not null default true,
  is_on boolean not null default true,
  -- Copied from the prize.
  prize_name varchar(30) not null default '',
  image varchar(300) not null default '',
  prize_type smallint not null default 3 check (prize_type between 0 and 3),
  claim_mode smallint not null default 0 check (claim_mode between 0 and 3),
  also_post boolean not null default false,
  amount_min bigint not null default 0,
  amount_max bigint not null default 0 check (amount_max >= amount_min),
  points int not null default 0,
  face_value bigint not null default 0,
  cost_price bigint not null default 0,
  deduct_amount bigint not null default 0,
  constraint tier_no_uq unique (activity_id, tier_no),
  constraint tier_activity_uq unique (activity_id, id),
  check ((prize_id is null) = (prize_type = 3)),
  check (prize_type <> 3 or (stock_total = 0 and not is_fallback)),
  constraint tier_stock_ck check (prize_type = 3 or remain + issued - returned = stock_total),
  foreign key (firm_id, activity_id) references activity (firm_id, id) on delete cascade,
  foreign key (firm_id, prize_id) references prize (firm_id, id)
);
create unique index tier_blank_uq on tier (activity_id) where prize_type = 3;
create unique index tier_fallback_uq on tier (activity_id) where is_fallback;
create index tier_prize on tier (prize_id);

-- Every change of how many prizes a tier of a published activity has, beside the draws. Never changed.
create table stock_move (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  activity_id bigint not null,
  tier_id bigint not null,
  -- 1 发布, 2 追加, 3 撤回, 4 退回
  kind smallint not null check (kind between 1 and 4),
  delta int not null check (delta <> 0 and (delta < 0) = (kind = 3)),
  -- null: by itself
  operator_id bigint,
  remark varchar(120) not null default '',
  at timestamptz not null default clock_timestamp(),
  -- Not to its activity: that row is locked by who changes it, while who returns stock holds the tier.
  foreign key (activity_id, tier_id) references tier (activity_id, id) on delete cascade
);
create index stock_move_activity on stock_move (activity_id, id);
create index stock_move_tier on stock_move (tier_id);

-- What held of a tier from a moment on: its caps, those of a person's wins in its activity, and whether it was given out. Never changed, so
-- that it can be told of each draw whether a cap was there that it gave way to.
create table tier_limit (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  activity_id bigint not null,
  tier_id bigint not null,
  is_on boolean not null,
  user_cap int,
  day_cap int,
  hour_cap int,
  win_day int,
  win_total int,
  at timestamptz not null default clock_timestamp(),
  foreign key (activity_id, tier_id) references tier (activity_id, id) on delete cascade
);
create index tier_limit_tier on tier_limit (tier_id, at);
create index tier_limit_firm on tier_limit (firm_id, id);

-- Versions of the odds. Never changed: their hashes are chained.
create table weight_version (
  id bigint generated always as identity primary key,
  firm_id bigint not null,
  activity_id bigint not null,
  version int not null,
  -- [{tierId, weight}] in the order of the intervals; adds up to a million
  entries jsonb not null,
  prev_hash char(64) not null,
  hash char(64) not null,
  reason varchar(100) not null default '',
  created_by bigint,
  effective_at timestamptz not null default now(),
  constraint weight_version_uq unique (activity_id, version),
  foreign key (firm_id, activity_id) references activity (firm_id, id)
);

create function refuse_weight_change() returns trigger language plpgsql as $$
begin
  raise exception 'versions of odds are kept as they were published';
end $$;
create trigger weight_version_kept before update or delete on weight_version for each row execute function refuse_weight_change();
