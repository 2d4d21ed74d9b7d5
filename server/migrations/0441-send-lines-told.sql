-- What each line of packets sent by hand was asked for stays beside its payout: who gets how much, and whether another person had to let it go.
alter table red_send_line add openid varchar(64), add uid bigint, add amount bigint, add is_held boolean;
update red_send_line line set openid = r.openid, uid = r.uid, amount = r.amount, is_held = send.needs_review
from red_info r, red_send send
where r.firm_id = line.firm_id and r.source in (2, 3) and r.source_id = line.id and send.firm_id = line.firm_id and send.id = line.send_id;
-- A line whose payout was lost tells nothing, and is found by that; new ones tell all.
alter table red_send_line add constraint red_send_line_told_ck
  check (openid is not null and amount is not null and amount > 0 and is_held is not null) not valid;

create function refuse_send_change() returns trigger language plpgsql as $$
begin
  raise exception 'packets sent by hand are kept as they were asked for';
end $$;
create trigger red_send_kept before update or delete on red_send for each row execute function refuse_send_change();
create trigger red_send_line_kept before update or delete on red_send_line for each row execute function refuse_send_change();
