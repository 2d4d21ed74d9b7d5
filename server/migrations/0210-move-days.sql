-- The day a line was shipped on, which is not its document's where more was shipped by that on another day.
alter table deliver_line add ship_day date;
update deliver_line l set ship_day = d.ship_at::date from deliver d where d.id = l.deliver_id;
alter table deliver_line alter column ship_day set default current_date;
alter table deliver_line alter column ship_day set not null;

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

with line as (
  select l.id, l.firm_id, l.ship_day, l.end_at, l.status, l.item_qty, coalesce(l.product_id, 0) as product_id, d.from_kind, d.to_kind, d.to_id,
    coalesce((select sum(p.item_qty) from deliver_line_part p where p.line_id = l.id), 0) as in_parts
  from deliver_line l join deliver d on d.id = l.deliver_id where d.biz_type <> 2 and l.status <> 2
), part as (
  select line.*, p.product_id as of_product, p.item_qty as items from line join deliver_line_part p on p.line_id = line.id
  union all
  select line.*, case when in_parts = 0 then product_id else 0 end, item_qty - in_parts from line where item_qty > in_parts
), moved as (
  select firm_id, ship_day as day, of_product, from_kind, to_kind, to_id, 0 as packed, items as shipped, 0 as signed from part
  union all
  select firm_id, end_at::date, of_product, from_kind, to_kind, to_id, 0, 0, items from part where status = 3
  union all
  -- Of what was packed before, the box says the product.
  select i.firm_id, i.at::date, coalesce(b.product_id, 0), 0, 0, 0, upper(i.span) - lower(i.span), 0, 0
  from code_op_item i join code_op o on o.id = i.op_id join segment s on s.seg = i.seg and s.level = 0
  left join box b on b.seg = (i.after ->> 'parentSeg')::int and b.serial = (i.after ->> 'parentSerial')::bigint
  where o.op_type = 6 and i.after ? 'parentSeg'
)
insert into move_day (firm_id, day, product_id, from_kind, holder_kind, holder_id, pack_qty, ship_qty, sign_qty)
select firm_id, day, of_product, from_kind, to_kind, to_id, sum(packed), sum(shipped), sum(signed) from moved group by 1, 2, 3, 4, 5, 6;
