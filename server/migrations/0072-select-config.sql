-- How a firm answers the queries of shoppers: one default, and others for products of its choice.
create table select_config (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  name varchar(30) not null,
  -- 1 企业默认, 2 产品
  scope smallint not null check (scope in (1, 2)),
  need_pin boolean not null default false,
  over_limit smallint not null default 5 check (over_limit between 2 and 100),
  dedupe_min smallint not null default 10 check (dedupe_min between 0 and 1440),
  show_first_info boolean not null default true,
  voice_on boolean not null default false,
  jump_url varchar(300) not null default '',
  service_phone varchar(20) not null default '',
  -- one text per verdict
  texts jsonb not null default '{}',
  -- 0 启用, 1 停用
  status smallint not null default 0,
  is_del smallint not null default 0,
  version int not null default 1,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index select_config_firm on select_config (firm_id, id);
create unique index select_config_default_uq on select_config (firm_id) where scope = 1 and is_del = 0;

-- A product follows one setting at most.
create table select_config_product (
  product_id bigint constraint select_config_product_uq primary key references product,
  firm_id bigint not null,
  config_id bigint not null references select_config
);
create index select_config_product_config on select_config_product (config_id);

-- What a line of the log also says: the how-maniest counted query it was, who asked, whose goods they are, and whether
-- they were asked about outside his regions (1 疑似窜货).
alter table scan_log
  add column times int not null default 0,
  add column uid bigint,
  add column agent_id bigint,
  add column is_cross smallint not null default 0;
create index scan_log_at on scan_log (at);
create index scan_log_verdict on scan_log (firm_id, verdict, at);
create index scan_log_product on scan_log (product_id, at);
create index scan_log_place on scan_log (firm_id, province, city, at);
create index scan_log_agent on scan_log (agent_id, at) where agent_id is not null;
create index scan_log_uid on scan_log (uid, at) where uid is not null;
create index scan_log_cross on scan_log (firm_id, at) where is_cross = 1;

-- Codes asked about too often, or in three cities and more within seven days, until somebody trusts them (is_white).
create table odd_code (
  seg int not null,
  serial bigint not null,
  firm_id bigint not null,
  code_text varchar(80) not null,
  product_id bigint,
  lot_id bigint,
  cnt int not null,
  city_count smallint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  is_white boolean not null default false,
  white_by bigint,
  white_at timestamptz,
  white_reason varchar(100) not null default '',
  primary key (seg, serial)
);
create index odd_code_firm on odd_code (firm_id, is_white, last_at);
create index odd_code_last on odd_code (is_white, last_at);

-- Things that should worry somebody. Hits that repeat while one is open raise its hit_count.
create table risk_event (
  id bigint generated always as identity primary key,
  firm_id bigint not null default 0,
  -- 1 窜货, 2 单码异常扫码, 3 用户异常, 4 预算不足, 5 库存不足, 6 发放失败率, 7 商户余额不足, 8 中奖率偏离, 9 异常码扫码
  type smallint not null check (type between 1 and 9),
  -- 1 提示, 2 一般, 3 严重
  level smallint not null check (level between 1 and 3),
  dedupe_key varchar(120) not null,
  title varchar(100) not null,
  detail jsonb not null default '{}',
  hit_count int not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  -- 0 待处理, 1 处理中, 2 已处理, 3 已忽略
  status smallint not null default 0,
  handled_by bigint,
  handled_at timestamptz,
  result varchar(200) not null default ''
);
create index risk_event_firm on risk_event (firm_id, status, last_at);
create unique index risk_event_open_uq on risk_event (firm_id, type, dedupe_key) where status in (0, 1);

alter table complaint add column handled_by bigint, add column handled_at timestamptz, add column version int not null default 1;
create index complaint_state on complaint (firm_id, state, id);

-- Who looked up which code for its dealer.
create table agent_lookup (
  id bigint generated always as identity primary key,
  firm_id bigint not null default 0,
  admin_id bigint not null,
  code_text varchar(80) not null,
  at timestamptz not null default now()
);
create index agent_lookup_firm on agent_lookup (firm_id, at);
