-- What documents, their log and their differences are listed by, in the order of their lists.
create index deliver_words on deliver using gin (deliver_no gin_trgm_ops, ext_no gin_trgm_ops, logistics_no gin_trgm_ops);
create index deliver_letters on deliver using gin (
  (string_to_array(lower(deliver_no::text), null)), (string_to_array(lower(ext_no::text), null)), (string_to_array(lower(logistics_no::text), null)));
create index deliver_by_status on deliver (status, ship_at, id);
create index deliver_by_biz_type on deliver (biz_type, ship_at, id);
create index deliver_by_op_src on deliver (op_src, ship_at, id);
create index deliver_firm_to on deliver (firm_id, to_kind, to_id, ship_at, id);
create index deliver_firm_from on deliver (firm_id, from_kind, from_id, ship_at, id);
-- 已签收: the last signed first; 差异.
create index deliver_by_sign_at on deliver (status, sign_at, id);
create index deliver_firm_sign_at on deliver (firm_id, status, sign_at, id);
create index deliver_with_diff on deliver (id) where has_diff;

-- From product to product of a document; its mixed boxes.
create index deliver_line_goods on deliver_line (deliver_id, product_id);
create index deliver_line_mixed on deliver_line (deliver_id) where is_mixed;
create index deliver_line_firm on deliver_line (firm_id, id);
create index deliver_line_part_product on deliver_line_part (product_id, line_id);
create index deliver_line_part_lot on deliver_line_part (lot_id, line_id);

create index deliver_diff_by_state on deliver_diff (state, id);
create index deliver_diff_open on deliver_diff (deliver_id) where state = 0;
create index deliver_diff_words on deliver_diff using gin (code gin_trgm_ops);
create index deliver_diff_letters on deliver_diff using gin ((string_to_array(lower(code::text), null)));

create index deliver_log_by_act on deliver_log (act, id);
create index deliver_log_firm_act on deliver_log (firm_id, act, id);
create index deliver_log_to on deliver_log (to_kind, to_id, id);
create index deliver_log_from on deliver_log (from_kind, from_id, id);
create index deliver_log_by_op_src on deliver_log (op_src, id);
create index deliver_log_by_operator on deliver_log (operator_id, id);
create index deliver_log_refused on deliver_log (firm_id, id) where result = 1;
create index deliver_log_at on deliver_log (at, id);
