-- Figures are read of one state of the database, taken as soon as they read anything, also the lock they waited for: rows that were moved to a month of
-- their own meanwhile were in neither place for them. Whoever moves rows takes the lock of figures, which is taken before anything is read.
create or replace function make_scan_month(p_day date) returns void language plpgsql as $$
declare
  first date := date_trunc('month', p_day)::date;
  after date := (first + interval '1 month')::date;
  name text := 'scan_log_' || to_char(first, 'YYYY_MM');
begin
  if to_regclass(name) is not null then return; end if;
  lock table stat_cursor in share row exclusive mode;
  lock table scan_log_rest in access exclusive mode;
  execute format('create table %I (like scan_log including defaults including constraints)', name);
  execute format('with moved as (delete from scan_log_rest where at >= %L and at < %L returning *) insert into %I select * from moved',
    first::timestamp at time zone 'Asia/Shanghai', after::timestamp at time zone 'Asia/Shanghai', name);
  execute format('alter table scan_log attach partition %I for values from (%L) to (%L)',
    name, first::timestamp at time zone 'Asia/Shanghai', after::timestamp at time zone 'Asia/Shanghai');
end $$;
