-- When on a day people came first: what stat_reach says of a day that is over, by the hour. A part of a day is counted from it, and from the facts
-- of its last hour alone. Told once a day is over, gone and told anew when a scan of it changed, and no longer kept than a period before is asked of.
create table stat_come (
  firm_id bigint not null,
  day date not null,
  kind smallint not null,
  dim smallint not null,
  id bigint not null,
  -- beside one another: an hour of the day, how many days before it they were there last (0: never), and how many they are
  hours smallint[] not null,
  ago int[] not null check (cardinality(ago) = cardinality(hours)),
  n int[] not null check (cardinality(n) = cardinality(hours)),
  primary key (firm_id, day, kind, dim, id)
);
