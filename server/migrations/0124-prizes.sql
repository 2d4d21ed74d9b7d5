-- What can be won, where and with which codes one may take part, and kinds of red packets.

-- What can be won. Amounts are fen; what a type does not have is empty.
create table prize (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  name varchar(30) not null,
  -- 0 积分, 1 现金, 2 实物, 3 未中奖
  prize_type smallint not null check (prize_type between 0 and 3),
  -- 1 微信红包, 2 零钱红包, 3 积分
  pay_kind smallint check (pay_kind between 1 and 3),
  -- 0 固定金额, 1 随机金额
  amount_mode smallint not null default 0 check (amount_mode in (0, 1)),
  amount_min bigint not null default 0,
  amount_max bigint not null default 0,
  points int check (points between 1 and 1000000),
  face_value bigint not null default 0 check (face_value >= 0),
  cost_price bigint not null default 0 check (cost_price >= 0),
  image varchar(300) not null default '',
  -- 0 自动发放, 1 手动领取, 2 到店核销, 3 邮寄兑换
  claim_mode smallint not null check (claim_mode between 0 and 3),
  also_post boolean not null default false,
  valid_days smallint not null default 15 check (valid_days between 1 and 365),
  deduct_amount bigint not null default 0 check (deduct_amount >= 0),
  des varchar(200) not null default '',
  status smallint not null default 0,
  is_del smallint not null default 0,
  version int not null default 0,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint prize_firm_id_uq unique (firm_id, id),
  -- the ceiling of a prize drawn by lot: 50,000 yuan
  constraint prize_worth_ck check (greatest(face_value, amount_max) <= 5000000),
  constraint prize_points_ck check (prize_type <> 0 or (points is not null and pay_kind = 3 and claim_mode = 0)),
  constraint prize_cash_ck check (prize_type <> 1 or (amount_min >= 1 and pay_kind in (1, 2) and claim_mode in (0, 1))),
  constraint prize_goods_ck check (prize_type <> 2 or (face_value >= 1 and claim_mode in (2, 3))),
  constraint prize_amounts_ck check (amount_max >= amount_min and (amount_mode = 1 or amount_max = amount_min) and (prize_type = 1 or amount_max = 0)),
  constraint prize_post_ck check (not also_post or claim_mode = 2)
);
create unique index prize_name_uq on prize (firm_id, name) where is_del = 0;
create index prize_live on prize (id) where is_del = 0;
create index prize_firm on prize (firm_id, id) where is_del = 0;
create index prize_by_name on prize (name, id) where is_del = 0;
create index prize_by_prize_type on prize (prize_type, id) where is_del = 0;
create index prize_by_claim_mode on prize (claim_mode, id) where is_del = 0;
create index prize_by_status on prize (status, id) where is_del = 0;

-- Where one must be, and which codes one must have scanned, to take part in a campaign.
create table scope (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  name varchar(40) not null,
  -- 0 不限, 1 仅限以下地区, 2 排除以下地区
  region_mode smallint not null default 0 check (region_mode between 0 and 2),
  -- 0 不限, 1 限码段
  range_mode smallint not null default 0 check (range_mode in (0, 1)),
  -- of somebody without a position: 0 无定位拒绝, 1 用IP判断, 2 放行
  geo_fallback smallint not null default 0 check (geo_fallback between 0 and 2),
  status smallint not null default 0,
  is_del smallint not null default 0,
  version int not null default 0,
  remark varchar(200) not null default '',
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint scope_firm_id_uq unique (firm_id, id)
);
create unique index scope_name_uq on scope (firm_id, name) where is_del = 0;
create index scope_live on scope (id) where is_del = 0;
create index scope_firm on scope (firm_id, id) where is_del = 0;
create index scope_by_name on scope (name, id) where is_del = 0;
create index scope_by_region_mode on scope (region_mode, id) where is_del = 0;
create index scope_by_status on scope (status, id) where is_del = 0;

-- A region with everything below it.
create table scope_region (
  firm_id bigint not null,
  scope_id bigint not null,
  region_code varchar(6) not null check (region_code ~ '^\d{6}$'),
  primary key (scope_id, region_code),
  constraint scope_region_scope_fk foreign key (firm_id, scope_id) references scope (firm_id, id)
);

-- A run of codes of one segment; with a lot only as long as they are bound to it.
create table scope_range (
  firm_id bigint not null,
  scope_id bigint not null,
  lot_id bigint,
  seg int not null references segment,
  span int8range not null check (not isempty(span) and lower(span) >= 1),
  primary key (scope_id, seg, span),
  constraint scope_range_scope_fk foreign key (firm_id, scope_id) references scope (firm_id, id),
  constraint scope_range_lot_fk foreign key (firm_id, lot_id) references lot (firm_id, id),
  constraint scope_range_no_overlap exclude using gist (scope_id with =, seg with =, span with &&)
);
create index scope_range_lot on scope_range (lot_id) where lot_id is not null;

-- Kinds of red packets: how they are paid, and what for.
create table red_type (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  des varchar(30) not null,
  -- 1 微信红包, 2 零钱红包, 3 积分
  pay_kind smallint not null check (pay_kind between 1 and 3),
  -- PRODUCT_1 商品促销, PRODUCT_2 抽奖, PRODUCT_3 虚拟物品兑奖, PRODUCT_4 企业内部福利
  scene varchar(9) not null check (scene in ('PRODUCT_1', 'PRODUCT_2', 'PRODUCT_3', 'PRODUCT_4')),
  icon varchar(300) not null default '',
  sort int not null default 0 check (sort between 0 and 9999),
  status smallint not null default 0,
  is_del smallint not null default 0,
  version int not null default 0,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint red_type_firm_id_uq unique (firm_id, id)
);
create unique index red_type_des_uq on red_type (firm_id, des) where is_del = 0;
create index red_type_by_sort on red_type (sort, id desc) where is_del = 0;
create index red_type_firm on red_type (firm_id, sort, id desc) where is_del = 0;
create index red_type_by_pay_kind on red_type (pay_kind, sort, id desc) where is_del = 0;
create index red_type_by_status on red_type (status, sort, id desc) where is_del = 0;
