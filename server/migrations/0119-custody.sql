-- Custody: who has which goods, and by which document they came.

-- A code's own custody names the shipping document. 0 says that it was never shipped, later than what its run says.
alter table code_unit rename column ship_line_id to deliver_id;
alter table code_unit drop constraint code_unit_ship_status_check;
alter table code_unit add constraint code_unit_ship_status_check check (ship_status between 0 and 3);
create index code_unit_deliver on code_unit (deliver_id) where deliver_id is not null;
create index code_span_deliver on code_span (((payload ->> 'deliverId')::bigint)) where kind = 4;

-- Who acted for whom on the phone: a dealer (1), shop (2), salesman (3) or inspector (4), and his number.
alter table code_op add role_kind smallint check (role_kind between 1 and 4);
alter table code_op add role_id bigint;
-- When it happened by the clock of who did it: a phone, a device, a line of a file.
alter table code_op_item add occurred_at timestamptz;

-- What each dealer and shop is being sent and has in hand, in items that are not void; moved with the custody of the codes themselves.
create table stock (
  id bigint generated always as identity primary key,
  firm_id bigint not null references firm,
  -- 1 经销商, 2 门店
  holder_kind smallint not null check (holder_kind in (1, 2)),
  holder_id bigint not null,
  product_id bigint not null references product,
  lot_id bigint not null references lot,
  transit_qty bigint not null default 0 check (transit_qty >= 0),
  hand_qty bigint not null default 0 check (hand_qty >= 0),
  -- ever received, ever sent on; what was cancelled counts in neither
  in_qty bigint not null default 0 check (in_qty >= 0),
  out_qty bigint not null default 0 check (out_qty >= 0),
  -- first queries of shoppers while he held the code
  scan_qty bigint not null default 0,
  last_in_at timestamptz,
  updated_at timestamptz not null default now(),
  constraint stock_holder_uq unique (firm_id, holder_kind, holder_id, product_id, lot_id),
  constraint stock_in_ck check (last_in_at is not null or hand_qty = 0 and in_qty = 0 and out_qty = 0)
);
create index stock_firm on stock (firm_id, id);
create index stock_lot on stock (lot_id, id);
-- Stock by how long it lies, longest first: of all firms, of one, of a holder, of a product. Which rows have quantities is left to the
-- list: an index on them would be written with every one of their changes.
create index stock_age on stock (last_in_at, id);
create index stock_firm_age on stock (firm_id, last_in_at, id);
create index stock_holder_age on stock (holder_kind, holder_id, last_in_at, id);
create index stock_product_age on stock (product_id, last_in_at, id);
