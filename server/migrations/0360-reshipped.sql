-- shipped_at is when a parcel went out first and never changes, since its cost is booked on that day. Another number has a time of its own.
alter table redemption add column reshipped_at timestamptz;
alter table redemption add constraint redemption_reshipped_ck check (reshipped_at is null or shipped_at is not null);
drop index redemption_due;
create index redemption_due on redemption ((coalesce(reshipped_at, shipped_at))) where status = 2 and shipped_at is not null;
