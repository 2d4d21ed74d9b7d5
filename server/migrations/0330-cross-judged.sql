-- When a code was found outside of its dealer's regions by a position: figures read it, since what an address said before may become that.
alter table cross_hit add column judged_at timestamptz not null default now();
update cross_hit set judged_at = created_at;
create index cross_hit_judged on cross_hit (judged_at) where geo_source = 1;
