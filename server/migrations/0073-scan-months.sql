-- The month of p_day as a partition of the log of scans; lines of that month that lie in the rest move into it.
create function make_scan_month(p_day date) returns void language plpgsql as $$
declare
  first date := date_trunc('month', p_day)::date;
  after date := (first + interval '1 month')::date;
  name text := 'scan_log_' || to_char(first, 'YYYY_MM');
begin
  if to_regclass(name) is not null then return; end if;
  lock table scan_log_rest in access exclusive mode;
  execute format('create table %I (like scan_log including defaults including constraints)', name);
  execute format('with moved as (delete from scan_log_rest where at >= %L and at < %L returning *) insert into %I select * from moved',
    first::timestamp at time zone 'Asia/Shanghai', after::timestamp at time zone 'Asia/Shanghai', name);
  execute format('alter table scan_log attach partition %I for values from (%L) to (%L)',
    name, first::timestamp at time zone 'Asia/Shanghai', after::timestamp at time zone 'Asia/Shanghai');
end $$;

-- The months up to two from now, and those that have lines in the rest; months that ended 36 months ago are detached.
create function keep_scan_months() returns void language plpgsql as $$
declare
  m date;
  old text;
begin
  perform pg_advisory_xact_lock(7104);
  for m in
    select generate_series(date_trunc('month', now()), now() + interval '2 months', interval '1 month')::date
    union select distinct date_trunc('month', at)::date from scan_log_rest
    order by 1 loop
    perform make_scan_month(m);
  end loop;
  for old in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'scan_log'::regclass and c.relname ~ '^scan_log_\d{4}_\d{2}$'
      and to_date(right(c.relname, 7), 'YYYY_MM') < date_trunc('month', now()) - interval '36 months' loop
    execute format('alter table scan_log detach partition %I', old);
  end loop;
end $$;
