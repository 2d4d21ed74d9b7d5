-- How often the people of a firm scan, and how many of them come again: told once a night, as of the day before.
create table stat_habit (
  firm_id bigint primary key references firm (id),
  as_of date not null,
  -- a scan of these days changed since: told anew within the hour
  is_stale boolean not null default false,
  -- people by how many codes they scanned in the thirty days up to then: 1, 2-3, 4-6, 7-10, more
  frequency int[] not null check (cardinality(frequency) = 5),
  -- of those thirty days, people with first scans of codes, and those who have them on two days or more
  buyers int not null,
  again int not null check (again between 0 and buyers),
  -- of the last eight weeks (Mondays), who came first in it, and how many of them scanned in it and in each week after: [{"week", "kept": []}]
  cohorts jsonb not null
);
