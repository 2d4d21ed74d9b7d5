-- A password that somebody else set: the console asks its owner for another one before anything else.
alter table admin add column must_change_password boolean not null default false;
