-- Which process writes a print file, and how far it is.
alter table task_part add column lease_owner varchar(40) not null default '';
alter table task_part add column rows_done bigint not null default 0;
