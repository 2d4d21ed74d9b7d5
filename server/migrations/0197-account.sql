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
