-- How a remittance ended, written once with its end and never changed: one that was paid is never rejected afterwards, and not paid again.
create table remit_end (
  firm_id bigint not null references firm,
  remit_id bigint not null,
  -- -1 已驳回, 1 已打款
  status smallint not null check (status in (-1, 1)),
  amount bigint not null,
  person bigint,
  at timestamptz not null default now(),
  primary key (firm_id, remit_id)
);
create trigger remit_end_kept before update or delete on remit_end for each row execute function refuse_note_change();

insert into remit_end (firm_id, remit_id, status, amount, person, at)
select firm_id, id, status, amount, case status when 1 then paid_by else reject_by end, coalesce(paid_at, rejected_at)
from remit where status <> 0 order by id;

-- What a shop is rewarded with by somebody of the staff, as it was said: a reward that comes of a draw is held against that.
create table reward_note (
  firm_id bigint not null references firm,
  reward_id bigint not null,
  shop_id bigint not null,
  kind smallint not null,
  amount bigint not null,
  points int not null,
  created_by bigint,
  primary key (firm_id, reward_id)
);
create trigger reward_note_kept before update or delete on reward_note for each row execute function refuse_note_change();

insert into reward_note (firm_id, reward_id, shop_id, kind, amount, points, created_by)
select firm_id, id, shop_id, kind, amount, points, created_by from shop_reward where kind <> 1 order by id;
