-- Who an account is at an app of WeChat's: one person for each of its openids, one openid for each person.
create table account_open_id (
  app_id varchar(32) not null,
  open_id varchar(64) not null,
  account_id bigint not null references account,
  created_at timestamptz not null default now(),
  primary key (app_id, open_id),
  constraint account_open_id_account_uq unique (account_id, app_id)
);

-- The secret of the merchant's app, under the master key: it tells who somebody is that opens a page in WeChat.
alter table merchant add column app_secret_sealed bytea;
