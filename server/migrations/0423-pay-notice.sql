-- What WeChat Pay called back and was believed, until it is taken over: a callback is answered as soon as it is kept.
create table pay_notice (
  notify_id varchar(64) primary key,
  firm_id bigint not null,
  mch_conf_id bigint not null,
  bill jsonb not null,
  -- whoever works on it has it until then
  lease_until timestamptz not null,
  at timestamptz not null default now()
);
create index pay_notice_free on pay_notice (lease_until);
