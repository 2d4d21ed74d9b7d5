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

-- How many people did it on a day whose day before that was prev_day: people of any range, exactly.
create table stat_reach (
  firm_id bigint not null,
  kind smallint not null,
  dim smallint not null,
  id bigint not null,
  day date not null,
  -- '-infinity': never before
  prev_day date not null,
  n bigint not null check (n >= 0),
  primary key (firm_id, kind, dim, id, day, prev_day)
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
