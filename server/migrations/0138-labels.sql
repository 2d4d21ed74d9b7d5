-- Moulds of labels. What a label looks like stands in versions that never change, so that a task's labels are alike whenever they are printed.

create table mould (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  name varchar(30) not null,
  -- 0 黑色, 1 彩色; as the newest version has it
  color smallint not null default 0 check (color in (0, 1)),
  is_default boolean not null default false,
  status smallint not null default 0,
  is_del smallint not null default 0,
  version int not null default 0,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint mould_firm_id_uq unique (firm_id, id)
);
create unique index mould_name_uq on mould (firm_id, name) where is_del = 0;
create unique index mould_default_uq on mould (firm_id) where is_default and is_del = 0;
create index mould_firm on mould (firm_id, id desc) where is_del = 0;
create index mould_by_color on mould (color, id desc) where is_del = 0;
create index mould_by_status on mould (status, id desc) where is_del = 0;

create table mould_version (
  firm_id bigint not null,
  mould_id bigint not null,
  -- counts from 1; the newest is the mould's face
  no int not null check (no > 0),
  -- {widthMm, heightMm, gapMm}
  paper jsonb not null,
  elements jsonb not null check (jsonb_typeof(elements) = 'array'),
  color smallint not null default 0 check (color in (0, 1)),
  created_by bigint,
  created_at timestamptz not null default now(),
  primary key (mould_id, no),
  foreign key (firm_id, mould_id) references mould (firm_id, id)
);

-- The version that a task was first printed with: it stays with the task.
create table mould_task (
  firm_id bigint not null,
  mould_id bigint not null,
  task_id bigint not null references task,
  no int not null,
  created_by bigint,
  created_at timestamptz not null default now(),
  primary key (mould_id, task_id),
  foreign key (firm_id, mould_id) references mould (firm_id, id),
  foreign key (mould_id, no) references mould_version
);
create index mould_task_task on mould_task (task_id);
create index mould_task_version on mould_task (mould_id, no);

create function refuse_mould_version_change() returns trigger language plpgsql as $$
begin
  raise exception 'a version of a mould never changes';
end $$;
create trigger mould_version_stays before update on mould_version
  for each row execute function refuse_mould_version_change();

-- 审核驳回 and the opinion of whoever reviewed, as long as an opinion may be.
alter table task alter column fail_reason type varchar(240);
