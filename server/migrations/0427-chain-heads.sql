-- The draws of a period are told of while it is open: the hash of the chain of its first draws, once an hour or oftener.
alter table seed_epoch
  -- 1: from 64 zeros. 2: from what was promised of the period, each draw with its place and all it was decided by.
  add column chain_version smallint not null default 1 check (chain_version in (1, 2)),
  -- The tier that stands in for one that cannot be granted; null: 谢谢参与 does.
  add column fallback_tier_id bigint,
  -- Whether the chain that was sealed gives every head that was told before.
  add column heads_ok boolean;
alter table seed_epoch alter column chain_version set default 2;
-- It is fixed once an activity was published.
update seed_epoch set fallback_tier_id = tier.id from tier where tier.activity_id = seed_epoch.activity_id and tier.is_fallback;

-- Never changed: who kept one compares it.
create table chain_head (
  epoch_id bigint not null references seed_epoch,
  head_no int not null check (head_no >= 1),
  firm_id bigint not null references firm,
  draw_cnt int not null check (draw_cnt >= 0),
  -- The last draw it covers; 0 where there is none.
  last_draw_id bigint not null,
  head char(64) not null,
  at timestamptz not null default clock_timestamp(),
  primary key (epoch_id, head_no)
);
create index chain_head_firm on chain_head (firm_id);
create function refuse_head_change() returns trigger language plpgsql as $$
begin
  raise exception 'heads of chains are kept as they were told';
end $$;
create trigger chain_head_kept before update or delete on chain_head for each row execute function refuse_head_change();
create trigger chain_head_no_truncate before truncate on chain_head execute function refuse_head_change();
