-- Shipping documents and what was shipped by them.

create table deliver (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  deliver_no varchar(24) not null constraint deliver_no_uq unique,
  -- 1 发货, 2 退货, 3 调拨
  biz_type smallint not null default 1 check (biz_type between 1 and 3),
  -- 0 企业 (number 0), 1 经销商, 2 门店
  from_kind smallint not null default 0 check (from_kind between 0 and 2),
  from_id bigint not null default 0,
  to_kind smallint not null check (to_kind between 0 and 2),
  to_id bigint not null default 0,
  channel_id bigint references channel,
  order_id bigint,
  -- number of the document in the firm's own system
  ext_no varchar(40) not null default '',
  warehouse varchar(40) not null default '',
  logistics_name varchar(30) not null default '',
  logistics_no varchar(40) not null default '',
  plate_no varchar(12) not null default '',
  driver varchar(40) not null default '',
  -- why goods go back
  reason varchar(100) not null default '',
  remark varchar(200) not null default '',
  -- sums of the lines that were not cancelled; items that are not void
  case_qty bigint not null default 0 check (case_qty >= 0),
  box_qty bigint not null default 0 check (box_qty >= 0),
  item_qty bigint not null default 0 check (item_qty >= 0),
  sign_qty bigint not null default 0 check (sign_qty between 0 and item_qty),
  -- 1 已发货 until all lines have ended, 3 已签收 when every line that is left is signed, 2 已取消 when none is left
  status smallint not null default 1 check (status between 1 and 3),
  -- 有差异: lines stay unsigned after a signing
  has_diff boolean not null default false,
  print_cnt int not null default 0,
  ship_at timestamptz not null default now(),
  sign_at timestamptz,
  op_src smallint not null default 0,
  -- the member of staff, or the role on the phone: 1 经销商, 2 门店, 3 业务员, 4 稽查员
  operator_id bigint,
  role_kind smallint check (role_kind between 1 and 4),
  role_id bigint,
  version int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint deliver_ends_ck check ((from_kind, from_id) <> (to_kind, to_id)),
  constraint deliver_firm_end_ck check ((from_kind = 0) = (from_id = 0) and (to_kind = 0) = (to_id = 0)),
  constraint deliver_order_fk foreign key (order_id) references need_order
);
create index deliver_by_ship_at on deliver (ship_at, id);
create index deliver_firm on deliver (firm_id, ship_at, id);
create index deliver_firm_status on deliver (firm_id, status, ship_at, id);
create index deliver_to on deliver (to_kind, to_id, status, ship_at, id);
create index deliver_from on deliver (from_kind, from_id, ship_at, id);
create index deliver_order on deliver (order_id) where order_id is not null;
-- The numbers a firm gave its documents on one day: FH20261120, TH…, DB….
create index deliver_number on deliver (firm_id, left(deliver_no, 10));
-- What documents, their log and their differences are listed by, in the order of their lists.
create index deliver_words on deliver using gin (deliver_no gin_trgm_ops, ext_no gin_trgm_ops, logistics_no gin_trgm_ops);
create index deliver_letters on deliver using gin (
  (string_to_array(lower(deliver_no::text), null)), (string_to_array(lower(ext_no::text), null)), (string_to_array(lower(logistics_no::text), null)));
create index deliver_by_status on deliver (status, ship_at, id);
create index deliver_by_biz_type on deliver (biz_type, ship_at, id);
create index deliver_by_op_src on deliver (op_src, ship_at, id);
create index deliver_firm_to on deliver (firm_id, to_kind, to_id, ship_at, id);
create index deliver_firm_from on deliver (firm_id, from_kind, from_id, ship_at, id);
-- 已签收: the last signed first; 差异.
create index deliver_by_sign_at on deliver (status, sign_at, id);
create index deliver_firm_sign_at on deliver (firm_id, status, sign_at, id);
create index deliver_with_diff on deliver (id) where has_diff;
create unique index deliver_ext_no_uq on deliver (firm_id, ext_no, to_kind, to_id) where ext_no <> '' and status <> 2;
-- 我的 of shipping documents: those of one member of staff, in the order of their list.
create index deliver_by_operator on deliver (operator_id, ship_at, id);

-- A run of codes of one level, product and lot that were shipped together. A partial signing or cancel splits it.
create table deliver_line (
  id bigint generated always as identity primary key,
  firm_id bigint not null,
  deliver_id bigint not null references deliver,
  -- 1 单码, 2 箱码, 3 号段: how it was chosen
  mode smallint not null check (mode between 1 and 3),
  level smallint not null check (level between 0 and 2),
  seg int not null references segment,
  span int8range not null check (not isempty(span)),
  -- what the codes were bound to when they were shipped; a box of several lots or products has is_mixed
  product_id bigint,
  lot_id bigint,
  is_mixed boolean not null default false,
  item_qty bigint not null check (item_qty >= 0),
  -- 1 已发货, 2 已取消, 3 已签收
  status smallint not null default 1 check (status between 1 and 3),
  -- the operation that shipped it: its trail says what held before
  op_id bigint not null references code_op,
  end_at timestamptz,
  end_by bigint,
  cancel_reason varchar(100) not null default '',
  -- not its document's where more was shipped by that on another day
  ship_day date not null default current_date
);
create index deliver_line_deliver on deliver_line (deliver_id, id);
create index deliver_line_code on deliver_line using gist (seg, span);
create index deliver_line_product on deliver_line (product_id, deliver_id);
create index deliver_line_lot on deliver_line (lot_id, deliver_id);
-- From product to product of a document; its mixed boxes.
create index deliver_line_goods on deliver_line (deliver_id, product_id);
create index deliver_line_mixed on deliver_line (deliver_id) where is_mixed;
create index deliver_line_firm on deliver_line (firm_id, id);

-- Items of each product and lot in a line, where a box holds several.
create table deliver_line_part (
  line_id bigint not null references deliver_line on delete cascade,
  firm_id bigint not null,
  product_id bigint not null,
  lot_id bigint not null,
  item_qty bigint not null check (item_qty > 0),
  primary key (line_id, product_id, lot_id)
);
create index deliver_line_part_product on deliver_line_part (product_id, line_id);
create index deliver_line_part_lot on deliver_line_part (lot_id, line_id);

-- What was not as it should be when goods were signed for.
create table deliver_diff (
  id bigint generated always as identity primary key,
  firm_id bigint not null,
  deliver_id bigint not null references deliver,
  -- 1 未到货, 2 破损, 3 多货
  kind smallint not null check (kind between 1 and 3),
  code varchar(80) not null,
  seg int,
  serial bigint,
  note varchar(200) not null default '',
  images jsonb not null default '[]',
  -- 0 待处理, 1 已处理
  state smallint not null default 0 check (state in (0, 1)),
  -- 1 补签, 2 退回, 3 报失, 4 已知悉
  act smallint check (act between 1 and 4),
  remark varchar(200) not null default '',
  handled_by bigint,
  handled_at timestamptz,
  created_at timestamptz not null default now(),
  constraint deliver_diff_handled_ck check ((state = 1) = (act is not null))
);
create index deliver_diff_deliver on deliver_diff (deliver_id, id);
create index deliver_diff_firm on deliver_diff (firm_id, state, id);
create index deliver_diff_code on deliver_diff (seg, serial) where state = 0;
create index deliver_diff_by_state on deliver_diff (state, id);
create index deliver_diff_open on deliver_diff (deliver_id) where state = 0;
create index deliver_diff_words on deliver_diff using gin (code gin_trgm_ops);
create index deliver_diff_letters on deliver_diff using gin ((string_to_array(lower(code::text), null)));
-- Differences of one firm; what was scanned as no code of the firm.
create index deliver_diff_of_firm on deliver_diff (firm_id, id);
create index deliver_diff_at_created_at on deliver_diff (created_at);

-- What happened to documents and their codes, and what was refused; nothing changes or deletes it.
create table deliver_log (
  id bigint generated always as identity primary key,
  firm_id bigint not null,
  at timestamptz not null default now(),
  -- 9 发货, 10 撤销发货, 11 签收, 12 退货, 20 建单, 21 登记物流, 22 打印
  act smallint not null,
  deliver_id bigint references deliver,
  -- the scan page's own number for a document that is not there yet; what it refused is taken over by the document
  draft_key varchar(64) not null default '',
  op_id bigint references code_op,
  code_text varchar(200) not null default '',
  seg int,
  span int8range,
  item_qty bigint not null default 0,
  from_kind smallint not null default 0,
  from_id bigint not null default 0,
  to_kind smallint not null default 0,
  to_id bigint not null default 0,
  op_src smallint not null default 0,
  operator_id bigint,
  role_kind smallint,
  role_id bigint,
  note varchar(200) not null default '',
  lng double precision,
  lat double precision,
  place varchar(80) not null default '',
  -- 0 成功, 1 失败
  result smallint not null default 0 check (result in (0, 1)),
  err_code int not null default 0,
  err_msg varchar(200) not null default ''
);
create index deliver_log_deliver on deliver_log (deliver_id, id);
create index deliver_log_firm on deliver_log (firm_id, id);
create index deliver_log_code on deliver_log using gist (seg, span);
create index deliver_log_draft on deliver_log (firm_id, draft_key) where draft_key <> '' and deliver_id is null;
create index deliver_log_by_act on deliver_log (act, id);
create index deliver_log_firm_act on deliver_log (firm_id, act, id);
create index deliver_log_to on deliver_log (to_kind, to_id, id);
create index deliver_log_from on deliver_log (from_kind, from_id, id);
create index deliver_log_by_op_src on deliver_log (op_src, id);
create index deliver_log_by_operator on deliver_log (operator_id, id);
create index deliver_log_refused on deliver_log (firm_id, id) where result = 1;
create index deliver_log_at on deliver_log (at, id);
create index deliver_log_text on deliver_log using hash (code_text);

-- Requests that were carried out, under the key their sender gave them: the same one again gets the same answer.
create table move_request (
  firm_id bigint not null references firm,
  idem_key varchar(64) not null,
  req_hash char(64) not null,
  result jsonb,
  created_at timestamptz not null default now(),
  primary key (firm_id, idem_key)
);

-- Items packed, shipped and signed for by firm, day, product and holder, so that figures need not read lines: moved by the operations
-- themselves. What was cancelled is taken off the day it was shipped on; what went back is in none of them.
create table move_day (
  firm_id bigint not null,
  day date not null,
  -- 0 = bound to nothing
  product_id bigint not null,
  -- who sent it: 0 企业, 1 经销商, 2 门店
  from_kind smallint not null check (from_kind between 0 and 2),
  -- who packed it, or was sent it: 0 企业 (number 0), 1 经销商, 2 门店
  holder_kind smallint not null check (holder_kind between 0 and 2),
  holder_id bigint not null,
  pack_qty bigint not null default 0,
  ship_qty bigint not null default 0,
  sign_qty bigint not null default 0,
  primary key (firm_id, day, product_id, holder_kind, holder_id, from_kind)
);
create index move_day_holder on move_day (holder_kind, holder_id, day);

-- What was packed before: its box says the product.
insert into move_day (firm_id, day, product_id, from_kind, holder_kind, holder_id, pack_qty)
select i.firm_id, i.at::date, coalesce(b.product_id, 0), 0, 0, 0, sum(upper(i.span) - lower(i.span))
from code_op_item i join code_op o on o.id = i.op_id join segment s on s.seg = i.seg and s.level = 0
left join box b on b.seg = (i.after ->> 'parentSeg')::int and b.serial = (i.after ->> 'parentSerial')::bigint
where o.op_type = 6 and i.after ? 'parentSeg'
group by 1, 2, 3;
