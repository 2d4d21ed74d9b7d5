-- Where one must be, and which codes one must have scanned, to take part in a campaign.
create table scope (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  name varchar(40) not null,
  -- 0 不限, 1 仅限以下地区, 2 排除以下地区
  region_mode smallint not null default 0 check (region_mode between 0 and 2),
  -- 0 不限, 1 限码段
  range_mode smallint not null default 0 check (range_mode in (0, 1)),
  -- of somebody without a position: 0 无定位拒绝, 1 用IP判断, 2 放行
  geo_fallback smallint not null default 0 check (geo_fallback between 0 and 2),
  status smallint not null default 0,
  is_del smallint not null default 0,
  version int not null default 0,
  remark varchar(200) not null default '',
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint scope_firm_id_uq unique (firm_id, id)
);
create unique index scope_name_uq on scope (firm_id, name) where is_del = 0;
create index scope_live on scope (id) where is_del = 0;
create index scope_firm on scope (firm_id, id) where is_del = 0;
create index scope_by_name on scope (name, id) where is_del = 0;
create index scope_by_region_mode on scope (region_mode, id) where is_del = 0;
create index scope_by_status on scope (status, id) where is_del = 0;

-- A region with everything below it.
create table scope_region (
  firm_id bigint not null,
  scope_id bigint not null,
  region_code varchar(6) not null check (region_code ~ '^\d{6}$'),
  primary key (scope_id, region_code),
  constraint scope_region_scope_fk foreign key (firm_id, scope_id) references scope (firm_id, id)
);

-- A run of codes of one segment; with a lot only as long as they are bound to it.
create table scope_range (
  firm_id bigint not null,
  scope_id bigint not null,
  lot_id bigint,
  seg int not null references segment,
  span int8range not null check (not isempty(span) and lower(span) >= 1),
  primary key (scope_id, seg, span),
  constraint scope_range_scope_fk foreign key (firm_id, scope_id) references scope (firm_id, id),
  constraint scope_range_lot_fk foreign key (firm_id, lot_id) references lot (firm_id, id),
  constraint scope_range_no_overlap exclude using gist (scope_id with =, seg with =, span with &&)
);
create index scope_range_lot on scope_range (lot_id) where lot_id is not null;
