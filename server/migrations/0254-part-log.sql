-- Who asked for a ticket of an activity, and whether he got one. That he drew with it tells the draw of the ticket.
create table part_log (
  id bigint generated always as identity primary key,
  firm_id bigint not null,
  activity_id bigint not null,
  uid bigint not null,
  -- null where it was refused
  ticket_id uuid,
  -- number of the refusal
  reason_code int,
  seg int,
  serial bigint,
  product_id bigint,
  shop_id bigint,
  agent_id bigint,
  province char(6),
  city char(6),
  ip inet not null,
  device varchar(32) not null default '',
  at timestamptz not null default now(),
  constraint part_log_reason_ck check ((ticket_id is null) = (reason_code is not null)),
  check ((seg is null) = (serial is null)),
  foreign key (firm_id, activity_id) references activity (firm_id, id) on delete cascade,
  foreign key (firm_id, uid) references member (firm_id, id)
);
create index part_log_activity on part_log (activity_id, id);
create index part_log_firm on part_log (firm_id, id);
