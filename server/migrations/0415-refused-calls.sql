-- Calls that were refused to a known account: one row by minute, account, call and answer, which says how often.
alter table audit_log
  add column code smallint not null default 0,
  add column times int not null default 1;
create unique index audit_log_refused on audit_log (oper_time, admin_id, request_method, oper_url, code) where status = 2;
