-- What a firm asks of its consumers, and what it gives them.
alter table consumer_config
  -- How often one person scans and draws in a day before he may draw no more; null: as often as he likes.
  add scan_limit smallint,
  add draw_limit smallint,
  -- 0 不获取, 1 可选, 2 必须
  add geo_mode smallint not null default 1,
  add need_phone boolean not null default false,
  -- '': the statement that the pages have of their own. Each change of it has a number, which people agree to anew.
  add privacy_text text not null default '',
  add privacy_version int not null default 0,
  -- For the first scan of a code.
  add first_points int not null default 0,
  add service_phone varchar(40) not null default '',
  add service_hours varchar(40) not null default '',
  add constraint consumer_config_terms_ck check (
    scan_limit between 1 and 500 and draw_limit between 1 and 200 and geo_mode in (0, 1, 2)
    and first_points between 0 and 1000 and privacy_version >= 0);

-- Which statement somebody agreed to last; 0: that of the pages themselves.
alter table member add agreed_version int not null default 0;
