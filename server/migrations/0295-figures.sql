-- How figures are kept: up to when facts are in them, and which scans changed after they were.
create table stat_cursor (
  one boolean primary key default true check (one),
  -- facts before this moment are in the figures
  upto timestamptz not null
);

-- A scan as it was before it was changed: who asked, or where, is often known only after the scan. Gone with the next round.
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

-- Wins handed out at a shop, by the day of their draw; stat_day has them by their own day.
alter table stat_day add column won_ver_cnt bigint;

-- Facts by their times.
create index part_log_at on part_log (at);
create index part_log_uid on part_log (uid, at);
create index draw_at on draw (drawn_at);
create index claim_claimed on claim (claimed_at) where claimed_at is not null;
create index claim_closed on claim (closed_at) where closed_at is not null;
create index red_info_received on red_info (received_at) where received_at is not null;
create index payout_ended on payout (finished_at) where state in (6, 8);
create index prize_ver_at on prize_ver (ver_at);
create index prize_ver_reversed on prize_ver (reversed_at) where reversed_at is not null;
create index prize_ver_uid on prize_ver (uid, id);
create index point_log_at on point_log (created_at);
create index redemption_at on redemption (created_at);
create index redemption_shipped on redemption (shipped_at) where shipped_at is not null;
create index code_op_finished on code_op (finished_at) where op_type in (1, 16);
