-- How many months points are good for; 0: for ever.
alter table consumer_config
  add points_months smallint not null default 0,
  add constraint consumer_config_months_ck check (points_months between 0 and 36);

-- Of an entry that takes points whose time is over: all that came until this day and were not spent by then.
alter table point_log
  add until_day date,
  add constraint point_log_until_ck check (until_day is null or (source = 'expire' and delta < 0));
create index point_log_expired on point_log (id) where until_day is not null;
create index member_has_points on member (firm_id, id) where points > 0;
