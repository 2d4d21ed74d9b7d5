-- Counted scans by firm, day and product, so that trends need not read the log. Scans before the cursor `scan days` of
-- rollup_cursor are in here, later ones only in the log.
create table scan_day (
  firm_id bigint not null,
  day date not null,
  -- 0 = unknown
  product_id bigint not null,
  scans bigint not null,
  primary key (firm_id, day, product_id)
);
