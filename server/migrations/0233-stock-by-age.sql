-- Stock by how long it lies, longest first: of all firms, of one, of a holder, of a product. Which rows have quantities is left to the
-- list: an index on them would be written with every one of their changes.
create index stock_age on stock (last_in_at, id);
create index stock_firm_age on stock (firm_id, last_in_at, id);
create index stock_holder_age on stock (holder_kind, holder_id, last_in_at, id);
create index stock_product_age on stock (product_id, last_in_at, id);
drop index stock_product;

update stock set last_in_at = updated_at where last_in_at is null and (hand_qty > 0 or in_qty > 0 or out_qty > 0);
alter table stock add constraint stock_in_ck check (last_in_at is not null or hand_qty = 0 and in_qty = 0 and out_qty = 0);
