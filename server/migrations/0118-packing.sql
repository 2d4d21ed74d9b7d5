-- Boxes, the trail of packing, and what packing was refused.

-- What was done with a box. A box whose codes were joined before printing has no row until it is touched: it is full and sealed.
create table box (
  -- the code's own number, seg * 2^28 + serial
  id bigint primary key,
  firm_id bigint not null,
  seg int not null references segment,
  serial bigint not null,
  level smallint not null check (level in (1, 2)),
  -- what the box itself is bound to, kept by what binds codes
  product_id bigint,
  lot_id bigint,
  -- lots or products other than the box's own lie in it
  is_mixed boolean not null default false,
  capacity int not null check (capacity > 0),
  child_cnt int not null default 0,
  -- 0 空箱, 1 装箱中, 2 已满箱, 3 已封箱
  box_state smallint not null default 0 check (box_state between 0 and 3),
  packed_at timestamptz not null default now(),
  packed_by bigint,
  op_id bigint references code_op,
  updated_at timestamptz not null default now(),
  unique (seg, serial),
  constraint box_capacity_ck check (child_cnt between 0 and capacity),
  constraint box_empty_ck check ((box_state = 0) = (child_cnt = 0))
);
create index box_by_packed_at on box (packed_at, id);
create index box_firm_by_packed_at on box (firm_id, packed_at, id);
create index box_product on box (product_id, packed_at, id);
create index box_lot on box (lot_id, packed_at, id);
create index box_firm_state on box (firm_id, box_state, packed_at, id);
create index box_firm_level on box (firm_id, level, packed_at, id);
create index box_packed_by on box (packed_by, packed_at);

-- Boxes that came with third-party codes: what is in them was packed elsewhere.
insert into box (id, firm_id, seg, serial, level, product_id, lot_id, capacity, child_cnt, box_state, packed_at)
select p.seg::bigint * 268435456 + p.serial, s.firm_id, p.seg, p.serial, s.level,
  case when coalesce(u.bind_seq, 0) > coalesce(b.seq, 0) then u.bind_product else (b.payload ->> 'productId')::bigint end,
  case when coalesce(u.bind_seq, 0) > coalesce(b.seq, 0) then u.bind_lot else (b.payload ->> 'lotId')::bigint end,
  p.codes, p.codes, 3, p.at
from (
  select seg, serial, sum(codes)::int as codes, min(at) as at from (
    select (payload ->> 'parentSeg')::int as seg, (payload ->> 'parentSerial')::bigint as serial, upper(span) - lower(span) as codes, at from code_span where kind = 3
    union all
    select parent_seg, parent_serial, 1, coalesce(pack_at, updated_at) from code_unit where pack_state = 1) packed
  group by seg, serial) p
join segment s on s.seg = p.seg and s.level > 0
left join code_unit u on u.seg = p.seg and u.serial = p.serial
left join code_span b on b.kind = 1 and b.seg = p.seg and b.span @> p.serial;

-- The log of packing by its time, for one firm and for all: what went into a box, what came out of one, and which were sealed.
create index code_op_item_packing_log_at on code_op_item (at, id)
  where after ? 'parentSeg' or before -> 0 ? 'parentSeg' or after ? 'boxState';
create index code_op_item_firm_packing_log_at on code_op_item (firm_id, at, id)
  where after ? 'parentSeg' or before -> 0 ? 'parentSeg' or after ? 'boxState';
create index code_op_item_into on code_op_item (((after ->> 'parentSeg')::int), ((after ->> 'parentSerial')::bigint)) where after ? 'parentSeg';
create index code_op_item_out_of on code_op_item (((before -> 0 ->> 'parentSeg')::int), ((before -> 0 ->> 'parentSerial')::bigint))
  where before -> 0 ? 'parentSeg';

-- What packing was refused: a row for each code, or one for all where no code is named. Nothing changes or deletes it. Numbers are
-- those of the trail, so that a number names one entry of the log of packing.
create table pack_refusal (
  id bigint primary key default nextval('code_op_item_id_seq'),
  firm_id bigint not null,
  at timestamptz not null default now(),
  -- 1 装入, 2 拆出, 3 封箱, 4 换码
  act smallint not null check (act between 1 and 4),
  -- the box and the code as they are printed, as they were scanned where they are none; '' where none was named
  box_text varchar(200) not null default '',
  code_text varchar(200) not null default '',
  err_code int not null,
  err_msg varchar(200) not null,
  op_src smallint not null default 0,
  operator_id bigint not null,
  -- 补录: told later than it happened, why, and when it was said to have happened
  is_late boolean not null default false,
  reason varchar(100) not null default '',
  occurred_at timestamptz
);
create index pack_refusal_at on pack_refusal (at, id);
create index pack_refusal_firm on pack_refusal (firm_id, at, id);
create index pack_refusal_act on pack_refusal (act, at, id);
create index pack_refusal_src on pack_refusal (op_src, at, id);
create index pack_refusal_operator on pack_refusal (operator_id, at, id);
create index pack_refusal_box on pack_refusal (box_text, at, id);
create index pack_refusal_code on pack_refusal (code_text, at, id);
