-- Physical prizes that shops handed out. Amounts are fen.

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
