-- Who reached a risk score is told by what all hits of a month did, read from the index alone; so are one consumer's, of his firm.
drop index risk_hit_firm;
drop index risk_hit_uid;
create index risk_hit_firm on risk_hit (firm_id, last_at, id) include (uid, action, handled);
create index risk_hit_uid on risk_hit (uid, last_at, id) include (firm_id);
