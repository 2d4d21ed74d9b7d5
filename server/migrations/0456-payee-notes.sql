-- Where a shop or a dealer is paid, as a digest of each account that was lawfully said: the second source that the row and remittances are held
-- against. Never changed; of whom nothing was ever noted, nothing was ever said.
create table payee_note (
  firm_id bigint not null references firm,
  id bigint generated always as identity,
  -- 1 门店, 2 经销商
  owner_kind smallint not null check (owner_kind in (1, 2)),
  owner_id bigint not null,
  digest char(64) not null,
  -- who of the staff had it written; null of a shop that said so itself
  changed_by bigint,
  at timestamptz not null default now(),
  primary key (firm_id, id)
);
create index payee_note_owner on payee_note (firm_id, owner_kind, owner_id, id);
create trigger payee_note_kept before update or delete on payee_note for each row execute function refuse_note_change();

-- Of what was said before: the accounts that remittances were passed to, and each as it is now.
insert into payee_note (firm_id, owner_kind, owner_id, digest, at)
select firm_id, payee_kind, payee_id,
  encode(sha256(convert_to(concat_ws('|', channel, account, account_name, encode(account_sealed, 'hex')), 'UTF8')), 'hex'), audit_at
from remit where audit_at is not null
order by audit_at, id;
insert into payee_note (firm_id, owner_kind, owner_id, digest)
select firm_id, kind, id,
  encode(sha256(convert_to(concat_ws('|', pay_channel, pay_account, pay_name, encode(pay_account_sealed, 'hex')), 'UTF8')), 'hex')
from (
  select firm_id, 1 as kind, id, pay_channel, pay_account, pay_name, pay_account_sealed from shop
  union all
  select firm_id, 2, id, pay_channel, pay_account, pay_name, pay_account_sealed from agent
) payee
where (pay_channel, pay_account, pay_name) <> ('', '', '') or pay_account_sealed is not null
order by kind, id;
