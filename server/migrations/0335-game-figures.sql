-- Figures of games: what shares brought, and the points that draws cost.
alter table stat_day
  add column share_cnt bigint,
  add column share_new bigint,
  add column draw_points bigint;
create index share_at on share (at);

-- All days are told anew by the next round: what is kept of games and of points was not kept before.
truncate stat_day, stat_person, stat_reach, stat_change, stat_cursor;
