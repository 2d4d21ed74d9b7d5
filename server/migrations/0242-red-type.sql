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
