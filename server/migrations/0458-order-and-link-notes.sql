-- What a dealer ordered of whom and for how much, as the order was made and at each lawful change: the second source that orders and their
-- payments are held against. Never changed.
create table order_note (
  firm_id bigint not null references firm,
  id bigint generated always as identity,
  order_id bigint not null,
  agent_id bigint not null,
  supplier_kind smallint not null,
  supplier_id bigint not null,
  total_amount bigint not null,
  -- a digest of its lines
  lines char(64) not null,
  at timestamptz not null default clock_timestamp(),
  primary key (firm_id, id)
);
create index order_note_order on order_note (firm_id, order_id, id);
create trigger order_note_kept before update or delete on order_note for each row execute function refuse_note_change();

-- Of what was ordered before: as it is now.
insert into order_note (firm_id, order_id, agent_id, supplier_kind, supplier_id, total_amount, lines)
select o.firm_id, o.id, agent_id, supplier_kind, supplier_id, total_amount, encode(sha256(convert_to(coalesce((
    select string_agg(concat_ws('|', product_id, unit, qty, ratio, price), ';' order by product_id, unit)
    from need_order_item i where i.firm_id = o.firm_id and i.order_id = o.id
  ), ''), 'UTF8')), 'hex')
from need_order o order by o.id;

-- Whom a shop belonged to, as each link was made and ended: the second source that links, and who is paid by them, are held against. Never changed.
create table link_note (
  firm_id bigint not null references firm,
  id bigint generated always as identity,
  link_id bigint not null,
  shop_id bigint not null,
  kind smallint not null,
  target_id bigint not null,
  bind_at timestamptz not null,
  unbind_at timestamptz,
  created_at timestamptz not null,
  at timestamptz not null default clock_timestamp(),
  primary key (firm_id, id)
);
create index link_note_link on link_note (firm_id, link_id, id);
create trigger link_note_kept before update or delete on link_note for each row execute function refuse_note_change();

-- Of links from before: as they are now.
insert into link_note (firm_id, link_id, shop_id, kind, target_id, bind_at, unbind_at, created_at)
select firm_id, id, shop_id, kind, target_id, bind_at, unbind_at, created_at from shop_ass order by id;
