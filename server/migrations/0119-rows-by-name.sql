-- The rows that a picker is offered first: by name, of all firms and of one.
create index firm_by_name on firm (name, id) where is_del = 0;
create index product_by_name on product (store_name, id) where is_del = 0;
create index product_firm_by_name on product (firm_id, store_name, id) where is_del = 0;
create index agent_by_name on agent (name, id) where is_del = 0;
create index agent_firm_by_name on agent (firm_id, name, id) where is_del = 0;
create index shop_by_name on shop (name, id) where is_del = 0;
create index shop_firm_by_name on shop (firm_id, name, id) where is_del = 0;
create index salesman_by_name on salesman (pic_name, id) where is_del = 0;
create index salesman_firm_by_name on salesman (firm_id, pic_name, id) where is_del = 0;
create index spread_by_name on spread (name, id) where is_del = 0;
create index spread_firm_by_name on spread (firm_id, name, id) where is_del = 0;
-- Types of steps keep the order that people gave them.
create index flow_type_by_sort on flow_type (sort, id) where is_del = 0;
