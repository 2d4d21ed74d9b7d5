-- The tasks of one lot, newest first.
create index task_by_lot_id on task (lot_id, id);
