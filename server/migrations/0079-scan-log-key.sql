-- The log is read by time, newest first, and a line is found by its time and number: one index serves both, and a scan
-- writes one less.
alter table scan_log drop constraint scan_log_pkey;
drop index scan_log_at;
alter table scan_log add primary key (at, id);
