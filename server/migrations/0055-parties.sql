-- The partners of a firm: channels, dealers, shops and people. Phones are unique within the firm and kind.

create table channel (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  name varchar(30) not null,
  channel_no varchar(20) not null,
  -- 1 线下流通, 2 商超KA, 3 电商, 4 餐饮, 5 团购特渠, 6 出口
  channel_type smallint not null check (channel_type between 1 and 6),
  manager varchar(20) not null default '',
  phone varchar(20) not null default '',
  sort int not null default 0,
  status smallint not null default 0,
  is_del smallint not null default 0,
  version int not null default 0,
  remark varchar(200) not null default '',
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint channel_firm_id_uq unique (firm_id, id)
);
create unique index channel_name_uq on channel (firm_id, name) where is_del = 0;
create unique index channel_no_uq on channel (firm_id, channel_no) where is_del = 0;

create table agent (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  name varchar(60) not null,
  agent_no varchar(20) not null,
  -- the dealer above, 0 at the top
  pid bigint not null default 0,
  -- ids of the dealers above, from the top: '/' at the top, '/1/5/' below dealer 5 below dealer 1
  path varchar(200) not null default '/',
  level smallint not null generated always as (length(path) - length(replace(path, '/', ''))) stored,
  -- 1 总代, 2 省代, 3 市代, 4 县代, 5 其他
  agent_type smallint not null check (agent_type between 1 and 5),
  contact varchar(20) not null default '',
  phone varchar(20) not null default '',
  region_code varchar(6) not null default '',
  address varchar(120) not null default '',
  lng double precision,
  lat double precision,
  license_no varchar(40) not null default '',
  license_image varchar(300) not null default '',
  channel_id bigint,
  salesman_id bigint,
  -- the consumer account the dealer works with on the phone
  uid bigint,
  gln varchar(13),
  coop_from date,
  coop_to date,
  -- fen
  credit_limit bigint not null default 0 check (credit_limit >= 0),
  status smallint not null default 0,
  is_del smallint not null default 0,
  version int not null default 0,
  remark varchar(200) not null default '',
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint agent_firm_id_uq unique (firm_id, id),
  constraint agent_channel_fk foreign key (firm_id, channel_id) references channel (firm_id, id),
  constraint agent_level_ck check (level between 1 and 5),
  constraint agent_path_ck check ((pid = 0 and path = '/') or (pid <> 0 and path like '%/' || pid || '/')),
  constraint agent_ring_ck check (path not like '%/' || id || '/%'),
  constraint agent_coop_ck check (coop_to >= coop_from)
);
create unique index agent_name_uq on agent (firm_id, name) where is_del = 0;
create unique index agent_no_uq on agent (firm_id, agent_no) where is_del = 0;
create unique index agent_uid_uq on agent (uid) where is_del = 0;
create index agent_firm on agent (firm_id, id) where is_del = 0;
create index agent_pid on agent (firm_id, pid) where is_del = 0;
create index agent_channel on agent (channel_id);
create index agent_salesman on agent (salesman_id);
create index agent_path_trgm on agent using gin (path gin_trgm_ops);

-- Where a dealer may sell: a region with everything below it; product 0 = all products.
create table agent_region (
  firm_id bigint not null,
  agent_id bigint not null,
  region_code varchar(6) not null,
  product_id bigint not null default 0,
  primary key (agent_id, region_code, product_id),
  constraint agent_region_agent_fk foreign key (firm_id, agent_id) references agent (firm_id, id)
);
create index agent_region_code on agent_region (firm_id, region_code);

create table salesman (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  pic_name varchar(20) not null,
  phone varchar(20) not null,
  job_no varchar(20),
  avatar varchar(300) not null default '',
  uid bigint,
  agent_id bigint,
  region_code varchar(6) not null default '',
  dept varchar(30) not null default '',
  entry_date date,
  status smallint not null default 0,
  is_del smallint not null default 0,
  version int not null default 0,
  remark varchar(200) not null default '',
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint salesman_firm_id_uq unique (firm_id, id),
  constraint salesman_agent_fk foreign key (firm_id, agent_id) references agent (firm_id, id)
);
create unique index salesman_phone_uq on salesman (firm_id, phone) where is_del = 0;
create unique index salesman_job_no_uq on salesman (firm_id, job_no) where is_del = 0;
create unique index salesman_uid_uq on salesman (uid) where is_del = 0;
create index salesman_firm on salesman (firm_id, id) where is_del = 0;
create index salesman_agent on salesman (agent_id);
alter table agent add constraint agent_salesman_fk foreign key (firm_id, salesman_id) references salesman (firm_id, id);

create table shop (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  name varchar(60) not null,
  shop_no varchar(20) not null,
  -- 1 商超, 2 便利店, 3 餐饮, 4 烟酒店, 5 母婴店, 6 药店, 7 其他
  shop_type smallint not null check (shop_type between 1 and 7),
  grade char(1) check (grade in ('A', 'B', 'C', 'D')),
  contact varchar(20) not null default '',
  phone varchar(20) not null default '',
  region_code varchar(6) not null default '',
  address varchar(120) not null default '',
  lng double precision,
  lat double precision,
  door_image varchar(300) not null default '',
  license_no varchar(40) not null default '',
  license_image varchar(300) not null default '',
  uid bigint,
  -- 0 未审核, 1 已通过, 2 已驳回, 3 未提交, 4 已完成
  audit smallint not null default 0 check (audit between 0 and 4),
  audit_by bigint,
  audit_at timestamptz,
  audit_remark varchar(200) not null default '',
  -- 0 后台, 1 商户, 2 任务
  source smallint not null default 0 check (source between 0 and 2),
  last_active_at timestamptz,
  status smallint not null default 0,
  is_del smallint not null default 0,
  version int not null default 0,
  remark varchar(200) not null default '',
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint shop_firm_id_uq unique (firm_id, id)
);
create unique index shop_no_uq on shop (firm_id, shop_no) where is_del = 0;
create unique index shop_phone_uq on shop (firm_id, phone) where is_del = 0;
create unique index shop_uid_uq on shop (uid) where is_del = 0;
create index shop_firm on shop (firm_id, id) where is_del = 0;
create index shop_name_trgm on shop using gin (name gin_trgm_ops);

-- Whom a shop belongs to, now (unbind_at null) and before; the row without an end is the only record of the present.
create table shop_ass (
  id bigint generated always as identity primary key,
  firm_id bigint not null,
  shop_id bigint not null,
  -- 1 经销商, 2 业务员, 3 渠道
  kind smallint not null check (kind between 1 and 3),
  -- an agent, salesman or channel of the firm
  target_id bigint not null,
  bind_at timestamptz not null default now(),
  unbind_at timestamptz,
  -- 0 后台, 1 商户, 2 任务
  bind_source smallint not null default 0 check (bind_source between 0 and 2),
  reason varchar(100) not null default '',
  created_by bigint,
  created_at timestamptz not null default now(),
  constraint shop_ass_shop_fk foreign key (firm_id, shop_id) references shop (firm_id, id),
  constraint shop_ass_time_ck check (unbind_at >= bind_at)
);
create unique index shop_ass_current_uq on shop_ass (shop_id, kind) where unbind_at is null;
create index shop_ass_target on shop_ass (kind, target_id, shop_id) where unbind_at is null;
create index shop_ass_firm on shop_ass (firm_id, id);
create index shop_ass_shop on shop_ass (shop_id, kind, bind_at);

create table inspector (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  auditor varchar(20) not null,
  phone varchar(20) not null,
  job_no varchar(20),
  uid bigint,
  -- region codes, each with everything below it
  regions jsonb not null default '[]',
  -- some of query, evidence, freeze
  scopes jsonb not null default '[]',
  status smallint not null default 0,
  is_del smallint not null default 0,
  version int not null default 0,
  remark varchar(200) not null default '',
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint inspector_firm_id_uq unique (firm_id, id)
);
create unique index inspector_phone_uq on inspector (firm_id, phone) where is_del = 0;
create unique index inspector_job_no_uq on inspector (firm_id, job_no) where is_del = 0;
create unique index inspector_uid_uq on inspector (uid) where is_del = 0;
create index inspector_firm on inspector (firm_id, id) where is_del = 0;

-- One check of a code in the market, with what was true when it was made.
create table inspect (
  id bigint generated always as identity primary key,
  firm_id bigint not null,
  inspector_id bigint not null,
  seg int not null,
  serial bigint not null,
  -- the text that was scanned
  code varchar(64) not null,
  product_id bigint,
  -- the dealer the goods had been shipped to, and his regions then
  agent_id bigint,
  auth_regions jsonb not null default '[]',
  -- where it was found
  region_code varchar(6) not null default '',
  lng double precision,
  lat double precision,
  shop_name varchar(60) not null default '',
  images jsonb not null default '[]',
  -- 1 正常, 2 窜货, 3 假货, 4 过期
  opinion smallint not null check (opinion between 1 and 4),
  remark varchar(200) not null default '',
  police_event_id bigint,
  at timestamptz not null default now(),
  constraint inspect_inspector_fk foreign key (firm_id, inspector_id) references inspector (firm_id, id),
  constraint inspect_agent_fk foreign key (firm_id, agent_id) references agent (firm_id, id)
);
create index inspect_firm on inspect (firm_id, id);
create index inspect_inspector on inspect (inspector_id, opinion);
create index inspect_agent on inspect (agent_id);

create table spread (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  name varchar(20) not null,
  phone varchar(20) not null,
  avatar varchar(300) not null default '',
  uid bigint,
  -- what his code names, unique in all firms
  spread_no varchar(16) not null,
  pid bigint,
  agent_id bigint,
  shop_id bigint,
  -- basis points
  rate_bp int not null default 0 check (rate_bp between 0 and 10000),
  scan_cnt bigint not null default 0,
  user_cnt bigint not null default 0,
  order_cnt bigint not null default 0,
  -- fen
  reward_amount bigint not null default 0,
  status smallint not null default 0,
  is_del smallint not null default 0,
  version int not null default 0,
  remark varchar(200) not null default '',
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint spread_firm_id_uq unique (firm_id, id),
  constraint spread_pid_fk foreign key (firm_id, pid) references spread (firm_id, id),
  constraint spread_agent_fk foreign key (firm_id, agent_id) references agent (firm_id, id),
  constraint spread_shop_fk foreign key (firm_id, shop_id) references shop (firm_id, id)
);
create unique index spread_no_uq on spread (spread_no);
create unique index spread_phone_uq on spread (firm_id, phone) where is_del = 0;
create unique index spread_uid_uq on spread (uid) where is_del = 0;
create index spread_firm on spread (firm_id, id) where is_del = 0;

-- What the firm owes its dealers, and dealers their shops, for prizes handed out: one balance per creditor and debtor.
create table ded_account (
  firm_id bigint not null references firm,
  -- creditor: 1 shop, 2 agent; debtor: 2 agent, 3 firm
  owner_kind smallint not null check (owner_kind in (1, 2)),
  owner_id bigint not null,
  peer_kind smallint not null check (peer_kind in (2, 3) and peer_kind > owner_kind),
  peer_id bigint not null,
  -- fen
  balance bigint not null default 0 check (balance >= 0),
  total_in bigint not null default 0,
  total_out bigint not null default 0,
  qty_in bigint not null default 0,
  qty_out bigint not null default 0,
  primary key (owner_kind, owner_id, peer_kind, peer_id)
);
create index ded_account_peer on ded_account (peer_kind, peer_id);
create index ded_account_firm on ded_account (firm_id);

-- Append only; the sum of amounts of an account is its balance.
create table ded_log (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  owner_kind smallint not null,
  owner_id bigint not null,
  peer_kind smallint not null,
  peer_id bigint not null,
  -- 1 核销产生, 2 抵扣货款, 3 清零, 4 冲正, 5 打款结清
  kind smallint not null check (kind between 1 and 5),
  -- fen, negative when it lowers the balance
  amount bigint not null,
  qty int not null default 0,
  balance_after bigint not null check (balance_after >= 0),
  -- the row that caused it, once per account
  ref_kind varchar(20) not null,
  ref_id bigint not null,
  -- the shop and the prize it was about
  shop_id bigint,
  activity_id bigint,
  prize_id bigint,
  voucher varchar(300) not null default '',
  remark varchar(100) not null default '',
  operator_id bigint,
  at timestamptz not null default now(),
  constraint ded_log_account_fk foreign key (owner_kind, owner_id, peer_kind, peer_id) references ded_account,
  constraint ded_log_once_uq unique (kind, ref_kind, ref_id, owner_kind, owner_id)
);
create index ded_log_owner on ded_log (owner_kind, owner_id, id);
create index ded_log_shop on ded_log (shop_id, id);
create index ded_log_firm on ded_log (firm_id, id);
