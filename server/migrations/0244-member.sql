-- Shoppers: a person at one firm, and what he has in points.

create table member (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  account_id bigint not null references account,
  nick_name varchar(30) not null default '',
  points bigint not null default 0 constraint member_points_ck check (points >= 0),
  -- Read the rules and how his data are used, and said yes.
  agreed_at timestamptz,
  -- 0 正常, 1 禁用
  status smallint not null default 0 check (status in (0, 1)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint member_firm_id_uq unique (firm_id, id),
  constraint member_account_uq unique (account_id, firm_id)
);
create index member_firm on member (firm_id, id);

-- The one points ledger of the product. Rows are never changed; a source moves points once.
create table point_log (
  id bigint generated always as identity primary key,
  firm_id bigint not null,
  uid bigint not null,
  delta bigint not null check (delta <> 0),
  balance bigint not null check (balance >= 0),
  -- order, sign, system, scan, draw, share, redeem, expire
  source varchar(10) not null check (source in ('order', 'sign', 'system', 'scan', 'draw', 'share', 'redeem', 'expire')),
  source_id varchar(40) not null,
  title varchar(60) not null default '',
  operator_id bigint,
  created_at timestamptz not null default now(),
  constraint point_log_source_uq unique (source, source_id),
  foreign key (firm_id, uid) references member (firm_id, id)
);
create index point_log_uid on point_log (uid, id);
create index point_log_firm on point_log (firm_id, id);

create function refuse_point_log_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger of points is append-only';
end $$;
create trigger point_log_kept before update or delete on point_log for each row execute function refuse_point_log_change();
