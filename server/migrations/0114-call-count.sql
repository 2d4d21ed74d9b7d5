-- Calls of the present minute by endpoint and network, of those calls that have a limit. Of no worth after a crash: unlogged.
create unlogged table call_count (
  path varchar(120) not null,
  address cidr not null,
  calls integer not null default 1,
  -- when the minute that is counted ends
  expires_at timestamptz not null default now() + interval '1 minute',
  primary key (path, address)
);
