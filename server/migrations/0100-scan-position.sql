-- Where the shopper's own position has named the place of a query, the place of its address is kept beside it; '' else.
alter table scan_log
  add column ip_province varchar(40) not null default '',
  add column ip_city varchar(40) not null default '';
