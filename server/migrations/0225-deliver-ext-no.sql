-- A document that was cancelled leaves its external number to the one that is made in its place.
drop index deliver_ext_no_uq;
create unique index deliver_ext_no_uq on deliver (firm_id, ext_no, to_kind, to_id) where ext_no <> '' and status <> 2;
