-- Where a try to sign in came from, as the lock counts it: an IPv4 address, or the /64 of an IPv6 address.
alter table login_log add column source varchar(45) not null default '';
-- What the lock reads lies within the last minutes, however long the history of an account is.
drop index login_log_account;
create index login_log_recent on login_log (lower(account), at);
