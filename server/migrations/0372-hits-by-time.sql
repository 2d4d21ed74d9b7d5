-- Hits of rules stand by when they were hit last: one hit again is above those that came after it first.
drop index risk_hit_lately;
drop index risk_hit_firm;
drop index risk_hit_uid;
drop index risk_hit_code;
drop index risk_hit_open;
create index risk_hit_last on risk_hit (last_at, id);
create index risk_hit_firm on risk_hit (firm_id, last_at, id);
create index risk_hit_uid on risk_hit (uid, last_at, id);
create index risk_hit_code on risk_hit (firm_id, code, last_at, id);
create index risk_hit_open on risk_hit (last_at, id) where handled = 0;
