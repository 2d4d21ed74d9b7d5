-- The money of the lottery: merchants of WeChat Pay, the pools their money stands in, what activities were given of it, and the
-- ledger of every movement. All amounts are fen.

create table merchant (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  name varchar(30) not null,
  mchid varchar(32) not null,
  appid varchar(32) not null default '',
  -- '' is the official host
  base_url varchar(120) not null default '',
  -- of the merchant's own certificate
  serial_no varchar(64) not null default '',
  private_key_sealed bytea,
  api_v3_key_sealed bytea,
  -- what WeChat Pay signs with: [{serial, kind: CERT | PUB_KEY, pem}]
  platform_keys jsonb not null default '[]',
  -- '' is our own address
  notify_url varchar(200) not null default '',
  transfer_scene_id varchar(8) not null default '1000',
  qps int not null default 30 check (qps between 1 and 100),
  -- 0 is without limit
  day_limit_amount bigint not null default 0 check (day_limit_amount >= 0),
  single_min bigint not null default 10 check (single_min > 0),
  single_max bigint not null default 20000,
  user_day_max int not null default 10 check (user_day_max between 1 and 100),
  is_sandbox boolean not null default false,
  status smallint not null default 0,
  remark varchar(200) not null default '',
  is_del smallint not null default 0,
  version int not null default 0,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- of the merchant's app, under the master key: it tells who somebody is that opens a page in WeChat
  app_secret_sealed bytea,
  constraint merchant_firm_uq unique (firm_id, id),
  constraint merchant_single_ck check (single_max >= single_min),
  -- An app of WeChat's belongs to one firm: who signs in by it is known by its appid over the whole platform.
  constraint merchant_appid_of_firm exclude using gist (appid with =, firm_id with <>) where (is_del = 0 and appid <> '')
);
create unique index merchant_mchid_uq on merchant (firm_id, mchid, appid) where is_del = 0;
create index merchant_firm on merchant (firm_id, id) where is_del = 0;
-- By which way a consumer came is asked by the open ids of his account, each among the merchants of his firm.
create index merchant_app on merchant (firm_id, appid);

create table pool (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  mch_conf_id bigint not null,
  name varchar(30) not null,
  -- what is free: neither given to an activity nor paid; the operations of administration alone change it
  balance bigint not null default 0 constraint pool_balance_ck check (balance >= 0),
  warn_amount bigint not null default 0 check (warn_amount >= 0),
  -- administrators who are told when the balance is below warn_amount
  notify_ids bigint[] not null default '{}',
  -- 0 is without limit
  day_limit_amount bigint not null default 0 check (day_limit_amount >= 0),
  user_day_max int not null default 10 check (user_day_max between 1 and 10),
  status smallint not null default 0,
  remark varchar(200) not null default '',
  is_del smallint not null default 0,
  version int not null default 0,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint pool_firm_uq unique (firm_id, id),
  constraint pool_mch_conf_fk foreign key (firm_id, mch_conf_id) references merchant (firm_id, id)
);
create unique index pool_mch_conf_uq on pool (mch_conf_id) where is_del = 0;
create index pool_firm on pool (firm_id, id) where is_del = 0;

-- What an activity was given of a pool, and what became of it.
create table activity_budget (
  activity_id bigint primary key,
  firm_id bigint not null references firm,
  pool_id bigint not null,
  budget bigint not null default 0 check (budget >= 0),
  -- free to be won
  remain bigint not null default 0 check (remain >= 0),
  -- won, neither received nor given up
  reserved bigint not null default 0 check (reserved >= 0),
  paid bigint not null default 0 check (paid >= 0),
  -- gone back to the pool
  released bigint not null default 0 check (released >= 0),
  -- when the activity ended: what is released later goes to the pool
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint activity_budget_sum_ck check (remain + reserved + paid + released = budget),
  constraint activity_budget_closed_ck check (closed_at is null or remain = 0),
  constraint activity_budget_pool_fk foreign key (firm_id, pool_id) references pool (firm_id, id)
);
create index activity_budget_pool on activity_budget (pool_id, activity_id);
create index activity_budget_firm on activity_budget (firm_id, activity_id);

-- Every movement, for ever. Draws write it, so it refers to no pool by a key: each would lock the one row of it.
create table fund_ledger (
  id bigint generated always as identity primary key,
  firm_id bigint not null,
  pool_id bigint not null,
  activity_id bigint,
  -- 1 充值, 2 划拨到活动, 3 活动回收, 4 预占, 5 支出, 6 释放, 7 手续费, 8 调账
  type smallint not null check (type between 1 and 8),
  -- free in the pool, free in the activity, reserved in it, and outside of the firm
  pool bigint not null default 0,
  avail bigint not null default 0,
  reserved bigint not null default 0,
  outside bigint not null default 0,
  -- of the pool, where this changed it
  balance_after bigint check (balance_after >= 0),
  -- what it was for: a request, a draw
  ref_kind varchar(16),
  ref_id bigint,
  -- null is the system
  operator_id bigint,
  remark varchar(200) not null default '',
  -- when it was written behind the lock of its budget, not when its transaction began: what a draw saw of the budget can be told by it
  at timestamptz not null default clock_timestamp(),
  -- what was reserved in one row may be paid and released in parts: each names the row that it is a part of
  part_of bigint,
  -- of an allocation by hand: sent again it is booked once
  idem_key varchar(64),
  constraint fund_ledger_sum_ck check (pool + avail + reserved + outside = 0),
  constraint fund_ledger_balance_ck check ((pool <> 0) = (balance_after is not null)),
  constraint fund_ledger_ref_ck check ((ref_kind is null) = (ref_id is null) and (ref_id is not null or type in (2, 3))),
  constraint fund_ledger_type_ck check (
    case type
      when 1 then pool > 0 and outside = -pool and avail = 0 and activity_id is null
      when 2 then avail > 0 and pool = -avail and reserved = 0
      when 3 then pool > 0 and avail = -pool and reserved = 0
      when 4 then reserved > 0 and avail = -reserved and pool = 0
      when 5 then outside > 0 and reserved = -outside and pool = 0
      when 6 then avail > 0 and reserved = -avail and pool = 0
      when 7 then outside > 0 and pool = -outside and avail = 0
      else pool <> 0 and outside = -pool and avail = 0 and activity_id is null
    end
  ),
  constraint fund_ledger_activity_ck check (type not between 2 and 6 or activity_id is not null),
  constraint fund_ledger_ref_uq unique (type, ref_kind, ref_id),
  constraint fund_ledger_part_ck check (part_of is null or type in (5, 6)),
  constraint fund_ledger_idem_uq unique (firm_id, idem_key)
);
-- What was reserved is either paid or released.
create unique index fund_ledger_end_uq on fund_ledger (ref_kind, ref_id) where type in (5, 6);
create index fund_ledger_firm on fund_ledger (firm_id, id);
create index fund_ledger_pool on fund_ledger (pool_id, id);
create index fund_ledger_activity on fund_ledger (activity_id, id);
-- figures of a day without a look at the rows themselves
create index fund_ledger_at on fund_ledger (firm_id, at) include (type, pool_id, reserved, outside);
-- what changed a pool: few rows beside those of draws
create index fund_ledger_moved on fund_ledger (pool_id, type) include (pool) where pool <> 0;
create index fund_ledger_part on fund_ledger (part_of) where part_of is not null;

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or deleted', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger fund_ledger_append_only before update or delete on fund_ledger
  for each row execute function refuse_ledger_change();
create trigger fund_ledger_no_truncate before truncate on fund_ledger
  for each statement execute function refuse_ledger_change();

-- What somebody asks to be booked by hand and another one has to approve: 充值 and 调账.
create table fund_request (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  pool_id bigint not null,
  -- as in fund_ledger: 1 充值, 8 调账
  kind smallint not null check (kind in (1, 8)),
  amount bigint not null check (amount <> 0 and (kind = 8 or amount > 0)),
  vouchers varchar(300)[] not null default '{}',
  remark varchar(200) not null default '',
  -- 0 待复核, 1 已通过, 2 已驳回
  status smallint not null default 0 check (status between 0 and 2),
  idem_key varchar(64),
  created_by bigint not null,
  created_at timestamptz not null default now(),
  reviewed_by bigint,
  reviewed_at timestamptz,
  review_remark varchar(200) not null default '',
  constraint fund_request_pool_fk foreign key (firm_id, pool_id) references pool (firm_id, id),
  constraint fund_request_voucher_ck check (kind = 8 or cardinality(vouchers) > 0),
  constraint fund_request_two_ck check (reviewed_by <> created_by),
  constraint fund_request_review_ck check (
    (status = 0) = (reviewed_at is null) and (status = 0) = (reviewed_by is null)
  ),
  constraint fund_request_idem_uq unique (firm_id, idem_key)
);
create index fund_request_firm on fund_request (firm_id, id);
create index fund_request_pool on fund_request (pool_id, id);
create index fund_request_waiting on fund_request (firm_id, id) where status = 0;
