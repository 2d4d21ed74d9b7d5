-- Red packet activities: what packets of red codes and packets sent by hand are paid of. Amounts are fen.
create table red_active (
  -- Out of the numbers of activities: a budget and a row of the ledger name their owner by it, whichever of the two it is.
  id bigint primary key default nextval('activity_id_seq'),
  firm_id bigint not null references firm,
  name varchar(32) not null,
  red_type_id bigint not null,
  -- NORMAL 普通红包, GROUP 裂变红包
  kind varchar(6) not null default 'NORMAL' check (kind in ('NORMAL', 'GROUP')),
  channel varchar(8) not null check (channel in ('API', 'UPLOAD', 'ACTIVITY')),
  scene varchar(9) not null check (scene in ('PRODUCT_1', 'PRODUCT_2', 'PRODUCT_3', 'PRODUCT_4')),
  -- 1 微信红包, 2 零钱红包
  pay_kind smallint not null check (pay_kind in (1, 2)),
  mch_conf_id bigint not null,
  send_name varchar(32) not null,
  wishing varchar(128) not null,
  -- 0 固定金额, 1 随机金额: what one packet may hold
  amount_mode smallint not null default 0 check (amount_mode in (0, 1)),
  amount_min bigint not null check (amount_min > 0),
  amount_max bigint not null,
  -- given to it of its merchant's pool, in all
  budget_amount bigint not null check (budget_amount > 0),
  -- packets at most; null is without limit
  packet_limit int check (packet_limit >= 1),
  limit_user_day smallint not null default 10 check (limit_user_day between 1 and 10),
  start_at timestamptz not null,
  end_at timestamptz not null,
  -- when what was left went back to the pool: nothing is paid of it any more
  ended_at timestamptz,
  status smallint not null default 0,
  remark varchar(200) not null default '',
  is_del smallint not null default 0,
  version int not null default 0,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint red_active_firm_id_uq unique (firm_id, id),
  constraint red_active_period_ck check (end_at > start_at),
  constraint red_active_amounts_ck check (amount_max >= amount_min and (amount_mode = 1 or amount_max = amount_min)),
  foreign key (firm_id, red_type_id) references red_type (firm_id, id),
  foreign key (firm_id, mch_conf_id) references merchant (firm_id, id)
);
create unique index red_active_name_uq on red_active (firm_id, name) where is_del = 0;
create index red_active_live on red_active (id) where is_del = 0;
create index red_active_firm on red_active (firm_id, id) where is_del = 0;
create index red_active_by_name on red_active (name, id) where is_del = 0;
create index red_active_by_type on red_active (red_type_id, id) where is_del = 0;
create index red_active_by_channel on red_active (channel, id) where is_del = 0;
create index red_active_by_kind on red_active (kind, id) where is_del = 0;
create index red_active_by_status on red_active (status, id) where is_del = 0;
create index red_active_at_created_at on red_active (created_at) where is_del = 0;
create index red_active_merchant on red_active (mch_conf_id);
create index red_active_due on red_active (end_at) where ended_at is null;

-- Packets of a red packet activity, by how they stand.
create index red_info_red_active on red_info (red_active_id, status) where red_active_id is not null;
