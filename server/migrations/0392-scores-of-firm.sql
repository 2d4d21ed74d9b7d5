-- Who reached a risk score is told by what all hits of a month did, read from the index alone.
drop index risk_hit_firm;
create index risk_hit_firm on risk_hit (firm_id, last_at, id) include (uid, action, handled);
