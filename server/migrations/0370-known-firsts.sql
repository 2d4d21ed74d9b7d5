-- First scans of codes by people who are known: 人均扫码 counts the codes of those it divides by.
alter table stat_day add column scan_first_known bigint;

-- All days are told anew by the next round, which forgets the changes of scans before it.
truncate stat_day, stat_person, stat_reach, stat_cursor;
