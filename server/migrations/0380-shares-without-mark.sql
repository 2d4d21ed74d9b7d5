-- A phone whose page keeps no mark is none that is told again.
alter table share alter device drop not null;
