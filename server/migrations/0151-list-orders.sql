-- Orders a person may choose for a list, for one firm and for all.
create index task_by_item_count on task (item_count, id);
create index task_firm_by_item_count on task (firm_id, item_count, id);
create index task_by_created_at on task (created_at, id);
create index task_firm_by_created_at on task (firm_id, created_at, id);
-- its first column does for the filter by time
drop index task_at_created_at;

create index product_by_created_at on product (created_at, id) where is_del = 0;
create index product_firm_by_created_at on product (firm_id, created_at, id) where is_del = 0;
drop index product_at_created_at;

create index odd_code_by_cnt on odd_code (is_white, cnt, seg, serial);
create index odd_code_firm_by_cnt on odd_code (firm_id, is_white, cnt, seg, serial);
create index odd_code_by_last_at on odd_code (is_white, last_at, seg, serial);
create index odd_code_firm_by_last_at on odd_code (firm_id, is_white, last_at, seg, serial);
