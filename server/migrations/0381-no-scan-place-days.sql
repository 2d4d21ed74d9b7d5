-- Places of scans are read from stat_day, which follows those that are told later.
drop table scan_place_day;
