-- What codes are bound to: a firm's products and their production lots.

-- Running number of internal barcodes (restricted circulation, prefix 04), one for all firms.
create sequence internal_gtin_seq;

create table product (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  store_name varchar(60) not null,
  product_no varchar(30) not null,
  -- a category of type 1
  class_id bigint,
  brand varchar(30) not null default '',
  spec varchar(40) not null default '',
  unit varchar(8) not null,
  -- 1 GS1, 2 internal
  gtin_kind smallint not null default 1 check (gtin_kind in (1, 2)),
  -- always 14 digits
  gtin varchar(14),
  gtin_box varchar(14),
  gtin_case varchar(14),
  -- items per small box, 0 = no small box; small boxes (or items when box_num is 0) per large box, 0 = no large box
  box_num int not null default 0,
  case_num int not null default 0,
  -- boxes of this product exist: its pack ratio can no longer change
  has_boxes boolean not null default false,
  allow_mix boolean not null default false,
  shelf_life int check (shelf_life >= 1),
  -- 1 day, 2 month, 3 year
  shelf_unit smallint not null default 1 check (shelf_unit in (1, 2, 3)),
  origin varchar(40) not null default '',
  standard_no varchar(40) not null default '',
  license_no varchar(40) not null default '',
  image varchar(300) not null default '',
  images jsonb not null default '[]',
  video varchar(300) not null default '',
  detail text not null default '',
  -- fen
  price bigint check (price >= 0),
  -- codes activated and counted scans, kept by the operations that change them
  active_cnt bigint not null default 0 check (active_cnt >= 0),
  scan_cnt bigint not null default 0 check (scan_cnt >= 0),
  status smallint not null default 0,
  is_del smallint not null default 0,
  version int not null default 0,
  remark varchar(200) not null default '',
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint product_firm_id_uq unique (firm_id, id),
  constraint product_pack_ck check (box_num between 0 and 1000 and case_num between 0 and 1000)
);
create unique index product_no_uq on product (firm_id, product_no) where is_del = 0;
create unique index product_gtin_uq on product (firm_id, gtin) where is_del = 0;
create index product_class on product (firm_id, class_id);
create index product_search_trgm on product using gin (store_name gin_trgm_ops, product_no gin_trgm_ops, gtin gin_trgm_ops);

create table lot (
  id bigint generated always as identity primary key,
  firm_id bigint not null,
  product_id bigint not null,
  lot_no varchar(20) not null,
  produce_date date not null,
  expire_date date,
  line_no varchar(30) not null default '',
  workshop varchar(30) not null default '',
  team varchar(30) not null default '',
  plan_qty bigint check (plan_qty >= 0),
  -- 0 waiting, 1 passed, 2 failed
  qc_state smallint not null default 0 check (qc_state in (0, 1, 2)),
  qc_file varchar(300) not null default '',
  -- 0 normal, 1 recalled: every code of the lot reads frozen
  recall_state smallint not null default 0 check (recall_state in (0, 1)),
  recall_text varchar(200) not null default '',
  recall_at timestamptz,
  recall_by bigint,
  -- codes of the lot, kept by the operations that change them
  active_cnt bigint not null default 0 check (active_cnt >= 0),
  void_cnt bigint not null default 0 check (void_cnt >= 0),
  ship_cnt bigint not null default 0 check (ship_cnt >= 0),
  status smallint not null default 0,
  is_del smallint not null default 0,
  version int not null default 0,
  remark varchar(200) not null default '',
  created_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint lot_product_fk foreign key (firm_id, product_id) references product (firm_id, id),
  constraint lot_expire_ck check (expire_date > produce_date),
  constraint lot_recall_ck check (recall_state = 0 or recall_text <> '')
);
create unique index lot_no_uq on lot (firm_id, product_id, lot_no) where is_del = 0;
create index lot_product on lot (firm_id, product_id, id);
