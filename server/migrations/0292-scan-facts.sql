-- What a scan was at its moment: beside who asked (uid, of the firm's member) and whose goods they were (agent_id), who had the code and since when, which campaign answered. Figures read these, never what
-- became of the code later.
alter table scan_log
  add column shop_id bigint,
  add column salesman_id bigint,
  add column channel_id bigint,
  -- full days since it was shipped last; null: never
  add column ship_days int,
  -- the campaign that the page was answered with
  add column activity_id bigint;
