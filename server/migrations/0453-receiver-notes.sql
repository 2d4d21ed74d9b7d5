-- Whom WeChat named as the receiver of a payout while another account was known by that OpenID: the one way in which money lawfully goes to an
-- OpenID that is not the account's own. Never changed, so that an account whose own is taken away or exchanged does not look like it.
create table receiver_note (
  id bigint generated always as identity,
  firm_id bigint not null references firm,
  uid bigint not null,
  app_id varchar(32) not null,
  openid varchar(64) not null,
  at timestamptz not null default clock_timestamp(),
  primary key (firm_id, id)
);
create index receiver_note_of on receiver_note (firm_id, uid, app_id, openid);
create trigger receiver_note_kept before update or delete on receiver_note for each row execute function refuse_note_change();

-- Of payouts from before: as they are now.
insert into receiver_note (firm_id, uid, app_id, openid)
select distinct r.firm_id, r.uid, r.app_id, r.openid
from red_info r join member on member.id = r.uid and member.firm_id = r.firm_id
join account_open_id other on other.app_id = r.app_id and other.open_id = r.openid
where other.account_id <> member.account_id;
