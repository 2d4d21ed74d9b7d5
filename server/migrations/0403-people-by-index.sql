-- People of a year's days by city are summed from the index alone: rows lie in the table by their day, and each took a page of its own.
alter table stat_reach drop constraint stat_reach_pkey, add primary key (firm_id, kind, dim, id, day, prev_day) include (n);
