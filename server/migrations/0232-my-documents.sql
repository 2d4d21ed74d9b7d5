-- 我的 of shipping documents: those of one member of staff, in the order of their list.
create index deliver_by_operator on deliver (operator_id, ship_at, id);
