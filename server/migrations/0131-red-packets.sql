-- Red packet activities, packets dealt to codes before they are scanned, and packets sent by hand. Amounts are fen.

-- What packets of red codes and packets sent by hand are paid of.
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

create table red_batch (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  red_active_id bigint not null,
  batch_no varchar(20) not null generated always as ('HB' || lpad(id::text, 10, '0')) stored,
  -- a run of codes; null where a file names them
  seg int references segment,
  serial_from bigint,
  serial_to bigint,
  -- the import of the file
  task_id bigint,
  -- [{amount, count}]: what the packets hold, and how many of each
  shares jsonb not null,
  total_num int not null check (total_num between 1 and 1000000),
  total_amount bigint not null check (total_amount > 0),
  -- 0 生成中, 1 可使用, 2 生成失败, 3 作废中, 4 已作废, 5 已冻结
  state smallint not null default 0 check (state between 0 and 5),
  -- codes that have their packet by now, in the order of their places
  made int not null default 0 check (made between 0 and total_num),
  reason varchar(200) not null default '',
  -- what decides who gets what, and the key the amounts lie under; both under the master key
  seed_sealed bytea not null,
  key_sealed bytea not null,
  -- SHA-256 over seed, codes and amounts: nobody can change who gets what unseen
  digest char(64),
  made_at timestamptz,
  idem_key varchar(64),
  created_by bigint not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint red_batch_firm_id_uq unique (firm_id, id),
  constraint red_batch_idem_uq unique (firm_id, idem_key),
  constraint red_batch_range_ck check ((seg is null) = (serial_from is null) and (seg is null) = (serial_to is null) and serial_to >= serial_from),
  constraint red_batch_made_ck check (state in (0, 2) or (digest is not null and made = total_num)),
  foreign key (firm_id, red_active_id) references red_active (firm_id, id)
);
create index red_batch_firm on red_batch (firm_id, id);
create index red_batch_active on red_batch (red_active_id, id);
create index red_batch_no on red_batch (batch_no);
create index red_batch_state on red_batch (state, id);
create index red_batch_at_created_at on red_batch (created_at);

create table red_bar (
  id bigint generated always as identity primary key,
  firm_id bigint not null,
  batch_id bigint not null,
  seg int not null,
  serial bigint not null,
  -- under the key of the batch; null until it is dealt
  amount_sealed bytea,
  -- told once it is a secret no more: received, or void
  amount bigint check (amount > 0),
  -- 0 未使用, 1 已领取, 2 已作废, 3 已冻结
  state smallint not null default 0 check (state between 0 and 3),
  uid bigint,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  -- who received it, under the key of the batch, which the database alone does not have
  seal bytea,
  constraint red_bar_batch_uq unique (batch_id, seg, serial),
  -- I13: nothing is received without its receiver
  constraint red_bar_used_ck check ((state = 1) = (uid is not null) and (state = 1) = (used_at is not null)),
  constraint red_bar_told_ck check ((state in (1, 2)) = (amount is not null)),
  foreign key (firm_id, batch_id) references red_batch (firm_id, id),
  foreign key (firm_id, uid) references member (firm_id, id)
);
-- A code carries one packet; one whose packet is void may be given another.
create unique index red_bar_live_uq on red_bar (seg, serial) where state <> 2;
create index red_bar_firm on red_bar (firm_id, id);
create index red_bar_of_batch on red_bar (batch_id, id);
create index red_bar_by_state on red_bar (state, id);
create index red_bar_uid on red_bar (uid, id) where uid is not null;
create index red_bar_at_used_at on red_bar (used_at) where used_at is not null;
create index red_bar_done on red_bar (batch_id, state) include (amount) where state in (1, 2);

-- One order: sent once, whatever is asked again under its key.
create table red_send (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  send_no varchar(20) not null generated always as ('SF' || lpad(id::text, 10, '0')) stored,
  red_active_id bigint not null,
  total_num int not null check (total_num between 1 and 5000),
  total_amount bigint not null check (total_amount > 0),
  remark varchar(100) not null check (remark <> ''),
  -- the file its receivers are from
  file_name varchar(100),
  -- another person has to let it go
  needs_review boolean not null,
  idem_key varchar(64) not null,
  created_by bigint not null,
  created_at timestamptz not null default now(),
  -- the sum above which it needed another person when it was made: the setting may be another one since
  review_above bigint not null check (review_above >= 0),
  constraint red_send_firm_id_uq unique (firm_id, id),
  constraint red_send_idem_uq unique (firm_id, idem_key),
  foreign key (firm_id, red_active_id) references red_active (firm_id, id),
  constraint red_send_needs_review_ck check (needs_review = (total_amount > review_above))
);
create index red_send_active on red_send (red_active_id, id);

-- What one receiver gets of it: its payout names the line as its source. What it was asked for stays beside its payout.
create table red_send_line (
  id bigint generated always as identity primary key,
  firm_id bigint not null,
  send_id bigint not null,
  line_no int not null check (line_no between 1 and 5000),
  openid varchar(64) not null,
  uid bigint,
  amount bigint not null,
  -- another person had to let it go
  is_held boolean not null,
  constraint red_send_line_uq unique (send_id, line_no),
  foreign key (firm_id, send_id) references red_send (firm_id, id),
  constraint red_send_line_amount_ck check (amount > 0)
);
create index red_send_line_firm on red_send_line (firm_id, id);

create function refuse_send_change() returns trigger language plpgsql as $$
begin
  raise exception 'packets sent by hand are kept as they were asked for';
end $$;
create trigger red_send_kept before update or delete on red_send for each row execute function refuse_send_change();
create trigger red_send_line_kept before update or delete on red_send_line for each row execute function refuse_send_change();

-- Whether the password is asked for was taken for a secret by its name, and could not be read: its first value counts until it is saved again.
delete from config where name = 'manual.send_password' and sealed is not null;
