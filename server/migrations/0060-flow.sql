-- What a firm records about its lots: types of steps with fields of their own, and the steps.

create table flow_type (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  name varchar(30) not null,
  -- 1 种植/养殖, 2 原料, 3 生产加工, 4 质检, 5 仓储, 6 物流, 7 销售, 9 其他
  stage smallint not null check (stage in (1, 2, 3, 4, 5, 6, 7, 9)),
  icon varchar(40) not null default '',
  sort int not null default 0,
  -- field definitions in the order they are filled in; see FlowField of the contract
  fields jsonb not null default '[]' check (jsonb_typeof(fields) = 'array'),
  is_public boolean not null default true,
  -- EPCIS business step
  biz_step varchar(30) not null default '',
  status smallint not null default 0,
  is_del smallint not null default 0,
  version int not null default 0,
  remark varchar(200) not null default '',
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint flow_type_firm_id_uq unique (firm_id, id)
);
create unique index flow_type_name_uq on flow_type (firm_id, name) where is_del = 0;

alter table product add column flow_type_ids jsonb not null default '[]' check (jsonb_typeof(flow_type_ids) = 'array');

-- Head of a lot's chain of audited records: their number and the hash of the last.
alter table lot add column chain_cnt int not null default 0;
alter table lot add column chain_hash char(64) not null default repeat('0', 64);
alter table lot add constraint lot_firm_id_uq unique (firm_id, id);

create table flow (
  id bigint generated always as identity primary key,
  firm_id bigint not null,
  flow_type_id bigint not null,
  title varchar(60) not null,
  product_id bigint not null,
  lot_id bigint not null,
  -- a run of codes of the lot; none = the whole lot
  seg int references segment,
  span int8range check (not isempty(span)),
  occur_at timestamptz not null,
  place varchar(80) not null default '',
  lng double precision check (lng between -180 and 180),
  lat double precision check (lat between -90 and 90),
  operator_name varchar(30) not null default '',
  -- by the keys of the type's fields
  field_values jsonb not null default '{}' check (jsonb_typeof(field_values) = 'object'),
  images jsonb not null default '[]',
  files jsonb not null default '[]',
  is_public boolean not null default true,
  -- 0 未审核, 1 已通过, 2 已驳回, 3 未提交
  audit smallint not null default 3 check (audit in (0, 1, 2, 3)),
  audit_by bigint,
  audit_at timestamptz,
  audit_remark varchar(200) not null default '',
  op_src smallint not null default 0,
  -- the sender's own number of an imported record
  source_row varchar(40),
  -- the record this one replaced after it had been audited
  replaced_id bigint,
  -- place in the chain of its lot, given by the audit and never changed
  chain_no int check (chain_no >= 1),
  prev_hash char(64),
  hash char(64),
  void_at timestamptz,
  void_by bigint,
  void_reason varchar(200) not null default '',
  is_del smallint not null default 0,
  version int not null default 0,
  remark varchar(200) not null default '',
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint flow_type_fk foreign key (firm_id, flow_type_id) references flow_type (firm_id, id),
  constraint flow_product_fk foreign key (firm_id, product_id) references product (firm_id, id),
  constraint flow_lot_fk foreign key (firm_id, lot_id) references lot (firm_id, id),
  constraint flow_span_ck check ((seg is null) = (span is null)),
  constraint flow_place_ck check ((lng is null) = (lat is null)),
  constraint flow_chain_ck check (
    (chain_no is null) = (hash is null) and (chain_no is null) = (prev_hash is null) and (chain_no is null) = (audit <> 1)
  ),
  constraint flow_void_ck check (void_at is null or (audit = 1 and void_reason <> '')),
  -- what is in the chain stays
  constraint flow_kept_ck check (is_del = 0 or chain_no is null),
  constraint flow_chain_uq unique (lot_id, chain_no)
);
create index flow_firm on flow (firm_id, id);
create index flow_lot on flow (firm_id, lot_id, occur_at);
create index flow_product on flow (firm_id, product_id);
create index flow_of_type on flow (firm_id, flow_type_id);
create index flow_waiting on flow (firm_id, id) where audit = 0 and is_del = 0;
create unique index flow_source_row_uq on flow (firm_id, source_row) where is_del = 0 and void_at is null;
