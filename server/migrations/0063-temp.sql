-- Trace-page templates: ordered blocks and a theme. What is edited is a draft; shoppers see a published version of it.
create table temp (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  name varchar(30) not null,
  cover varchar(300) not null default '',
  blocks jsonb not null,
  theme jsonb not null,
  is_default boolean not null default false,
  -- 0 = never published
  publish_version int not null default 0,
  published_at timestamptz,
  -- the draft was changed after it was published
  has_changes boolean not null default true,
  status smallint not null default 0,
  is_del smallint not null default 0,
  version int not null default 0,
  remark varchar(200) not null default '',
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint temp_firm_id_uq unique (firm_id, id),
  constraint temp_default_ck check (not is_default or (publish_version > 0 and status = 0))
);
create unique index temp_name_uq on temp (firm_id, name) where is_del = 0;
create unique index temp_default_uq on temp (firm_id) where is_default and is_del = 0;

-- Every version that was ever published; none of them changes.
create table temp_version (
  firm_id bigint not null,
  temp_id bigint not null,
  version int not null check (version > 0),
  blocks jsonb not null,
  theme jsonb not null,
  -- set when an older version was published again
  from_version int,
  published_by bigint,
  published_at timestamptz not null default now(),
  primary key (temp_id, version),
  constraint temp_version_temp_fk foreign key (firm_id, temp_id) references temp (firm_id, id)
);

alter table product add column temp_id bigint;
alter table product add constraint product_temp_fk foreign key (firm_id, temp_id) references temp (firm_id, id);
create index product_temp on product (firm_id, temp_id) where temp_id is not null;

-- Pictures shoppers sent, to count them per device and to know whose they are.
create table scan_upload (
  file varchar(300) primary key,
  firm_id bigint not null default 0,
  scan_id bigint not null,
  device varchar(32) not null,
  at timestamptz not null default now()
);
create index scan_upload_device on scan_upload (device, at);
