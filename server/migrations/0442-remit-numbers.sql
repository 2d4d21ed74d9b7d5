-- Remittances of a firm are counted 1, 2, 3 … without a gap, and how far is written beside them, so that one that is taken out is missed.
alter table remit add firm_no int;
update remit set firm_no = counted.no
from (select id, row_number() over (partition by firm_id order by id) as no from remit) counted
where counted.id = remit.id;
alter table remit alter firm_no set not null;
alter table remit add constraint remit_firm_no_uq unique (firm_id, firm_no);
create table remit_number (
  firm_id bigint primary key references firm,
  last_no int not null check (last_no >= 0)
);
insert into remit_number (firm_id, last_no) select firm_id, count(*) from remit group by firm_id;

-- The account that was passed, as a digest; null of what was passed before.
alter table remit add passed_account char(64);
create function refuse_passed_change() returns trigger language plpgsql as $$
begin
  raise exception 'a remittance goes to the account that was passed, and is never taken out';
end $$;
create trigger remit_passed_kept before update of channel, account_sealed, account, account_name, passed_account on remit
  for each row when (old.audit_at is not null and (new.channel, new.account_sealed, new.account, new.account_name, new.passed_account)
    is distinct from (old.channel, old.account_sealed, old.account, old.account_name, old.passed_account))
  execute function refuse_passed_change();
create trigger remit_kept before delete on remit for each row execute function refuse_passed_change();

-- Who had a reward written that comes of no draw. Nothing but the demonstration wrote such ones so far, as if the firm's first member of staff had.
alter table shop_reward add created_by bigint;
update shop_reward set created_by = (select min(id) from admin where admin.firm_id = shop_reward.firm_id) where kind <> 1;
