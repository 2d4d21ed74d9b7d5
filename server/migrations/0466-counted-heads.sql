-- How many heads of its chain were told of a period, counted in the statement that tells one: the newest of an open period are missed by nothing else.
alter table seed_epoch add column heads int not null default 0;
update seed_epoch set heads = told.count
from (select epoch_id, count(*) as count from chain_head group by epoch_id) told where told.epoch_id = seed_epoch.id;
