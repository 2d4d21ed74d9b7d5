-- What each person opened last from the search.
create table search_recent (
  admin_id bigint not null references admin (id) on delete cascade,
  kind text not null,
  key text not null,
  title text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (admin_id, kind, key)
);
