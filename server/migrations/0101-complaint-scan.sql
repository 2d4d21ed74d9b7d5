-- Reports of one query are counted before another is taken.
create index complaint_scan on complaint (scan_id);
