-- Prizes that shops handed out, and prizes that are sent by post. Amounts are fen.

create sequence prize_ver_number;

create table prize_ver (
  id bigint primary key default nextval('prize_ver_number'),
  firm_id bigint not null references firm,
  ver_no varchar(24) not null constraint prize_ver_no_uq unique,
  draw_id bigint not null references claim,
  activity_id bigint not null,
  tier_id bigint not null,
  prize_id bigint not null,
  uid bigint not null,
  shop_id bigint not null,
  -- Who owes the shop: its dealer of that moment, without one the firm.
  agent_id bigint,
  salesman_id bigint,
  -- Who stood at the counter.
  account_id bigint references account,
  deduct_amount bigint not null check (deduct_amount >= 0),
  lng numeric(9, 6),
  lat numeric(8, 6),
  -- 1 GPS, 3 none
  geo_source smallint not null check (geo_source in (1, 3)),
  -- 1 已核销, 2 已冲正
  status smallint not null default 1 check (status in (1, 2)),
  -- 0 未结算, 1 门店已结, 2 经销商已结
  settle_state smallint not null default 0 check (settle_state in (0, 1, 2)),
  remark varchar(100) not null default '',
  ver_at timestamptz not null default clock_timestamp(),
  reversed_at timestamptz,
  reversed_by bigint,
  reverse_reason varchar(100) not null default '',
  version int not null default 0,
  -- under the master key, which the database alone does not have
  seal bytea,
  check ((lng is null) = (lat is null)),
  constraint prize_ver_reversed_ck check ((status = 2) = (reversed_at is not null)),
  -- What is settled is not taken back.
  constraint prize_ver_settled_ck check (status = 1 or settle_state = 0),
  foreign key (firm_id, activity_id) references activity (firm_id, id),
  foreign key (activity_id, tier_id) references tier (activity_id, id),
  foreign key (firm_id, prize_id) references prize (firm_id, id),
  foreign key (firm_id, uid) references member (firm_id, id),
  foreign key (firm_id, shop_id) references shop (firm_id, id),
  foreign key (firm_id, agent_id) references agent (firm_id, id),
  foreign key (firm_id, salesman_id) references salesman (firm_id, id)
);
create unique index prize_ver_claim_uq on prize_ver (draw_id) where status = 1;
create index prize_ver_draw on prize_ver (draw_id, id);
create index prize_ver_firm on prize_ver (firm_id, id);
create index prize_ver_day on prize_ver (firm_id, ver_at);
create index prize_ver_shop on prize_ver (shop_id, id);
create index prize_ver_activity on prize_ver (activity_id, id);
create index prize_ver_prize on prize_ver (prize_id, id);
create index prize_ver_agent on prize_ver (agent_id, id);
create index prize_ver_open on prize_ver (shop_id) where status = 1 and settle_state = 0;
create index prize_ver_owed on prize_ver (agent_id) where status = 1 and settle_state = 1;
create index prize_ver_at on prize_ver (ver_at);
create index prize_ver_reversed on prize_ver (reversed_at) where reversed_at is not null;
create index prize_ver_uid on prize_ver (uid, id);

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
  -- When it went out first, which never changes since its cost is booked on that day; another number has a time of its own.
  shipped_at timestamptz,
  finished_at timestamptz,
  closed_by bigint,
  closed_at timestamptz,
  close_reason varchar(100) not null default '',
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default now(),
  version int not null default 0,
  reshipped_at timestamptz,
  constraint redemption_closed_ck check ((status = 1) = (closed_at is not null)),
  constraint redemption_finished_ck check ((status = 4) = (finished_at is not null)),
  constraint redemption_audited_ck check (status not in (2, 3, 4) or audit_at is not null),
  -- Nothing is on its way before it was passed, and what is on its way is not closed.
  constraint redemption_shipped_ck check ((shipped_at is null) = (ship_no = '') and (shipped_at is null or status in (2, 4))
    and (status <> 4 or shipped_at is not null)),
  foreign key (firm_id, activity_id) references activity (firm_id, id),
  foreign key (activity_id, tier_id) references tier (activity_id, id),
  foreign key (firm_id, prize_id) references prize (firm_id, id),
  foreign key (firm_id, uid) references member (firm_id, id),
  constraint redemption_reshipped_ck check (reshipped_at is null or shipped_at is not null)
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
create index redemption_waiting on redemption (created_at) where status in (0, 2) and shipped_at is null;
create index redemption_at on redemption (created_at);
create index redemption_shipped on redemption (shipped_at) where shipped_at is not null;
create index redemption_due on redemption ((coalesce(reshipped_at, shipped_at))) where status = 2 and shipped_at is not null;
