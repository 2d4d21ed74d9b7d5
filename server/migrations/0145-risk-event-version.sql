-- Counts how often somebody handled it, so that a second one who saw an older state is told.
alter table risk_event add version int not null default 1;
