-- What a person has seen of the notices: of work that ended, the row itself; of what waits, how many of its kind there were.
create table notice_read (
  admin_id bigint not null references admin (id) on delete cascade,
  key text not null,
  seen bigint not null,
  at timestamptz not null default now(),
  primary key (admin_id, key)
);
create index notice_read_at on notice_read (at);

-- A person's own tasks.
create index task_by_creator on task (created_by, id);
