-- Points are spent by consumers: nobody enters an activity of points as a shop.
update activity set audience = 0 where lottery_type = 1 and audience <> 0;
alter table activity add constraint activity_points_ck check (lottery_type <> 1 or audience = 0);

-- An allocation by hand carries the number of its request: sent again it is booked once.
alter table fund_ledger add idem_key varchar(64), add constraint fund_ledger_idem_uq unique (firm_id, idem_key);
