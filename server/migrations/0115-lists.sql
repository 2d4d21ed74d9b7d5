-- Lists of 0.3.0 by what their pages, filters, orders and searches ask for.

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

-- What lists are filtered by, in their own order: a state or a parent that few rows have is found as quickly as one that most have.
-- Rows that are deleted are in no list.
create index firm_by_audit on firm (audit, id) where is_del = 0;
create index firm_by_status on firm (status, id) where is_del = 0;
create index firm_live on firm (id) where is_del = 0;
create index firm_firm on firm (firm_id, id) where is_del = 0;
create index firm_by_region on firm (region_code text_pattern_ops) where is_del = 0;
create index agent_by_agent_type on agent (agent_type, id) where is_del = 0;
create index agent_by_level on agent (level, id) where is_del = 0;
create index agent_by_status on agent (status, id) where is_del = 0;
create index agent_by_channel_id on agent (channel_id, id) where is_del = 0;
create index agent_by_salesman_id on agent (salesman_id, id) where is_del = 0;
create index agent_by_pid on agent (pid, id) where is_del = 0;
create index agent_firm_level on agent (firm_id, level, id) where is_del = 0;
create index shop_by_shop_type on shop (shop_type, id) where is_del = 0;
create index shop_by_grade on shop (grade, id) where is_del = 0;
create index shop_by_audit on shop (audit, id) where is_del = 0;
create index shop_by_status on shop (status, id) where is_del = 0;
create index shop_by_region on shop (region_code text_pattern_ops) where is_del = 0;
create index salesman_by_status on salesman (status, id) where is_del = 0;
create index salesman_by_agent_id on salesman (agent_id, id) where is_del = 0;
create index channel_by_channel_type on channel (channel_type, sort, id desc) where is_del = 0;
create index channel_by_status on channel (status, sort, id desc) where is_del = 0;
create index spread_by_status on spread (status, id) where is_del = 0;
create index spread_by_agent_id on spread (agent_id, id) where is_del = 0;
create index spread_by_shop_id on spread (shop_id, id) where is_del = 0;
create index inspector_by_status on inspector (status, id) where is_del = 0;
create index product_by_temp_id on product (temp_id, id) where is_del = 0;
create index product_by_class_id on product (class_id, id) where is_del = 0;
create index lot_by_product_id on lot (product_id, id) where is_del = 0;
create index lot_by_qc_state on lot (qc_state, id) where is_del = 0;
create index lot_by_recall_state on lot (recall_state, id) where is_del = 0;
create index flow_by_product_id on flow (product_id, id) where is_del = 0;
create index flow_by_lot_id on flow (lot_id, id) where is_del = 0;
create index flow_by_flow_type_id on flow (flow_type_id, id) where is_del = 0;
create index flow_by_audit on flow (audit, id) where is_del = 0;
create index flow_by_op_src on flow (op_src, id) where is_del = 0;
create index flow_by_is_public on flow (is_public, id) where is_del = 0;
create index flow_void on flow (id) where is_del = 0 and void_at is not null;
create index flow_type_by_stage on flow_type (stage, firm_id, sort, id) where is_del = 0;
create index flow_type_by_status on flow_type (status, firm_id, sort, id) where is_del = 0;
create index temp_order on temp (is_default desc, id desc) where is_del = 0;
create index temp_firm_order on temp (firm_id, is_default desc, id desc) where is_del = 0;
create index temp_by_status on temp (status, is_default desc, id desc) where is_del = 0;
create index select_config_order on select_config (scope, id desc) where is_del = 0;
create index select_config_firm_order on select_config (firm_id, scope, id desc) where is_del = 0;
create index select_config_by_status on select_config (status, scope, id desc) where is_del = 0;

-- Where nothing is deleted softly.
create index shop_ass_by_kind on shop_ass (kind, id);
create index shop_ass_by_target_id on shop_ass (target_id, id);
create index shop_ass_by_shop_id on shop_ass (shop_id, id);
create index shop_ass_ended on shop_ass (id) where unbind_at is not null;
create index inspect_by_inspector_id on inspect (inspector_id, id);
create index inspect_by_opinion on inspect (opinion, id);
create index inspect_by_agent_id on inspect (agent_id, id);
create index registration_by_obj_kind on registration (obj_kind, id);
create index registration_by_status on registration (status, id);
create index registration_by_node_kind on registration (node_kind, id);
create index task_by_product_id on task (product_id, id);
create index task_by_fmt on task (fmt, id);
create index task_by_source on task (source, id);
create index task_by_assoc_mode on task (assoc_mode, id);
create index task_by_status on task (status, id);
create index segment_by_task_id on segment (task_id, seg);
create index segment_by_level on segment (level, seg);
create index segment_by_state on segment (state, seg);
create index segment_by_source on segment (source, seg);
create index code_op_by_op_type on code_op (op_type, created_at desc, id desc);
create index code_op_by_op_src on code_op (op_src, created_at desc, id desc);
create index code_op_by_status on code_op (status, created_at desc, id desc);
create index code_op_item_of_op on code_op_item (op_id, id);
create index file_job_by_biz on file_job (biz, id) where is_del = 0;
create index file_job_by_status on file_job (status, id) where is_del = 0;
create index file_job_by_operator_id on file_job (operator_id, id) where is_del = 0;
create index file_job_by_kind on file_job (kind, id) where is_del = 0;
create index file_job_live on file_job (id) where is_del = 0;
create index complaint_by_state on complaint (state, id);
create index odd_code_by_product_id on odd_code (product_id, last_at desc, seg, serial);
create index odd_code_order on odd_code (is_white, last_at desc, seg, serial);
create index odd_code_firm_order on odd_code (firm_id, is_white, last_at desc, seg, serial);
create index risk_event_by_type on risk_event (type, last_at desc, id desc);
create index risk_event_by_level on risk_event (level, last_at desc, id desc);
create index risk_event_by_status on risk_event (status, last_at desc, id desc);
create index risk_event_order on risk_event (last_at desc, id desc);
create index risk_event_firm_order on risk_event (firm_id, last_at desc, id desc);
create index admin_by_status on admin (status, id) where not is_del;
create index category_order on category (type, pid, sort desc, id);
create index ded_log_by_kind on ded_log (owner_kind, owner_id, kind, id);
create index ded_account_by_balance on ded_account (peer_kind, peer_id, balance desc, owner_id);
create index agent_region_by_code on agent_region (region_code text_pattern_ops, agent_id);

-- Times that lists are limited to.
create index firm_at_created_at on firm (created_at) where is_del = 0;
create index agent_at_created_at on agent (created_at) where is_del = 0;
create index shop_at_created_at on shop (created_at) where is_del = 0;
create index spread_at_created_at on spread (created_at) where is_del = 0;
create index flow_at_occur_at on flow (occur_at) where is_del = 0;
create index select_config_at_created_at on select_config (created_at) where is_del = 0;
create index file_job_at_created_at on file_job (created_at) where is_del = 0;
create index inspect_at_at on inspect (at);
create index registration_at_created_at on registration (created_at);
create index complaint_at_created_at on complaint (created_at);
create index ded_log_at_at on ded_log (at);

-- Words that lists are searched for: by three letters where there are so many, by each letter where there is one, or two as in
-- most Chinese words. Not limited to rows that are not deleted: PostgreSQL keeps no count of letters for an index that is.
drop index firm_name_trgm;
drop index shop_name_trgm;
drop index product_search_trgm;
create index firm_words on firm using gin (name gin_trgm_ops, credit_code gin_trgm_ops);
create index firm_letters on firm using gin ((string_to_array(lower(name::text), null)), (string_to_array(lower(credit_code::text), null)));
create index agent_words on agent using gin (name gin_trgm_ops, agent_no gin_trgm_ops, phone gin_trgm_ops);
create index agent_letters on agent using gin ((string_to_array(lower(name::text), null)), (string_to_array(lower(agent_no::text), null)), (string_to_array(lower(phone::text), null)));
create index shop_words on shop using gin (name gin_trgm_ops, shop_no gin_trgm_ops, phone gin_trgm_ops);
create index shop_letters on shop using gin ((string_to_array(lower(name::text), null)), (string_to_array(lower(shop_no::text), null)), (string_to_array(lower(phone::text), null)));
create index salesman_words on salesman using gin (pic_name gin_trgm_ops, phone gin_trgm_ops, job_no gin_trgm_ops);
create index salesman_letters on salesman using gin ((string_to_array(lower(pic_name::text), null)), (string_to_array(lower(phone::text), null)), (string_to_array(lower(job_no::text), null)));
create index channel_words on channel using gin (name gin_trgm_ops);
create index channel_letters on channel using gin ((string_to_array(lower(name::text), null)));
create index spread_words on spread using gin (name gin_trgm_ops, phone gin_trgm_ops, spread_no gin_trgm_ops);
create index spread_letters on spread using gin ((string_to_array(lower(name::text), null)), (string_to_array(lower(phone::text), null)), (string_to_array(lower(spread_no::text), null)));
create index inspector_words on inspector using gin (auditor gin_trgm_ops, phone gin_trgm_ops);
create index inspector_letters on inspector using gin ((string_to_array(lower(auditor::text), null)), (string_to_array(lower(phone::text), null)));
create index product_words on product using gin (store_name gin_trgm_ops, product_no gin_trgm_ops, gtin gin_trgm_ops, brand gin_trgm_ops);
create index product_letters on product using gin ((string_to_array(lower(store_name::text), null)), (string_to_array(lower(product_no::text), null)), (string_to_array(lower(gtin::text), null)), (string_to_array(lower(brand::text), null)));
create index lot_words on lot using gin (lot_no gin_trgm_ops);
create index lot_letters on lot using gin ((string_to_array(lower(lot_no::text), null)));
create index flow_type_words on flow_type using gin (name gin_trgm_ops);
create index flow_type_letters on flow_type using gin ((string_to_array(lower(name::text), null)));
create index flow_words on flow using gin (title gin_trgm_ops, place gin_trgm_ops, operator_name gin_trgm_ops);
create index flow_letters on flow using gin ((string_to_array(lower(title::text), null)), (string_to_array(lower(place::text), null)), (string_to_array(lower(operator_name::text), null)));
create index temp_words on temp using gin (name gin_trgm_ops);
create index temp_letters on temp using gin ((string_to_array(lower(name::text), null)));
create index registration_words on registration using gin (handle gin_trgm_ops);
create index registration_letters on registration using gin ((string_to_array(lower(handle::text), null)));
create index task_words on task using gin (name gin_trgm_ops, task_no gin_trgm_ops);
create index task_letters on task using gin ((string_to_array(lower(name::text), null)), (string_to_array(lower(task_no::text), null)));
create index code_op_words on code_op using gin (op_no gin_trgm_ops);
create index code_op_letters on code_op using gin ((string_to_array(lower(op_no::text), null)));
create index file_job_words on file_job using gin (title gin_trgm_ops, task_no gin_trgm_ops, file_name gin_trgm_ops);
create index file_job_letters on file_job using gin ((string_to_array(lower(title::text), null)), (string_to_array(lower(task_no::text), null)), (string_to_array(lower(file_name::text), null)));
create index complaint_words on complaint using gin (content gin_trgm_ops, code_text gin_trgm_ops);
create index complaint_letters on complaint using gin ((string_to_array(lower(content::text), null)), (string_to_array(lower(code_text::text), null)));
create index select_config_words on select_config using gin (name gin_trgm_ops);
create index select_config_letters on select_config using gin ((string_to_array(lower(name::text), null)));
create index category_words on category using gin (name gin_trgm_ops);
create index category_letters on category using gin ((string_to_array(lower(name::text), null)));
create index admin_words on admin using gin (real_name gin_trgm_ops, account gin_trgm_ops);
create index admin_letters on admin using gin ((string_to_array(lower(real_name::text), null)), (string_to_array(lower(account::text), null)));
create index role_words on role using gin (role_name gin_trgm_ops);
create index role_letters on role using gin ((string_to_array(lower(role_name::text), null)));

-- The products that a firm's default template stands for.
create index product_without_temp on product (firm_id) where is_del = 0 and temp_id is null;

-- The classes below a class are found by the ids on their path, and those of a type shown in their order.
create index category_path_words on category using gin (path gin_trgm_ops);
create index category_by_type on category (type, sort desc, id);

-- Lots of deleted products are left out by the few products that are.
create index product_deleted on product (id) where is_del = 1;

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

-- The log of files of one firm in its order, whatever their kind.
create index file_job_by_firm_id on file_job (firm_id, id) where is_del = 0;

-- The tasks of one lot, newest first.
create index task_by_lot_id on task (lot_id, id);

-- Orders a person may choose for a list, for one firm and for all.
create index task_by_item_count on task (item_count, id);
create index task_firm_by_item_count on task (firm_id, item_count, id);
create index task_by_created_at on task (created_at, id);
create index task_firm_by_created_at on task (firm_id, created_at, id);
create index product_by_created_at on product (created_at, id) where is_del = 0;
create index product_firm_by_created_at on product (firm_id, created_at, id) where is_del = 0;
create index odd_code_by_cnt on odd_code (is_white, cnt, seg, serial);
create index odd_code_firm_by_cnt on odd_code (firm_id, is_white, cnt, seg, serial);
create index odd_code_by_last_at on odd_code (is_white, last_at, seg, serial);
create index odd_code_firm_by_last_at on odd_code (firm_id, is_white, last_at, seg, serial);

-- Orders a person may choose for the lots, for one firm and for all.
create index lot_by_produce_date on lot (produce_date, id) where is_del = 0;
create index lot_firm_by_produce_date on lot (firm_id, produce_date, id) where is_del = 0;
create index lot_by_expire_date on lot (expire_date, id) where is_del = 0;
create index lot_firm_by_expire_date on lot (firm_id, expire_date, id) where is_del = 0;

-- 我的 and 待处理 of the lists: rows of one person, and the few that wait, each in the order of its list
create index lot_by_creator on lot (created_by, id) where is_del = 0;
create index flow_by_creator on flow (created_by, id) where is_del = 0;
create index shop_by_creator on shop (created_by, id) where is_del = 0;
create index task_waiting on task (id) where phase in (0, 5);
create index task_waiting_of_firm on task (firm_id, id) where phase in (0, 5);

-- A person's own tasks.
create index task_by_creator on task (created_by, id);
