-- Orders a person may choose for the lots, for one firm and for all.
create index lot_by_produce_date on lot (produce_date, id) where is_del = 0;
create index lot_firm_by_produce_date on lot (firm_id, produce_date, id) where is_del = 0;
create index lot_by_expire_date on lot (expire_date, id) where is_del = 0;
create index lot_firm_by_expire_date on lot (firm_id, expire_date, id) where is_del = 0;
-- their first column does for the filters
drop index lot_at_produce_date;
drop index lot_at_expire_date;
