-- Shoppers: a person at one firm, what he has in points, and what the firm asks of him.

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
  -- Told with a prize; sealed, and a hash under a key of the firm's own, so that no two firms can tell they know the same person.
  phone_sealed bytea,
  phone_hash bytea,
  -- which statement he agreed to last; 0: that of the pages themselves
  agreed_version int not null default 0,
  constraint member_firm_id_uq unique (firm_id, id),
  constraint member_account_uq unique (account_id, firm_id),
  constraint member_phone_ck check ((phone_sealed is null) = (phone_hash is null))
);
create index member_firm on member (firm_id, id);
create index member_phone on member (phone_hash) where phone_hash is not null;
create index member_off on member (firm_id, id) where status = 1;
create index member_name_gram on member using gin (nick_name gin_trgm_ops);
create index member_name_letters on member using gin (string_to_array(lower(nick_name::text), null));
create index member_has_points on member (firm_id, id) where points > 0;

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
  -- of an entry that takes points whose time is over: all that came until this day and were not spent by then
  until_day date,
  constraint point_log_source_uq unique (source, source_id),
  foreign key (firm_id, uid) references member (firm_id, id),
  constraint point_log_until_ck check (until_day is null or (source = 'expire' and delta < 0))
);
create index point_log_uid on point_log (uid, id);
create index point_log_firm on point_log (firm_id, id);
create index point_log_at on point_log (created_at);
create index point_log_expired on point_log (id) where until_day is not null;

create function refuse_point_log_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger of points is append-only';
end $$;
create trigger point_log_kept before update or delete on point_log for each row execute function refuse_point_log_change();

-- What a firm says of its consumers. A firm without a row has the defaults.
create table consumer_config (
  firm_id bigint primary key references firm,
  -- From this risk score on prizes wait for a person, from that on nothing is drawn.
  score_hold smallint not null default 40,
  score_block smallint not null default 80,
  version int not null default 0,
  updated_by bigint,
  updated_at timestamptz not null default now(),
  -- How often one person scans and draws in a day before he may draw no more; null: as often as he likes.
  scan_limit smallint,
  draw_limit smallint,
  -- 0 不获取, 1 可选, 2 必须
  geo_mode smallint not null default 1,
  need_phone boolean not null default false,
  -- '': the statement that the pages have of their own. Each change of it has a number, which people agree to anew.
  privacy_text text not null default '',
  privacy_version int not null default 0,
  -- For the first scan of a code.
  first_points int not null default 0,
  service_phone varchar(40) not null default '',
  service_hours varchar(40) not null default '',
  -- Pictures: whom to write to in WeChat, and its official account.
  service_qr varchar(300) not null default '',
  -- whether the pages lead to the official account
  follow_on boolean not null default false,
  follow_qr varchar(300) not null default '',
  -- For who shared the link of a game by which somebody came who counts.
  share_points int not null default 0,
  -- How many months points are good for; 0: for ever.
  points_months smallint not null default 0,
  -- What new activities ask of their winners at first, as an activity keeps it.
  collect_fields jsonb not null default '[]',
  collect_reason varchar(100) not null default '',
  constraint consumer_config_ck check (score_hold between 1 and 100 and score_block between score_hold and 101),
  constraint consumer_config_terms_ck check (
    scan_limit between 1 and 500 and draw_limit between 1 and 200 and geo_mode in (0, 1, 2)
    and first_points between 0 and 1000 and privacy_version >= 0),
  constraint consumer_config_follow_ck check (not follow_on or follow_qr <> ''),
  constraint consumer_config_share_ck check (share_points between 0 and 1000),
  constraint consumer_config_months_ck check (points_months between 0 and 36)
);

-- What a person came to at a firm, apart from the row of the person.
create table consumer_count (
  firm_id bigint not null,
  id bigint not null,
  scan_cnt bigint not null default 0,
  code_cnt bigint not null default 0,
  draw_cnt bigint not null default 0,
  win_cnt bigint not null default 0,
  win_amount bigint not null default 0,
  paid_amount bigint not null default 0,
  ver_cnt bigint not null default 0,
  first_scan_at timestamptz,
  last_scan_at timestamptz,
  province varchar(40) not null default '',
  city varchar(40) not null default '',
  primary key (firm_id, id),
  foreign key (firm_id, id) references member (firm_id, id)
) with (fillfactor = 80);
create index consumer_count_scans on consumer_count (firm_id, scan_cnt);
create index consumer_count_won on consumer_count (firm_id, win_amount);
create index consumer_count_first on consumer_count (firm_id, first_scan_at);
create index consumer_count_last on consumer_count (firm_id, last_scan_at);
create index consumer_count_place on consumer_count (province, city);

-- Consumers who came to nothing yet and have no row in consumer_count. They are found here by rows of their own; by what they lack they
-- would be found only by looking at everybody.
create table consumer_uncounted (
  firm_id bigint not null,
  id bigint not null,
  primary key (firm_id, id),
  foreign key (firm_id, id) references member (firm_id, id) on delete cascade
);

-- Who is counted already, as while a backup is read, is none of them.
create function note_uncounted() returns trigger language plpgsql as $$
begin
  insert into consumer_uncounted (firm_id, id)
  select firm_id, id from changed where not exists (
    select from consumer_count c where c.firm_id = changed.firm_id and c.id = changed.id)
  on conflict do nothing;
  return null;
end $$;
create function note_all_uncounted() returns trigger language plpgsql as $$
begin
  insert into consumer_uncounted (firm_id, id) select firm_id, id from member on conflict do nothing;
  return null;
end $$;
create function note_counted() returns trigger language plpgsql as $$
begin
  delete from consumer_uncounted u using changed c where u.firm_id = c.firm_id and u.id = c.id;
  return null;
end $$;

create trigger member_uncounted after insert on member
  referencing new table as changed for each statement execute function note_uncounted();
create trigger consumer_counted after insert on consumer_count
  referencing new table as changed for each statement execute function note_counted();
create trigger consumer_uncounted after delete on consumer_count
  referencing old table as changed for each statement execute function note_uncounted();
create trigger consumer_none_counted after truncate on consumer_count
  for each statement execute function note_all_uncounted();
