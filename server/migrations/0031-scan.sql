-- What shoppers report, and how far the counters that are kept apart from the scans have come.
create table complaint (
  id bigint generated always as identity primary key,
  firm_id bigint not null default 0,
  scan_id bigint not null,
  code_text varchar(80) not null,
  content varchar(300) not null,
  images jsonb not null default '[]',
  contact varchar(60) not null default '',
  buy_place varchar(100) not null default '',
  -- 0 待处理, 1 处理中, 2 已处理
  state smallint not null default 0,
  result varchar(300) not null default '',
  created_at timestamptz not null default now()
);
create index complaint_firm on complaint (firm_id, id);

-- Scans are added to the counters of segments and products up to this moment.
create table rollup_cursor (
  name varchar(40) primary key,
  upto timestamptz not null
);
