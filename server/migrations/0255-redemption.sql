-- Prizes that are sent by post: where to, and how far they have come.

create sequence redemption_number;

create table redemption (
  id bigint primary key default nextval('redemption_number'),
  firm_id bigint not null references firm,
  redeem_no varchar(24) not null constraint redemption_no_uq unique,
  draw_id bigint not null references claim,
  activity_id bigint not null,
  tier_id bigint not null,
  prize_id bigint not null,
  uid bigint not null,
  receiver varchar(30) not null,
  phone varchar(20) not null,
  region_code varchar(6) not null,
  address varchar(120) not null,
  -- 0 审核中, 1 已关闭, 2 审核通过, 3 已驳回, 4 核销完成
  status smallint not null default 0 check (status between 0 and 4),
  audit_by bigint,
  audit_at timestamptz,
  audit_remark varchar(100) not null default '',
  ship_company varchar(30) not null default '',
  ship_no varchar(40) not null default '',
  shipped_by bigint,
  shipped_at timestamptz,
  finished_at timestamptz,
  closed_by bigint,
  closed_at timestamptz,
  close_reason varchar(100) not null default '',
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default now(),
  version int not null default 0,
  constraint redemption_closed_ck check ((status = 1) = (closed_at is not null)),
  constraint redemption_finished_ck check ((status = 4) = (finished_at is not null)),
  constraint redemption_audited_ck check (status not in (2, 3, 4) or audit_at is not null),
  -- Nothing is on its way before it was passed, and what is on its way is not closed.
  constraint redemption_shipped_ck check ((shipped_at is null) = (ship_no = '') and (shipped_at is null or status in (2, 4))
    and (status <> 4 or shipped_at is not null)),
  foreign key (firm_id, activity_id) references activity (firm_id, id),
  foreign key (activity_id, tier_id) references tier (activity_id, id),
  foreign key (firm_id, prize_id) references prize (firm_id, id),
  foreign key (firm_id, uid) references member (firm_id, id)
);
create unique index redemption_live_uq on redemption (draw_id) where status in (0, 2, 4);
create index redemption_draw on redemption (draw_id, id);
create index redemption_firm on redemption (firm_id, id);
create index redemption_status on redemption (status, id);
create index redemption_firm_status on redemption (firm_id, status, id);
create index redemption_day on redemption (firm_id, created_at);
create index redemption_activity on redemption (activity_id, id);
create index redemption_uid on redemption (uid, id);
create index redemption_phone on redemption (phone, id);
create index redemption_ship_no on redemption (ship_no, id) where ship_no <> '';
create index redemption_due on redemption (shipped_at) where status = 2 and shipped_at is not null;
create index redemption_waiting on redemption (created_at) where status in (0, 2) and shipped_at is null;

-- The list of claims of a firm asks for these.
create index claim_state on claim (status, draw_id);
create index claim_type on claim (prize_type, draw_id);
create index claim_of_activity on claim (activity_id, draw_id);
