-- What each line of packets sent by hand was asked for stays beside its payout: who gets how much, and whether another person had to let it go.
alter table red_send_line add openid varchar(64), add uid bigint, add amount bigint, add is_held boolean;
update red_send_line line set openid = r.openid, uid = r.uid, amount = r.amount, is_held = send.needs_review
from red_info r, red_send send
where r.firm_id = line.firm_id and r.source in (2, 3) and r.source_id = line.id and send.firm_id = line.firm_id and send.id = line.send_id;
-- A line whose payout was lost has nothing to tell, and is still found by that.
update red_send_line set openid = '', amount = 1, is_held = false where amount is null;
alter table red_send_line alter openid set not null, alter amount set not null, alter is_held set not null;
alter table red_send_line add constraint red_send_line_amount_ck check (amount > 0);

create function refuse_send_change() returns trigger language plpgsql as $$
begin
  raise exception 'packets sent by hand are kept as they were asked for';
end $$;
create trigger red_send_kept before update or delete on red_send for each row execute function refuse_send_change();
create trigger red_send_line_kept before update or delete on red_send_line for each row execute function refuse_send_change();
