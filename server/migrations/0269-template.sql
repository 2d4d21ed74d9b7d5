-- Templates of lottery activities: those of the system have firm 0 and a code of their own.
create table act_template (
  id bigint generated always as identity primary key,
  firm_id bigint not null default 0,
  code varchar(20),
  name varchar(30) not null,
  -- 0 扫码直抽, 1 大转盘, 2 九宫格, 3 刮刮卡, 4 砸金蛋
  play_mode smallint not null check (play_mode between 0 and 4),
  industries text[] not null default '{}',
  cover varchar(300) not null,
  summary varchar(60) not null default '',
  -- prizes without stock, limits and texts
  preset jsonb not null,
  is_del smallint not null default 0,
  version int not null default 0,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint act_template_system_ck check (code is null or firm_id = 0),
  constraint act_template_code_uq unique (code)
);
comment on column act_template.firm_id is 'shared';
create unique index act_template_name_uq on act_template (firm_id, name) where is_del = 0;
create index act_template_live on act_template (id) where is_del = 0;
create index act_template_firm on act_template (firm_id, id) where is_del = 0;
create index act_template_by_name on act_template (name, id) where is_del = 0;

-- What an activity began with, and the colours of the page where it is played.
alter table activity add template_id bigint references act_template,
  add theme varchar(8) not null default 'red' check (theme in ('red', 'jade', 'navy', 'plum', 'tea'));
create index activity_template on activity (template_id) where template_id is not null;
