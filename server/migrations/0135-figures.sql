-- Figures. The open day gains each fact once, closed days are rebuilt whole from the facts; rebuilding and checking are one query.

-- Additive figures of a firm by day (or month) and by what they are of, alone or in pairs. A column that a kind of row does not have is null.
create table stat_day (
  firm_id bigint not null,
  -- 0 日, 1 月 (day is its first)
  grain smallint not null check (grain in (0, 1)),
  day date not null,
  dim smallint not null,
  id bigint not null,
  dim2 smallint not null default 0,
  id2 bigint not null default 0,
  scan_pv bigint,
  scan_anon bigint,
  scan_first bigint,
  scan_first_items bigint,
  scan_invalid bigint,
  first_located bigint,
  part_cnt bigint,
  draw_cnt bigint,
  win_cnt bigint,
  win_amount bigint,
  phys_win_cnt bigint,
  hold_cnt bigint,
  block_cnt bigint,
  claim_cnt bigint,
  close_cnt bigint,
  paid_cnt bigint,
  paid_amount bigint,
  pay_secs bigint,
  refund_cnt bigint,
  refund_amount bigint,
  fail_cnt bigint,
  ver_cnt bigint,
  ver_amount bigint,
  cost_amount bigint,
  point_issue bigint,
  point_used bigint,
  point_expire bigint,
  new_uv bigint,
  unpack_cnt bigint,
  unpack_amount bigint,
  unpack_days bigint,
  exch_cnt bigint,
  exch_cost bigint,
  cross_code bigint,
  activated bigint,
  -- wins handed out at a shop, by the day of their draw; ver_cnt has them by their own day
  won_ver_cnt bigint,
  -- what shares of games brought, and the points that draws cost
  share_cnt bigint,
  share_new bigint,
  draw_points bigint,
  -- first scans of codes by people who are known: 人均扫码 counts the codes of those it divides by
  scan_first_known bigint,
  primary key (firm_id, grain, day, dim, id, dim2, id2)
);
create index stat_day_of on stat_day (firm_id, grain, dim, dim2, id, day);

-- On which days a person did what, the last one: from it stat_reach follows.
create table stat_person (
  firm_id bigint not null,
  -- 1 扫码, 2 参与, 3 中奖, 4 抽奖, 5 领取
  kind smallint not null,
  dim smallint not null,
  id bigint not null,
  uid bigint not null,
  last_day date not null,
  prev_day date,
  primary key (firm_id, kind, dim, id, uid)
) with (fillfactor = 80);

-- How many people did it on a day whose day before that was prev_day: people of any range, exactly. They are summed from the index
-- alone: rows lie in the table by their day, and each took a page of its own.
create table stat_reach (
  firm_id bigint not null,
  kind smallint not null,
  dim smallint not null,
  id bigint not null,
  day date not null,
  -- '-infinity': never before
  prev_day date not null,
  n bigint not null check (n >= 0),
  primary key (firm_id, kind, dim, id, day, prev_day) include (n)
);

-- When on a day people came first: what stat_reach says of a day that is over, by the hour. A part of a day is counted from it, and from the facts
-- of its last hour alone. Told once a day is over, gone and told anew when a scan of it changed, and no longer kept than a period before is asked of.
create table stat_come (
  firm_id bigint not null,
  day date not null,
  kind smallint not null,
  dim smallint not null,
  id bigint not null,
  -- beside one another: an hour of the day, how many days before it they were there last (0: never), and how many they are
  hours smallint[] not null,
  ago int[] not null check (cardinality(ago) = cardinality(hours)),
  n int[] not null check (cardinality(n) = cardinality(hours)),
  primary key (firm_id, day, kind, dim, id)
);

-- Up to when facts are in the figures.
create table stat_cursor (
  one boolean primary key default true check (one),
  -- facts before this moment are in the figures
  upto timestamptz not null
);

-- How often the people of a firm scan, and how many of them come again: told once a night, as of the day before.
create table stat_habit (
  firm_id bigint primary key references firm (id),
  as_of date not null,
  -- a scan of these days changed since: told anew within the hour
  is_stale boolean not null default false,
  -- people by how many codes they scanned in the thirty days up to then: 1, 2-3, 4-6, 7-10, more
  frequency int[] not null check (cardinality(frequency) = 5),
  -- of those thirty days, people with first scans of codes, and those who have them on two days or more
  buyers int not null,
  again int not null check (again between 0 and buyers),
  -- of the last eight weeks (Mondays), who came first in it, and how many of them scanned in it and in each week after: [{"week", "kept": []}]
  cohorts jsonb not null
);

create index code_op_finished on code_op (finished_at) where op_type in (1, 16);
