-- What held of a tier from a moment on: its caps, those of a person's wins in its activity, and whether it was given out. Never changed, so
-- that it can be told of each draw whether a cap was there that it gave way to.
create table tier_limit (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  activity_id bigint not null,
  tier_id bigint not null,
  is_on boolean not null,
  user_cap int,
  day_cap int,
  hour_cap int,
  win_day int,
  win_total int,
  at timestamptz not null default clock_timestamp(),
  foreign key (activity_id, tier_id) references tier (activity_id, id) on delete cascade
);
create index tier_limit_tier on tier_limit (tier_id, at);
create index tier_limit_firm on tier_limit (firm_id, id);

-- Of what was published before: as it is now. Draws are judged by it from now on.
insert into tier_limit (firm_id, activity_id, tier_id, is_on, user_cap, day_cap, hour_cap, win_day, win_total)
select tier.firm_id, tier.activity_id, tier.id, is_on, user_cap, day_cap, hour_cap, win_day, win_total
from tier join activity on activity.id = tier.activity_id
where activity.published_at is not null and tier.prize_type <> 3
order by tier.id;
