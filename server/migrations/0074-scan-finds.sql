-- Finds what was typed where it is no code.
create index scan_log_unknown on scan_log (code_text) where seg is null;

-- What the reported code is on.
alter table complaint add column product_id bigint;
