-- Every change of how many prizes a tier of a published activity has, beside the draws. Never changed.
create table stock_move (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  activity_id bigint not null,
  tier_id bigint not null,
  -- 1 发布, 2 追加, 3 撤回, 4 退回
  kind smallint not null check (kind between 1 and 4),
  delta int not null check (delta <> 0 and (delta < 0) = (kind = 3)),
  -- null: by itself
  operator_id bigint,
  remark varchar(120) not null default '',
  at timestamptz not null default clock_timestamp(),
  -- Not to its activity: that row is locked by who changes it, while who returns stock holds the tier.
  foreign key (activity_id, tier_id) references tier (activity_id, id) on delete cascade
);
create index stock_move_activity on stock_move (activity_id, id);
create index stock_move_tier on stock_move (tier_id);

-- What was published before: as one move each, for what was added since stands in the log of calls alone.
insert into stock_move (firm_id, activity_id, tier_id, kind, delta, remark, at)
select tier.firm_id, tier.activity_id, tier.id, 1, tier.stock_total, '记录前的库存合计', activity.published_at
from tier join activity on activity.id = tier.activity_id
where activity.published_at is not null and tier.stock_total > 0
order by activity.published_at, tier.id;
insert into stock_move (firm_id, activity_id, tier_id, kind, delta, remark)
select tier.firm_id, tier.activity_id, tier.id, 4, tier.returned::int, '记录前的退回合计'
from tier join activity on activity.id = tier.activity_id
where activity.published_at is not null and tier.returned > 0
order by tier.id;
