-- Replenishment: what dealers ask for, the orders that come of it, and what was paid for them.

create table need_apply (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  apply_no varchar(24) not null,
  agent_id bigint not null,
  -- the dealer above who is asked; null asks the firm
  to_agent_id bigint,
  expect_date date,
  receiver varchar(20) not null default '',
  phone varchar(20) not null default '',
  region_code varchar(6) not null default '',
  address varchar(120) not null default '',
  -- 0 草稿, 1 未审核, 2 审核中, 3 审核失败, 4 审核成功
  status smallint not null default 0 check (status between 0 and 4),
  -- sums of its lines: items, fen
  total_qty bigint not null default 0 check (total_qty >= 0),
  total_amount bigint not null default 0 check (total_amount >= 0),
  submitted_at timestamptz,
  audit_by bigint,
  audit_at timestamptz,
  audit_remark varchar(200) not null default '',
  remark varchar(200) not null default '',
  op_src smallint not null default 0,
  -- who wrote it on the phone: 1 经销商, 2 门店, 3 业务员, 4 稽查员, and his number
  role_kind smallint check (role_kind between 1 and 4),
  role_id bigint,
  is_del smallint not null default 0,
  version int not null default 0,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint need_apply_no_uq unique (firm_id, apply_no),
  constraint need_apply_agent_fk foreign key (firm_id, agent_id) references agent (firm_id, id),
  constraint need_apply_to_fk foreign key (firm_id, to_agent_id) references agent (firm_id, id),
  constraint need_apply_ends_ck check (agent_id <> to_agent_id)
);
create index need_apply_firm on need_apply (firm_id, id) where is_del = 0;
create index need_apply_status on need_apply (status, id) where is_del = 0;
create index need_apply_firm_status on need_apply (firm_id, status, id) where is_del = 0;
create index need_apply_agent on need_apply (agent_id, id) where is_del = 0;
create index need_apply_to on need_apply (to_agent_id, id) where is_del = 0;
-- 我的 and 待处理 of requests and orders, and both by their numbers from the search over everything.
create index need_apply_by_creator on need_apply (created_by, id) where is_del = 0;
create index need_apply_waiting on need_apply (id) where is_del = 0 and status in (1, 2);
create index need_apply_waiting_of_firm on need_apply (firm_id, id) where is_del = 0 and status in (1, 2);
create index need_apply_words on need_apply using gin (apply_no gin_trgm_ops);
create index need_apply_letters on need_apply using gin ((string_to_array(lower(apply_no::text), null)));
-- Requests, orders and differences by when they were made, as other lists are.
create index need_apply_at_created_at on need_apply (created_at) where is_del = 0;

create table need_apply_item (
  id bigint generated always as identity primary key,
  firm_id bigint not null,
  apply_id bigint not null references need_apply on delete cascade,
  product_id bigint not null,
  qty int not null check (qty > 0),
  -- 0 件, 1 小箱, 2 大箱
  unit smallint not null check (unit between 0 and 2),
  -- items in one of that unit, by the product's ratio when it was written
  ratio int not null check (ratio > 0),
  item_qty bigint generated always as (qty::bigint * ratio) stored,
  -- fen for one of the unit
  price bigint not null default 0 check (price >= 0),
  approve_qty int check (approve_qty between 0 and qty),
  constraint need_apply_item_uq unique (apply_id, product_id, unit),
  constraint need_apply_item_product_fk foreign key (firm_id, product_id) references product (firm_id, id)
);
create index need_apply_item_product on need_apply_item (product_id, apply_id);

create table need_order (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  order_no varchar(24) not null,
  apply_id bigint constraint need_order_apply_uq unique references need_apply,
  agent_id bigint not null,
  -- 0 企业 (number 0), 1 经销商
  supplier_kind smallint not null default 0 check (supplier_kind in (0, 1)),
  supplier_id bigint not null default 0,
  -- 0 未发货, 1 已发货, 2 已取消, 3 已签收
  status smallint not null default 0 check (status between 0 and 3),
  -- sums of what was ordered, fen and items; of its products that were shipped and signed
  total_qty bigint not null check (total_qty > 0),
  total_amount bigint not null check (total_amount >= 0),
  ship_qty bigint not null default 0 check (ship_qty >= 0),
  sign_qty bigint not null default 0 check (sign_qty between 0 and ship_qty),
  -- fen: paid, and set off against what the firm owes the dealer
  pay_amount bigint not null default 0 check (pay_amount >= 0),
  deduct_amount bigint not null default 0 check (deduct_amount >= 0),
  -- 0 未付, 1 部分, 2 已付
  pay_state smallint not null generated always as (
    case when pay_amount + deduct_amount >= total_amount then 2 when pay_amount + deduct_amount > 0 then 1 else 0 end
  ) stored,
  expect_date date,
  receiver varchar(20) not null default '',
  phone varchar(20) not null default '',
  region_code varchar(6) not null default '',
  address varchar(120) not null default '',
  -- 完结: what was not shipped will not be
  closed_at timestamptz,
  closed_by bigint,
  cancel_at timestamptz,
  cancel_by bigint,
  cancel_reason varchar(100) not null default '',
  print_cnt int not null default 0,
  remark varchar(200) not null default '',
  op_src smallint not null default 0,
  version int not null default 0,
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint need_order_no_uq unique (firm_id, order_no),
  constraint need_order_agent_fk foreign key (firm_id, agent_id) references agent (firm_id, id),
  constraint need_order_supplier_ck check ((supplier_kind = 0) = (supplier_id = 0)),
  constraint need_order_ends_ck check (supplier_kind = 0 or supplier_id <> agent_id),
  constraint need_order_paid_ck check (pay_amount + deduct_amount <= total_amount)
);
create index need_order_firm on need_order (firm_id, id);
create index need_order_status on need_order (status, id);
create index need_order_firm_status on need_order (firm_id, status, id);
create index need_order_agent on need_order (agent_id, id);
create index need_order_pay on need_order (pay_state, id);
create index need_order_firm_pay on need_order (firm_id, pay_state, id);
create index need_order_by_creator on need_order (created_by, id);
create index need_order_waiting on need_order (id) where status in (0, 1) and closed_at is null and ship_qty < total_qty;
create index need_order_waiting_of_firm on need_order (firm_id, id) where status in (0, 1) and closed_at is null and ship_qty < total_qty;
create index need_order_words on need_order using gin (order_no gin_trgm_ops);
create index need_order_letters on need_order using gin ((string_to_array(lower(order_no::text), null)));
create index need_order_at_created_at on need_order (created_at);

create table need_order_item (
  id bigint generated always as identity primary key,
  firm_id bigint not null,
  order_id bigint not null references need_order on delete cascade,
  product_id bigint not null,
  qty int not null check (qty > 0),
  -- 0 件, 1 小箱, 2 大箱
  unit smallint not null check (unit between 0 and 2),
  -- items in one of that unit, by the product's ratio when it was written
  ratio int not null check (ratio > 0),
  item_qty bigint generated always as (qty::bigint * ratio) stored,
  -- fen for one of the unit
  price bigint not null default 0 check (price >= 0),
  constraint need_order_item_uq unique (order_id, product_id, unit),
  constraint need_order_item_product_fk foreign key (firm_id, product_id) references product (firm_id, id)
);

-- Items of each product of an order, whatever units it was ordered in: ordered, shipped and signed. More may be shipped than was ordered.
create table need_order_product (
  firm_id bigint not null,
  order_id bigint not null references need_order on delete cascade,
  product_id bigint not null,
  item_qty bigint not null check (item_qty > 0),
  ship_qty bigint not null default 0 check (ship_qty >= 0),
  sign_qty bigint not null default 0 check (sign_qty between 0 and ship_qty),
  primary key (order_id, product_id)
);
create index need_order_product_product on need_order_product (product_id, order_id);

-- What was paid for an order; nothing changes or deletes it.
create table need_pay (
  id bigint generated always as identity primary key,
  firm_id bigint not null,
  order_id bigint not null references need_order,
  -- 1 付款, 2 抵扣, 3 抵扣退回: of an order that was cancelled
  kind smallint not null check (kind between 1 and 3),
  -- fen
  amount bigint not null check (amount > 0),
  voucher varchar(300) not null default '',
  remark varchar(200) not null default '',
  operator_id bigint,
  created_at timestamptz not null default now()
);
create index need_pay_order on need_pay (order_id, id);
create index need_pay_voucher_file on need_pay (voucher) where voucher like '/file/%';
