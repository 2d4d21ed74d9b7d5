-- 我的 and 待处理 of the lists: rows of one person, and the few that wait, each in the order of its list
create index lot_by_creator on lot (created_by, id) where is_del = 0;
create index flow_by_creator on flow (created_by, id) where is_del = 0;
create index shop_by_creator on shop (created_by, id) where is_del = 0;
create index task_waiting on task (id) where phase in (0, 5);
create index task_waiting_of_firm on task (firm_id, id) where phase in (0, 5);
