-- Redemption codes that an account typed and that nobody was given, since the first of them within ten minutes.
create table redeem_miss (
  account_id bigint primary key references account on delete cascade,
  misses int not null default 1,
  since timestamptz not null default now()
);
