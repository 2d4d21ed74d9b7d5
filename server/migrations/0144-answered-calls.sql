-- Calls that made a row, under the key their sender gave them, for a day: the same one again gets the same answer.
create table answered_call (
  -- 0 = the platform
  firm_id bigint not null,
  operator_id bigint not null,
  idem_key varchar(64) not null,
  -- of its path and of all that was sent
  digest char(64) not null,
  -- what was answered, as JSON; null while it is under way
  answer text,
  created_at timestamptz not null default now(),
  primary key (firm_id, operator_id, idem_key)
);
create index answered_call_at on answered_call (created_at);
