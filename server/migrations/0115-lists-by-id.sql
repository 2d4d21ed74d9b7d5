-- What a page of a list is found and counted by: what is not deleted, newest first, of all firms and of one.
create index product_live on product (id) where is_del = 0;
create index product_firm on product (firm_id, id) where is_del = 0;
create index product_status on product (status, id) where is_del = 0;
create index lot_live on lot (id) where is_del = 0;
create index lot_firm on lot (firm_id, id) where is_del = 0;
create index flow_live on flow (id) where is_del = 0;
create index shop_live on shop (id) where is_del = 0;
create index agent_live on agent (id) where is_del = 0;
create index salesman_live on salesman (id) where is_del = 0;
create index spread_live on spread (id) where is_del = 0;
create index inspector_live on inspector (id) where is_del = 0;

-- Lists that people order themselves.
create index channel_order on channel (sort, id desc) where is_del = 0;
create index channel_firm_order on channel (firm_id, sort, id desc) where is_del = 0;
create index flow_type_order on flow_type (firm_id, sort, id) where is_del = 0;
