-- People on the phone: their accounts and sessions, and the dealers, shops, salesmen and inspectors they act as.

create table account (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now()
);

-- Only the hash of a token is kept.
create table account_session (
  token_hash bytea primary key,
  account_id bigint not null references account,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index account_session_account on account_session (account_id);
create index account_session_end on account_session (expires_at);

-- Who an account is at an app of WeChat's: one person for each of its openids, one openid for each person.
create table account_open_id (
  app_id varchar(32) not null,
  open_id varchar(64) not null,
  account_id bigint not null references account,
  created_at timestamptz not null default now(),
  primary key (app_id, open_id),
  constraint account_open_id_account_uq unique (account_id, app_id)
);

-- What a QR code of the console holds, by its hash; it binds once.
create table bind_token (
  token_hash bytea primary key,
  firm_id bigint not null references firm,
  -- 1 经销商, 2 门店, 3 业务员, 4 稽查员
  role_kind smallint not null check (role_kind between 1 and 4),
  role_id bigint not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_by bigint,
  created_at timestamptz not null default now()
);
create index bind_token_end on bind_token (expires_at);

-- Whom an account acts as. Who acts as a dealer now is said here alone; ended rows are history.
create table role_binding (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  account_id bigint not null references account,
  role_kind smallint not null check (role_kind between 1 and 4),
  role_id bigint not null,
  bound_at timestamptz not null default now(),
  ended_at timestamptz,
  ended_by bigint
);
create unique index role_binding_role_uq on role_binding (role_kind, role_id) where ended_at is null;
create unique index role_binding_account_uq on role_binding (firm_id, role_kind, account_id) where ended_at is null;
create index role_binding_account on role_binding (account_id) where ended_at is null;
create index role_binding_firm on role_binding (firm_id, id);

alter table agent drop column uid;
alter table shop drop column uid;
alter table salesman drop column uid;
alter table inspector drop column uid;

-- Redemption codes that an account typed and that nobody was given, since the first of them within ten minutes.
create table redeem_miss (
  account_id bigint primary key references account on delete cascade,
  misses int not null default 1,
  since timestamptz not null default now()
);

-- Pictures that people on the phone send belong to no query of a shopper.
alter table scan_upload alter column scan_id drop not null;
