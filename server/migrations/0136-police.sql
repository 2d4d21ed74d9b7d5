-- Goods that were asked about outside of their regions, and rules that warn of what scans, draws, budgets, stocks and payouts show.

-- Goods of a dealer that were asked about where he may not sell them: once for each code and city.
create table cross_hit (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  seg int not null,
  serial bigint not null,
  -- of the query: its number and its time
  scan_id bigint not null,
  at timestamptz not null,
  agent_id bigint not null,
  shop_id bigint,
  product_id bigint,
  lot_id bigint,
  uid bigint,
  -- codes of the regions where he may sell, as they were then
  regions text[] not null,
  -- of the query; the city is that of its province where the address names no city
  province char(6) not null,
  city char(6) not null,
  -- 1 GPS, 2 IP
  geo_source smallint not null check (geo_source in (1, 2)),
  lng double precision,
  lat double precision,
  -- kilometres to the border of the nearest city where he may sell; null of an address
  distance_km int check (distance_km >= 0),
  -- 0 疑似, 1 已确认, 2 排除
  confirmed smallint not null default 0 check (confirmed in (0, 1, 2)),
  -- the warning it belongs to
  event_id bigint,
  created_at timestamptz not null default now(),
  -- When it was found by a position: figures read it, since what an address said before may become that.
  judged_at timestamptz not null default now(),
  constraint cross_hit_code_city_uq unique (firm_id, seg, serial, city),
  constraint cross_hit_firm_id_uq unique (firm_id, id),
  foreign key (firm_id, agent_id) references agent (firm_id, id)
);
create index cross_hit_firm on cross_hit (firm_id, at);
create index cross_hit_agent on cross_hit (firm_id, agent_id, city, at);
create index cross_hit_event on cross_hit (event_id) where event_id is not null;
-- Scans outside a region that no warning has.
create index cross_hit_free on cross_hit (firm_id, at) where event_id is null and confirmed = 0;
create index cross_hit_judged on cross_hit (judged_at) where geo_source = 1;

-- Rules that warn of it.
create table police_rule (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm (id),
  name varchar(40) not null,
  -- 1 窜货, 2 单码异常扫码, 3 用户异常, 4 预算不足, 5 库存不足, 6 发放失败率, 7 商户余额不足, 8 中奖率偏离, 9 异常码扫码
  police_type smallint not null check (police_type between 1 and 9),
  level smallint not null check (level between 1 and 3),
  params jsonb not null,
  product_ids bigint[] not null default '{}',
  agent_ids bigint[] not null default '{}',
  notify_ids bigint[] not null default '{}',
  silence_min int not null default 60 check (silence_min between 5 and 1440),
  status smallint not null default 0 check (status in (0, 1)),
  -- what a look at the last seven days found, and how far it is: {state, from, to, events, hits, at}
  trial jsonb,
  is_del smallint not null default 0,
  version int not null default 1,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index police_rule_name_uq on police_rule (firm_id, name) where is_del = 0;
create index police_rule_type on police_rule (police_type, firm_id) where is_del = 0 and status = 0;
create index police_rule_order on police_rule (id desc) where is_del = 0;

create table police_event (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm (id),
  event_no varchar(20) not null,
  rule_id bigint not null references police_rule (id),
  police_type smallint not null check (police_type between 1 and 9),
  level smallint not null check (level between 1 and 3),
  dedupe_key varchar(120) not null,
  title varchar(100) not null,
  -- what was found when it was last raised: [{label, value}]
  facts jsonb not null default '[]',
  agent_id bigint,
  shop_id bigint,
  product_id bigint,
  seg int,
  serial bigint,
  uid bigint,
  activity_id bigint,
  city varchar(40) not null default '',
  hit_count int not null default 1 check (hit_count > 0),
  -- the first and the last scan or draw that belongs to it; what came before is another event's
  from_id bigint,
  upto_id bigint,
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- when those the rule names were told last, and how often
  told_at timestamptz not null default now(),
  told_cnt int not null default 1,
  -- 0 待处理, 1 处理中, 2 已处理, 3 已忽略
  status smallint not null default 0 check (status between 0 and 3),
  assignee_id bigint,
  accepted_at timestamptz,
  handled_by bigint,
  handled_at timestamptz,
  -- 1 窜货成立, 2 误报, 3 其他; null while it is open, and of one that was ignored
  outcome smallint check (outcome between 1 and 3),
  result varchar(200) not null default '',
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (firm_id, event_no),
  check ((status in (2, 3)) = (handled_at is not null))
);
create unique index police_event_open_uq on police_event (rule_id, dedupe_key) where status in (0, 1);
create index police_event_key on police_event (rule_id, dedupe_key, upto_id);
create index police_event_at on police_event (firm_id, last_at);
create index police_event_firm_order on police_event (firm_id, id desc);
create index police_event_status on police_event (firm_id, status, id desc);
create index police_event_type on police_event (firm_id, police_type, id desc);
create index police_event_level on police_event (firm_id, level, id desc);
create index police_event_agent on police_event (agent_id, id desc) where agent_id is not null;
create index police_event_product on police_event (product_id, id desc) where product_id is not null;
create index police_event_assignee on police_event (assignee_id, id desc) where assignee_id is not null;
create index police_event_city on police_event (city, id desc) where city <> '';
-- Warnings by the day on which they were raised.
create index police_event_raised on police_event (firm_id, created_at);
create index police_event_words on police_event using gin (title gin_trgm_ops, event_no gin_trgm_ops);
create index police_event_letters on police_event using gin ((string_to_array(lower(title::text), null)), (string_to_array(lower(event_no::text), null)));

-- Conditions that hold now: a warning is raised when one begins to hold, not while it goes on.
create table police_watch (
  rule_id bigint not null references police_rule (id),
  dedupe_key varchar(120) not null,
  firm_id bigint not null,
  since timestamptz not null default now(),
  primary key (rule_id, dedupe_key)
);

-- What happened before there were rules warns of nothing.
insert into rollup_cursor (name, upto) values
  ('police codes', now()), ('police people', now()), ('police odds', now())
on conflict do nothing;

insert into police_rule (firm_id, name, police_type, level, params)
select firm.id, rule.*
from firm, (values
  ('疑似窜货', 1::smallint, 3::smallint, '{"minCodes": 3, "windowDays": 7, "toleranceKm": 30, "ipCounts": false}'::jsonb),
  ('单码异常扫码', 2, 2, '{"scanCnt": 10, "users": 5, "windowHours": 24}'),
  ('用户抽奖异常', 3, 2, '{"draws": 20, "amount": 10000, "windowHours": 24}'),
  ('活动预算不足', 4, 2, '{"remainPct": 20}'),
  ('奖品库存不足', 5, 1, '{"remainPct": 10}'),
  ('发放失败率过高', 6, 3, '{"failPct": 5, "minCnt": 50, "windowMin": 30}'),
  ('资金池余额不足', 7, 2, '{"balance": 100000}'),
  ('中奖率偏离', 8, 3, '{"p": 0.001}'),
  ('未启用或作废的码被扫', 9, 2, '{"cnt": 1, "byLot": true, "unshipped": false, "windowHours": 24}')
) as rule (name, police_type, level, params)
where firm.is_del = 0;
