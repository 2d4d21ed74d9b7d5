-- Brand owners. Every row of a firm carries its id; firm_id 0 elsewhere means the platform itself.
create table firm (
  id bigint generated always as identity primary key,
  firm_id bigint generated always as (id) stored,
  name varchar(60) not null,
  short_name varchar(20) not null default '',
  firm_no varchar(20) not null,
  credit_code varchar(18) not null,
  license_image varchar(300) not null default '',
  logo varchar(300) not null default '',
  images jsonb not null default '[]',
  industry varchar(30) not null default '',
  legal_name varchar(30) not null default '',
  contact varchar(20) not null default '',
  phone varchar(20) not null default '',
  email varchar(80) not null default '',
  region_code varchar(6) not null default '',
  address varchar(120) not null default '',
  lng double precision,
  lat double precision,
  intro text not null default '',
  website varchar(200) not null default '',
  service_phone varchar(20) not null default '',
  gcp varchar(12),
  gln varchar(13),
  domain varchar(80),
  -- 0 未审核, 1 已通过, 2 已驳回, 3 未提交, 4 已完成
  audit smallint not null default 0,
  audit_by bigint,
  audit_at timestamptz,
  audit_remark varchar(200) not null default '',
  valid_from date,
  valid_to date,
  -- null = unlimited
  code_quota bigint,
  code_used bigint not null default 0 check (code_used >= 0),
  settings jsonb not null default '{}',
  status smallint not null default 0,
  is_del smallint not null default 0,
  version int not null default 0,
  remark varchar(200) not null default '',
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint firm_quota_ck check (code_quota is null or code_used <= code_quota)
);
create unique index firm_name_uq on firm (name) where is_del = 0;
create unique index firm_no_uq on firm (firm_no) where is_del = 0;
create unique index firm_credit_uq on firm (credit_code) where is_del = 0;
create unique index firm_domain_uq on firm (domain) where is_del = 0;
create index firm_name_trgm on firm using gin (name gin_trgm_ops);
