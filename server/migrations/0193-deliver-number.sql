-- The numbers a firm gave its documents on one day: FH20261120, TH…, DB….
create index deliver_number on deliver (firm_id, left(deliver_no, 10));
