-- The products that a firm's default template stands for.
create index product_without_temp on product (firm_id) where is_del = 0 and temp_id is null;
