-- 我的 and 待处理 of requests and orders, and both by their numbers from the search over everything.
create index need_apply_by_creator on need_apply (created_by, id) where is_del = 0;
create index need_apply_waiting on need_apply (id) where is_del = 0 and status in (1, 2);
create index need_apply_waiting_of_firm on need_apply (firm_id, id) where is_del = 0 and status in (1, 2);
create index need_apply_words on need_apply using gin (apply_no gin_trgm_ops);
create index need_apply_letters on need_apply using gin ((string_to_array(lower(apply_no::text), null)));
create index need_order_by_creator on need_order (created_by, id);
create index need_order_waiting on need_order (id) where status in (0, 1) and closed_at is null and ship_qty < total_qty;
create index need_order_waiting_of_firm on need_order (firm_id, id) where status in (0, 1) and closed_at is null and ship_qty < total_qty;
create index need_order_words on need_order using gin (order_no gin_trgm_ops);
create index need_order_letters on need_order using gin ((string_to_array(lower(order_no::text), null)));
