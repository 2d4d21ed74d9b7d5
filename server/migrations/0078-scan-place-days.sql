-- Scans by firm, day and place (counted ones), and by verdict (all, and the counted ones among them). As scan_day, they hold what
-- happened before the cursor `scan days`.
create table scan_place_day (
  firm_id bigint not null,
  day date not null,
  -- '' = unknown
  province varchar(40) not null,
  city varchar(40) not null,
  scans bigint not null,
  primary key (firm_id, day, province, city)
);

create table scan_verdict_day (
  firm_id bigint not null,
  day date not null,
  verdict varchar(12) not null,
  scans bigint not null,
  counted bigint not null,
  primary key (firm_id, day, verdict)
);

insert into scan_place_day (firm_id, day, province, city, scans)
select firm_id, at::date, province, city, count(*) from scan_log
where is_counted and at < coalesce((select upto from rollup_cursor where name = 'scan days'), '-infinity')
group by 1, 2, 3, 4;

insert into scan_verdict_day (firm_id, day, verdict, scans, counted)
select firm_id, at::date, verdict, count(*), count(*) filter (where is_counted) from scan_log
where at < coalesce((select upto from rollup_cursor where name = 'scan days'), '-infinity')
group by 1, 2, 3;

-- Operations of one kind by time, for the numbers of a day.
create index code_op_kind on code_op (firm_id, op_type, created_at);
