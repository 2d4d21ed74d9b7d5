-- Differences of one firm; what was scanned as no code of the firm.
create index deliver_diff_of_firm on deliver_diff (firm_id, id);
create index deliver_log_text on deliver_log using hash (code_text);
