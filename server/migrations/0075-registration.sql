-- How a firm reaches the identifier node it registers with. Exactly one per firm.
create table node_conf (
  firm_id bigint primary key references firm,
  -- 0 模拟节点, 1 Handle, 2 VAA, 3 OID, 4 Ecode, 5 GS1
  node_kind smallint not null default 0 check (node_kind between 0 and 5),
  prefix varchar(40) not null,
  base_url varchar(200) not null default '',
  app_id varchar(60) not null default '',
  secret_sealed bytea,
  template_no varchar(40) not null default '',
  qps int not null default 10 check (qps between 1 and 200),
  -- the simulated node: how long it takes, and of how many of a hundred calls it refuses
  delay_ms int not null default 0 check (delay_ms between 0 and 10000),
  fail_percent int not null default 0 check (fail_percent between 0 and 100),
  version int not null default 0,
  updated_at timestamptz not null default now()
);
create unique index node_conf_prefix_uq on node_conf (prefix);

-- What was, or is to be, registered: a product, a lot, a run of a segment's codes or one code.
create table registration (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  handle varchar(120) not null constraint registration_handle_uq unique,
  -- 1 产品, 2 批次, 3 码段, 4 单码
  obj_kind smallint not null check (obj_kind between 1 and 4),
  obj_id bigint not null,
  seg int references segment,
  span int8range,
  values jsonb not null default '[]',
  node_kind smallint not null,
  -- 0 未提交, 1 已注册, 2 已解析, 3 解析失败, 4 排队中, 5 注册失败
  status smallint not null default 0 check (status between 0 and 5),
  tries smallint not null default 0,
  next_at timestamptz,
  last_err varchar(200) not null default '',
  registered_at timestamptz,
  parsed_at timestamptz,
  parse_result jsonb,
  version int not null default 0,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((obj_kind in (3, 4)) = (seg is not null)),
  check ((seg is null) = (span is null)),
  -- no code belongs to two registered runs
  constraint registration_span_uq exclude using gist (seg with =, span with &&) where (obj_kind = 3)
);
create unique index registration_object_uq on registration (obj_kind, obj_id) where obj_kind in (1, 2, 4);
create index registration_firm on registration (firm_id, id);
create index registration_due on registration (next_at) where status = 4;

-- What the simulated node holds.
create table simulated_handle (
  handle varchar(120) primary key,
  values jsonb not null,
  at timestamptz not null default now()
);
