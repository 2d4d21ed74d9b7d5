-- Draws of a period are counted as they are made, one after the other without a gap, so that one taken out is missed. Those made
-- before have no place, and are not counted.
alter table seed_epoch add drawn int not null default 0;
alter table draw add place int;

-- When it was written behind the lock of its budget, not when its transaction began: what a draw saw of the budget can be told by it.
alter table fund_ledger alter at set default clock_timestamp();
