-- What staff keep for themselves in the console, and what is kept of them.

-- How a person wants the console to look; null until it was kept.
alter table admin add layout jsonb;

-- A list under a name: filters, columns, order, widths, row height. Of one person, or for all of the firm.
create table list_view (
  id bigint generated always as identity primary key,
  firm_id bigint not null default 0,
  -- whose it is; nobody's once that account is gone
  admin_id bigint references admin (id) on delete set null,
  list varchar(120) not null,
  name varchar(12) not null,
  is_shared boolean not null default false,
  content jsonb not null,
  version int not null default 0,
  updated_by bigint,
  updated_at timestamptz not null default now(),
  constraint list_view_name_uq unique (admin_id, list, name)
);
create index list_view_shared on list_view (firm_id, id) where is_shared;

-- How a person has a list while no view is open, and the view it opens with.
create table list_layout (
  admin_id bigint not null references admin (id) on delete cascade,
  list varchar(120) not null,
  layout jsonb,
  view_id bigint references list_view (id) on delete set null,
  primary key (admin_id, list)
);
create index list_layout_view on list_layout (view_id);

-- What a person has seen of the notices: of work that ended, the row itself; of what waits, how many of its kind there were.
create table notice_read (
  admin_id bigint not null references admin (id) on delete cascade,
  key text not null,
  seen bigint not null,
  at timestamptz not null default now(),
  primary key (admin_id, key)
);
create index notice_read_at on notice_read (at);

-- What each person opened last from the search.
create table search_recent (
  admin_id bigint not null references admin (id) on delete cascade,
  kind text not null,
  key text not null,
  title text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (admin_id, kind, key)
);

-- A password that was made for somebody and is still to be told, sealed under the master key: what fails before it was told loses nothing.
create table untold_password (
  admin_id bigint primary key references admin on delete cascade,
  sealed bytea not null
);

-- Calls that were refused to a known account: one row by minute, account, call and answer, which says how often.
alter table audit_log
  add column code smallint not null default 0,
  add column times int not null default 1;
create unique index audit_log_refused on audit_log (oper_time, admin_id, request_method, oper_url, code) where status = 2;
