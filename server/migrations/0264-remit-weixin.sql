-- Money of a pool that is on its way to shops and dealers has a budget of its own, numbered out of those of activities.
alter table pool add remit_budget_id bigint;
update pool set remit_budget_id = nextval('activity_id_seq');
alter table pool alter remit_budget_id set not null, alter remit_budget_id set default nextval('activity_id_seq');
alter table pool add constraint pool_remit_budget_uq unique (remit_budget_id);
