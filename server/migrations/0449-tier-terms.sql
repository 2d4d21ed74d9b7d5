-- What a tier promises and its activity asks for a draw, as they were published and lawfully changed since: the second source that tiers
-- and draws are held against. Never changed; without a key to its tier, so that it outlives one.
create table tier_terms (
  id bigint generated always as identity,
  firm_id bigint not null references firm,
  activity_id bigint not null,
  tier_id bigint not null,
  prize_id bigint,
  prize_name varchar(30) not null,
  prize_type smallint not null,
  claim_mode smallint not null,
  also_post boolean not null,
  amount_min bigint not null,
  amount_max bigint not null,
  points int not null,
  face_value bigint not null,
  cost_price bigint not null,
  deduct_amount bigint not null,
  stock_total int not null,
  points_cost int,
  free_per_day smallint not null,
  share_reward smallint not null,
  auto_return boolean not null,
  at timestamptz not null default clock_timestamp(),
  primary key (firm_id, id)
);
create index tier_terms_tier on tier_terms (tier_id, id);

create function refuse_note_change() returns trigger language plpgsql as $$
begin
  raise exception 'what was noted of % stays as it was', tg_table_name;
end $$;
create trigger tier_terms_kept before update or delete on tier_terms for each row execute function refuse_note_change();

-- Of what was published before: as it is now.
insert into tier_terms (firm_id, activity_id, tier_id, prize_id, prize_name, prize_type, claim_mode, also_post, amount_min, amount_max, points,
  face_value, cost_price, deduct_amount, stock_total, points_cost, free_per_day, share_reward, auto_return)
select tier.firm_id, tier.activity_id, tier.id, prize_id, prize_name, prize_type, claim_mode, also_post, amount_min, amount_max, points,
  face_value, cost_price, deduct_amount, stock_total, points_cost, free_per_day, share_reward, auto_return
from tier join activity on activity.id = tier.activity_id
where activity.published_at is not null
order by tier.id;
