-- A tie that was ended and not replaced says why and by whom.
alter table shop_ass add column end_reason varchar(100) not null default '', add column ended_by bigint;

-- Numbers of promoters are unique in all firms.
create sequence spread_no_seq;

create index spread_agent on spread (agent_id);
create index spread_shop on spread (shop_id);
create index spread_pid on spread (pid);
