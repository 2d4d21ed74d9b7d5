-- Lottery activities, their odds and seeds, draws and what was won. Amounts are fen.

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
  play_mode smallint not null default 2 check (play_mode between 0 and 4),
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
  constraint activity_firm_id_uq unique (firm_id, id),
  constraint activity_no_uq unique (firm_id, act_no),
  constraint activity_period_ck check (end_at > start_at),
  constraint activity_published_ck check (status in (0, 5) or (start_at is not null and end_at is not null and published_at is not null)),
  foreign key (firm_id, scope_id) references scope (firm_id, id),
  foreign key (firm_id, pool_id) references pool (firm_id, id)
);
create index activity_firm on activity (firm_id, status, start_at desc) where is_del = 0;
create index activity_list on activity (firm_id, id) where is_del = 0;
create index activity_live on activity (id) where is_del = 0;
create index activity_start on activity (status, start_at);
create index activity_end on activity (status, end_at);

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

-- A period of draws under one secret seed, whose hash is public from its beginning.
create table seed_epoch (
  id bigint generated always as identity primary key,
  firm_id bigint not null,
  activity_id bigint not null,
  epoch_no int not null,
  weight_version int not null,
  seed_sealed bytea not null,
  seed_hash char(64) not null,
  -- 0 进行中, 1 已结束, 2 已封存, 3 已公开, 4 校验失败
  state smallint not null default 0 check (state between 0 and 4),
  opened_at timestamptz not null default clock_timestamp(),
  closed_at timestamptz,
  sealed_at timestamptz,
  revealed_at timestamptz,
  seed char(64),
  draw_cnt int,
  chain_hash char(64),
  constraint seed_epoch_uq unique (activity_id, epoch_no),
  check ((state in (1, 2, 3)) <= (closed_at is not null)),
  check ((seed is not null) = (state = 3)),
  foreign key (firm_id, activity_id) references activity (firm_id, id),
  foreign key (activity_id, weight_version) references weight_version (activity_id, version)
);
create unique index seed_epoch_open_uq on seed_epoch (activity_id) where state = 0;
create index seed_epoch_due on seed_epoch (state, closed_at) where state in (0, 1, 2);

-- A code pays for one draw of each audience, once for all time.
create table code_use (
  seg int not null,
  serial bigint not null,
  audience smallint not null,
  firm_id bigint not null references firm,
  activity_id bigint not null,
  draw_id bigint not null,
  uid bigint not null,
  primary key (seg, serial, audience)
) with (fillfactor = 90);

create sequence draw_number;

create table draw (
  id bigint primary key default nextval('draw_number'),
  firm_id bigint not null,
  activity_id bigint not null,
  -- The ticket that asked for it: its key.
  ticket_id uuid not null,
  epoch_id bigint not null references seed_epoch,
  uid bigint not null,
  audience smallint not null,
  seg int,
  serial bigint,
  code_level smallint,
  product_id bigint,
  lot_id bigint,
  agent_id bigint,
  shop_id bigint,
  channel_id bigint,
  scan_id bigint,
  -- C<code>, B<box>, P<number>
  key varchar(24) not null,
  client_seed varchar(32) not null,
  rand int not null check (rand between 0 and 999999),
  raw_tier_id bigint not null,
  tier_id bigint not null,
  fallback varchar(12) not null,
  prize_type smallint not null,
  amount bigint not null default 0 check (amount >= 0),
  points int not null default 0,
  points_cost int not null default 0,
  -- The risk's verdict, fixed in the ticket: the prize waits for a person.
  hold boolean not null default false,
  risk jsonb not null default '[]',
  province char(6),
  city char(6),
  lng numeric(9, 6),
  lat numeric(8, 6),
  geo_source smallint not null default 3,
  ip inet not null,
  device char(32) not null,
  -- The day signed into the ticket, that limits count by.
  day date not null,
  drawn_at timestamptz not null default clock_timestamp(),
  constraint draw_ticket_uq unique (ticket_id),
  foreign key (firm_id, activity_id) references activity (firm_id, id),
  foreign key (firm_id, uid) references member (firm_id, id),
  foreign key (activity_id, tier_id) references tier (activity_id, id),
  check ((seg is null) = (serial is null))
);
create index draw_activity on draw (activity_id, id);
create index draw_epoch on draw (epoch_id, id);
create index draw_uid on draw (uid, id);
create index draw_code on draw (seg, serial);
create index draw_firm on draw (firm_id, id);
create index draw_day on draw (firm_id, drawn_at);

-- How often a person drew and won: T in all, D of a day, WT and WD wins, K<tier> wins of a tier.
create table draw_counter (
  activity_id bigint not null,
  uid bigint not null,
  period varchar(24) not null,
  firm_id bigint not null,
  cnt int not null check (cnt >= 0),
  primary key (activity_id, uid, period),
  foreign key (firm_id, activity_id) references activity (firm_id, id) on delete cascade
) with (fillfactor = 80);

-- What a tier gave out on a day (hour -1) and in an hour of it.
create table tier_cap (
  tier_id bigint not null references tier on delete cascade,
  day date not null,
  hour smallint not null check (hour between -1 and 23),
  firm_id bigint not null references firm,
  issued int not null check (issued >= 0),
  primary key (tier_id, day, hour)
) with (fillfactor = 80);

-- What becomes of a prize that was won.
create table claim (
  draw_id bigint primary key references draw,
  firm_id bigint not null,
  activity_id bigint not null,
  claim_no varchar(24) not null constraint claim_no_uq unique,
  tier_id bigint not null,
  prize_id bigint not null,
  prize_type smallint not null check (prize_type between 0 and 2),
  claim_mode smallint not null,
  uid bigint not null,
  -- 0 未领取, 1 已领取, 2 已关闭
  status smallint not null default 0 check (status in (0, 1, 2)),
  -- 0 空闲, 1 发放中, 2 邮寄中
  busy smallint not null default 0 check (busy in (0, 1, 2)),
  ver_code char(12) constraint claim_ver_code_uq unique,
  amount bigint not null default 0,
  points int not null default 0,
  deduct_amount bigint not null default 0,
  hold boolean not null default false,
  expire_at timestamptz not null,
  claimed_at timestamptz,
  closed_at timestamptz,
  close_reason varchar(10) not null default '' check (close_reason in ('', 'EXPIRED', 'REFUND', 'VOID', 'CLOSED')),
  close_text varchar(100) not null default '',
  -- Asked of the winner, under the master key.
  collected bytea,
  created_at timestamptz not null default now(),
  check ((status = 1) = (claimed_at is not null)),
  check ((status = 2) = (closed_at is not null)),
  check (status = 0 or busy = 0),
  foreign key (firm_id, activity_id) references activity (firm_id, id),
  foreign key (activity_id, tier_id) references tier (activity_id, id)
);
create index claim_uid on claim (uid, status, draw_id);
create index claim_due on claim (status, expire_at) where status = 0;
create index claim_activity on claim (activity_id, status);
create index claim_firm on claim (firm_id, draw_id);
