-- What a scan was at its moment: beside who asked (uid, of the firm's member) and whose goods they were (agent_id), who had the code and since when, which campaign answered. Figures read these, never what
-- became of the code later.

alter table scan_log
  add column shop_id bigint,
  add column salesman_id bigint,
  add column channel_id bigint,
  -- full days since it was shipped last; null: never
  add column ship_days int,
  -- the campaign that the page was answered with
  add column activity_id bigint;

-- A scan as it was before it was changed: who asked, or where, is often known only after the scan. Gone with the next round of figures.
create table stat_change (
  number bigint generated always as identity primary key,
  scan_id bigint not null,
  old jsonb not null
);

create function keep_scan_change() returns trigger language plpgsql as $$
begin
  insert into stat_change (scan_id, old) values (old.id, to_jsonb(old));
  return null;
end $$;
create trigger scan_log_changed after update on scan_log for each row
  when ((old.uid, old.province, old.city, old.geo_source, old.activity_id, old.agent_id, old.shop_id, old.salesman_id, old.channel_id, old.ship_days, old.product_id, old.lot_id, old.verdict, old.is_counted)
    is distinct from (new.uid, new.province, new.city, new.geo_source, new.activity_id, new.agent_id, new.shop_id, new.salesman_id, new.channel_id, new.ship_days, new.product_id, new.lot_id, new.verdict, new.is_counted))
  execute function keep_scan_change();

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

-- Places of scans are read from stat_day, which follows those that are told later.
drop table scan_place_day;

-- What one line of IPv6 may be given at most, a network of 48 bits with 65,536 of those that limits count an address by; of IPv4 nothing.
create function address_site(p_address inet) returns cidr language sql immutable parallel safe
return case family(p_address) when 6 then network(set_masklen(p_address, 48)) end;

-- Invented codes are counted for it as well.
create index scan_log_site on scan_log (address_site(ip), at) where verdict = 'INVALID' and family(ip) = 6;
