-- Requests, orders and differences by when they were made, as other lists are.
create index need_apply_at_created_at on need_apply (created_at) where is_del = 0;
create index need_order_at_created_at on need_order (created_at);
create index deliver_diff_at_created_at on deliver_diff (created_at);
