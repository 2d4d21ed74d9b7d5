-- What speaks against a draw. Each firm has its own rules, made from the defaults.

create table risk_rule (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  -- what it counts, see the rules that ship
  code varchar(8) not null,
  name varchar(40) not null,
  window_sec int not null check (window_sec between 60 and 604800),
  -- more than this many is a hit
  threshold int not null check (threshold between 0 and 100000),
  -- a second one that must be passed too: codes at a place, kilometres between two draws
  also int check (also between 0 and 100000),
  -- 1 仅记录, 2 人机验证, 3 冻结发放, 4 拦截, 5 拉黑
  action smallint not null check (action between 1 and 5),
  -- of 5: how long
  ban_hours int not null default 24 check (ban_hours between 1 and 8760),
  sort smallint not null,
  -- 0 启用, 1 停用
  status smallint not null default 0 check (status in (0, 1)),
  version int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- what a look at the last seven days found, and how far it is: {state, from, to, hits, subjects, at}
  trial jsonb,
  constraint risk_rule_uq unique (firm_id, code)
);

-- Who got tickets with what, by address, device and place, as long as a rule counts it. Lost in a crash, which is no harm.
create unlogged table risk_trace (
  firm_id bigint not null,
  -- 1 用户的码, 2 IP的码, 3 IP的用户, 4 设备的用户, 5 地理格的用户, 6 地理格的码
  kind smallint not null check (kind between 1 and 6),
  dim varchar(64) not null,
  member varchar(40) not null,
  at timestamptz not null,
  primary key (firm_id, kind, dim, member)
);
create index risk_trace_at on risk_trace (firm_id, kind, dim, at);

-- Rules that were hit, once an hour for the same person and dimension.
create table risk_hit (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  code varchar(8) not null,
  name varchar(40) not null,
  uid bigint not null,
  dim varchar(64) not null,
  activity_id bigint not null,
  seg int,
  serial bigint,
  value int not null,
  threshold int not null,
  action smallint not null check (action between 1 and 5),
  times int not null default 1 check (times >= 1),
  hour timestamptz not null default date_trunc('hour', now()),
  created_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  -- 0 未处理, 1 已确认, 2 已解除: its points do not count any more
  handled smallint not null default 0 check (handled in (0, 1, 2)),
  handled_by bigint,
  handled_at timestamptz,
  remark varchar(100) not null default '',
  -- how many of those times no ticket was given: refused, or asked for a picture and not read
  refused int not null default 0,
  constraint risk_hit_uq unique (firm_id, code, dim, uid, hour),
  foreign key (firm_id, uid) references member (firm_id, id),
  constraint risk_hit_handled_ck check ((handled = 0) = (handled_at is null)),
  constraint risk_hit_refused_ck check (refused between 0 and times)
);
create index risk_hit_last on risk_hit (last_at, id);
create index risk_hit_code on risk_hit (firm_id, code, last_at, id);
create index risk_hit_open on risk_hit (last_at, id) where handled = 0;
create index risk_hit_firm on risk_hit (firm_id, last_at, id) include (uid, action, handled);
create index risk_hit_uid on risk_hit (uid, last_at, id) include (firm_id);

-- Who may not draw, or is not paid; with the other sign, whom rules leave alone.
create table blacklist (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  -- 1 用户, 2 IP, 3 设备, 5 IP段
  kind smallint not null check (kind in (1, 2, 3, 5)),
  -- the person's number, the device's mark; '' of addresses
  value varchar(64) not null default '',
  net cidr,
  is_white boolean not null default false,
  -- 0 全部, 1 禁止抽奖, 2 禁止发放
  scope smallint not null default 0 check (scope between 0 and 2),
  reason varchar(100) not null default '',
  -- 0 手工, 1 规则
  source smallint not null default 0 check (source in (0, 1)),
  hit_count int not null default 0,
  expire_at timestamptz,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((kind in (2, 5)) = (net is not null)),
  check ((kind in (1, 3)) = (value <> ''))
);
create unique index blacklist_value_uq on blacklist (firm_id, kind, value) where net is null;
create unique index blacklist_net_uq on blacklist (firm_id, net) where net is not null;
create index blacklist_net on blacklist using gist (net inet_ops) where net is not null;
create index blacklist_firm on blacklist (firm_id, id);
create index blacklist_side on blacklist (is_white, id);
create index blacklist_firm_side on blacklist (firm_id, is_white, id);

-- Who read a picture: opens one ticket of the account it was given to.
create unlogged table challenge_pass (
  token_hash bytea primary key,
  account_id bigint not null,
  expires_at timestamptz not null
);

insert into risk_rule (firm_id, code, name, window_sec, threshold, also, action, sort)
select firm.id, rule.*
from firm, (values
  ('R01', '单人扫码过多', 600, 30, null::int, 2, 10),
  ('R02', '单人抽奖过多', 86400, 20, null, 4, 20),
  ('R03', '同一IP抽奖过多', 600, 60, null, 2, 30),
  ('R04', '同一IP多人参与', 3600, 20, null, 1, 40),
  ('R05', '同一设备多人参与', 86400, 3, null, 4, 50),
  ('R06', '同一地点多人参与', 3600, 30, 50, 3, 60),
  ('R07', '移动速度异常', 86400, 300, 100, 3, 70),
  ('R08', '一码多人扫描', 86400, 3, null, 1, 80),
  ('R09', '连号扫码', 600, 9, null, 3, 90),
  ('R12', '自动化工具或非微信环境', 600, 1, null, 2, 120)
) as rule (code, name, window_sec, threshold, also, action, sort)
where firm.is_del = 0;
