-- The barcodes that stand in a task's printed links, by level: what a product has later says nothing about what was printed.

alter table task add column gtin varchar(14);
alter table task add column gtin_box varchar(14);
alter table task add column gtin_case varchar(14);

-- Until now all levels of a task were printed with the barcode of the item.
update task set
  gtin = case when task.item_count > 0 then product.gtin end,
  gtin_box = case when task.box_count > 0 then product.gtin end,
  gtin_case = case when task.case_count > 0 then product.gtin end
from product
where product.id = task.product_id and task.url_style = 2 and task.url_prefix = '';

-- What was printed elsewhere says its barcode in the prefix of its links.
update task set gtin = named.gtin, gtin_box = named.gtin, gtin_case = named.gtin
from (
  select id, lpad((regexp_match(url_prefix, '/01/(\d{8,14})/'))[1], 14, '0') as gtin from task where url_prefix like '%/01/%'
) named
where named.id = task.id and named.gtin is not null;
