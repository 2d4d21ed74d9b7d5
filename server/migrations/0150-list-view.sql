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
